import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { print } from '../../scripts/standard-output.ts';

/** A stream whose second write fails with this error code. */
const failing = (code: string): Writable => {
  let writes = 0;
  return new Writable({
    write(_chunk, _encoding, done) {
      writes += 1;
      done(writes > 1 ? Object.assign(new Error('write failed'), { code }) : null);
    },
  });
};

it('print stops without an error when the reader closes the pipe, as `head` does', async () => {
  let made = 0;
  function* lines(): Generator<string> {
    for (; made < 1000; made += 1) yield 'line\n';
  }
  await print({ stdout: failing('EPIPE') }, lines());
  expect(made).toBeLessThan(1000);
});

it('print rejects when writing fails for a reason other than a closed pipe', async () => {
  await expect(print({ stdout: failing('ENOSPC') }, ['one', 'two'])).rejects.toThrow('write failed');
});
