// The logger writes a line without waiting for more lines. It loses no line on a full disk, and drops lines only while nothing reads
// the log.
import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { loggerInto, written } from '../../server/logger.ts';
import { freePort } from '../free-port.ts';
import { cleanEnvironment, program } from '../scripts/command.ts';
import { temporaryFolder } from '../site.ts';
import { smallDiskAt } from '../small-disk.ts';
import { smallEdition } from './small-site.ts';

// The first compilation takes long. In `beforeAll` it does not count against the timeout of a test.
beforeAll(() => smallEdition());

/** The descriptor is never closed: a logger writes to it until the process ends. */
const opened = (path: string, flags = 'a'): number => openSync(path, flags);
const messagesIn = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg);

test('a log line is written even if no other line follows', async () => {
  const path = join(await temporaryFolder(), 'log');
  loggerInto(opened(path), 'info').info('alone');
  await vi.waitFor(() => expect(messagesIn(path)).toEqual(['alone']));
});

test('lines logged while the disk is full are written once there is room, and the process goes on', async () => {
  const folder = await temporaryFolder();
  const disk = smallDiskAt(folder);
  const path = join(folder, 'log');
  const log = loggerInto(opened(path), 'info');
  log.info('there is room');
  await written(log);
  const bytes = statSync(path).size;
  await disk.fill();
  log.info({ filling: 'x'.repeat(10_000) }, 'there is none');
  // The beginning of the line still fits into the last page of the file; then the write fails.
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(bytes));
  log.info('and none yet');
  await disk.free();
  await vi.waitFor(() => expect(messagesIn(path)).toEqual(['there is room', 'there is none', 'and none yet']));
});

test('while nothing reads the log, lines are dropped and counted, and the other lines arrive whole', async () => {
  const path = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  // Opened for reading and writing, because opening a pipe only for writing waits for a reader.
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

test('a server whose log is on a full disk answers requests, and ends on SIGTERM', async () => {
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const data = await temporaryFolder();
  const given = ['start', '--edition', await smallEdition(), '--data', data, '--port', String(port)];
  const stdio: StdioOptions = ['ignore', full, 'inherit'];
  const child = spawn(process.execPath, [program, ...given], { env: cleanEnvironment(), stdio });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  // The disk has no room for the log line about the start, so the test sends requests until it gets an answer.
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 9_000 });
  for (let request = 0; request < 50; request += 1) expect((await fetch(`${origin}/api/v1/domains`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
