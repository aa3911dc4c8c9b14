import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeWhole } from '../../../scripts/verify/example-files.ts';
import { temporaryFolder } from '../../site.ts';

it('removeWhole removes nested folders whose path is longer than the system allows', async () => {
  const outside = await temporaryFolder();
  const name = 'a'.repeat(250);
  const whole = join(outside, 'whole');
  mkdirSync(whole);
  for (let depth = 0; depth < 20; depth += 1) {
    const around = join(outside, 'around');
    mkdirSync(around);
    renameSync(whole, join(around, name));
    renameSync(around, whole);
  }
  removeWhole(whole);
  expect(readdirSync(outside)).toEqual([]);
});

it('removeWhole removes unreadable folders with non-UTF-8 names, and follows no symbolic link', async () => {
  const outside = await temporaryFolder();
  mkdirSync(join(outside, 'kept'));
  const whole = join(outside, 'whole');
  const odd = Buffer.concat([Buffer.from(`${whole}/`), Buffer.of(0xff)]);
  const inner = Buffer.concat([odd, Buffer.from('/inner')]);
  mkdirSync(whole);
  mkdirSync(odd);
  mkdirSync(inner);
  writeFileSync(Buffer.concat([inner, Buffer.from('/file')]), '');
  symlinkSync(join(outside, 'kept'), Buffer.concat([odd, Buffer.from('/link')]));
  for (const folder of [inner, odd, whole]) chmodSync(folder, 0);
  removeWhole(whole);
  expect(existsSync(whole)).toBe(false);
  expect(readdirSync(outside)).toEqual(['kept']);
});
