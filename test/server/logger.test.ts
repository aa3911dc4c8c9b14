// How the log is written: together, soon, and without filling the memory when nobody reads it.
import { execFileSync } from 'node:child_process';
import { closeSync, createReadStream, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loggerInto } from '../../server/logger.ts';

let folder: string;
const open: number[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stele-log-'));
});
afterEach(async () => {
  for (const descriptor of open.splice(0)) closeSync(descriptor);
  await rm(folder, { recursive: true });
});

function opened(path: string, flags: string): number {
  const descriptor = openSync(path, flags);
  open.push(descriptor);
  return descriptor;
}

test('a single line is written soon, though nothing follows it', async () => {
  const path = join(folder, 'log');
  loggerInto(opened(path, 'a'), 'info').info('alone');
  await vi.waitFor(() => expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ msg: 'alone' }));
});

test('a fatal line is written at once, with all before it', async () => {
  const path = join(folder, 'log');
  const log = loggerInto(opened(path, 'a'), 'info');
  // The descriptor is looked at in the next turn; from then on nothing waits for one.
  await new Promise((resolve) => setImmediate(resolve));
  log.info('before');
  log.fatal('at once');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['before', 'at once']);
});

test('when nobody reads, lines are left out and counted, and the rest arrive whole', { timeout: 30_000 }, async () => {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  // Open for both, so that it need not be read.
  const log = loggerInto(opened(path, 'r+'), 'info');
  const written = 300;
  const filling = 'x'.repeat(100_000);
  for (let line = 0; line < written; line += 1) log.info({ filling }, 'much');
  const counts = await new Promise<{ much: number; leftOut: number }>((resolve) => {
    let much = 0;
    const stream = createReadStream(path);
    createInterface(stream).on('line', (text) => {
      const { msg, lines } = JSON.parse(text);
      if (msg === 'much') {
        much += 1;
        return;
      }
      stream.destroy();
      resolve({ much, leftOut: lines });
    });
  });
  expect(counts.much).toBeGreaterThan(0);
  expect(counts.leftOut).toBeGreaterThan(0);
  expect(counts.much + counts.leftOut).toBe(written);
});
