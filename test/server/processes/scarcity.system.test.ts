// A server without enough file descriptors or memory keeps running, and recovers once it has enough again.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isAllHere } from '../../needed.ts';
import { steleStart } from '../../scripts/command.ts';
import { getFrom, getText } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const edition = await smallEdition();

interface Process {
  port: number;
  pid: number;
  isAlive: () => boolean;
  output: () => string;
}

async function start(): Promise<Process> {
  const { process: child, origin, output } = await steleStart(['--edition', edition, '--log-level', 'info']);
  return { port: Number(new URL(origin).port), pid: child.pid ?? 0, isAlive: () => child.exitCode === null, output };
}

/** Says why this machine cannot read or change the limits of a process; undefined if it can. */
function missing(): string | undefined {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return process.platform === 'linux' ? undefined : 'there is no /proc on this machine';
  } catch {
    return 'there is no prlimit on this machine';
  }
}
const isHere = isAllHere(missing());

/** Opens a connection and sends nothing. */
async function idle(port: number, from: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/** The resident memory of a process, in bytes. */
const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

const answeredStart = /^HTTP\/1\.1 (?:200|429) /;

test.skipIf(!isHere)('without file descriptors, open connections are answered, and all callers later', async () => {
  const { port, pid, isAlive, output } = await start();
  const kept = await idle(port, '127.0.0.1');
  const answer = once(kept, 'data');
  const descriptors = readdirSync(`/proc/${pid}/fd`).length;
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${descriptors + 10}:${descriptors + 10}`]);
  const others = await Promise.all(Array.from({ length: 60 }, (_, index) => idle(port, `127.0.0.${2 + index}`)));
  kept.write(getText('/api/v1/search?q=kettle'));
  expect(String((await answer)[0])).toMatch(answeredStart);
  for (const socket of others) socket.destroy();
  // The first connections may still be refused.
  const answered = async (): Promise<boolean> =>
    getFrom(port, '127.0.0.1', '/api/v1/search?q=kettle').then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(answered, { timeout: 10_000 }).toBe(true);
  expect(isAlive()).toBe(true);
  expect(output()).not.toContain('a bug');
});

test.skipIf(!isHere)('a body of 512 MiB on a GET request is not kept in memory', async () => {
  const { port, pid, isAlive } = await start();
  const before = residentBytes(pid);
  const socket = await idle(port, '127.0.0.1');
  const answer = once(socket, 'data');
  socket.write('GET /api/v1/search HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
  const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(2 ** 20, 'x'), Buffer.from('\r\n')]);
  const closed = once(socket, 'close');
  for (let sent = 0; sent < 512 && !socket.destroyed; sent += 1) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), closed]);
  }
  socket.write('0\r\n\r\n');
  expect(String((await answer)[0])).toMatch(answeredStart);
  // The difference is data that was read and is not garbage-collected yet: 67 MiB with Node 24.
  expect(residentBytes(pid) - before).toBeLessThan(256 * 2 ** 20);
  expect((await getFrom(port, '127.0.0.2', '/readyz')).status).toBe(200);
  expect(isAlive()).toBe(true);
});
