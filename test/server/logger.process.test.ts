// Writing the log: in batches, soon, and with bounded memory when it is not read.
import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { loggerInto, written } from '../../server/logger.ts';
import { freePort } from '../free-port.ts';
import { cleanEnvironment, program } from '../scripts/command.ts';
import { temporaryFolder } from '../site.ts';
import { smallDiskAt } from '../small-disk.ts';
import { smallEdition } from './small-site.ts';

// The first compilation of a worker is the slowest.
beforeAll(() => smallEdition());

/** Stays open: a logger writes to it for as long as its process lives. */
const opened = (path: string, flags = 'a'): number => openSync(path, flags);
const messagesIn = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg);

test('a single line is written even if no other follows', async () => {
  const path = join(await temporaryFolder(), 'log');
  loggerInto(opened(path), 'info').info('alone');
  await vi.waitFor(() => expect(messagesIn(path)).toEqual(['alone']));
});

test('a fatal line is written immediately, with all lines before it', async () => {
  const path = join(await temporaryFolder(), 'log');
  const log = loggerInto(opened(path), 'info');
  // The descriptor is checked in the next turn; from then on lines are written without waiting for it.
  await setImmediate();
  log.info('before');
  log.fatal('at once');
  expect(messagesIn(path)).toEqual(['before', 'at once']);
});

test('a full disk does not end the process, and the lines are written when there is room again', async () => {
  const folder = await temporaryFolder();
  const disk = smallDiskAt(folder);
  const path = join(folder, 'log');
  const log = loggerInto(opened(path), 'info');
  log.info('there is room');
  await written(log);
  const bytes = statSync(path).size;
  await disk.fill();
  log.info({ filling: 'x'.repeat(10_000) }, 'there is none');
  // The line starts in the rest of the last page, and fails there.
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(bytes));
  log.info('and none yet');
  await disk.free();
  await vi.waitFor(() => expect(messagesIn(path)).toEqual(['there is room', 'there is none', 'and none yet']));
});

test('without a reader lines are dropped and counted, and the rest arrive whole', async () => {
  const path = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  // Open for reading and writing, so that no reader is needed.
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

test('a service whose log is on a full disk answers, and ends on SIGTERM', async () => {
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const data = await temporaryFolder();
  const given = ['start', '--edition', await smallEdition(), '--data', data, '--port', String(port)];
  const stdio: StdioOptions = ['ignore', full, 'inherit'];
  const child = spawn(process.execPath, [program, ...given], { env: cleanEnvironment(), stdio });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  // The log with the listening address cannot be read.
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 9_000 });
  for (let request = 0; request < 50; request += 1) expect((await fetch(`${origin}/api/v1/domains`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
