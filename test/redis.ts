// Starts Redis on a free port, if Redis is installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';
import { isAllHere } from './needed.ts';
import { temporaryFolder } from './site.ts';

export interface RedisServer {
  readonly port: number;
  readonly url: string;
  /** Opens a connection, sends a command, and closes the connection. */
  command(name: string, ...values: string[]): Promise<unknown>;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the server again after `kill`, on the same port and in the same folder. */
  start(): Promise<void>;
  /** Suspends the server with SIGSTOP, until `thaw`. */
  freeze(): void;
  thaw(): void;
}

/** All running servers. They are killed when this process exits, even if a test is interrupted. */
const running = new Set<ChildProcess>();
function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

export interface RedisOptions {
  /** Whether data survives `kill`. By default it does not. */
  keeps?: 'nothing' | 'everything';
  password?: string;
  /** Further command-line arguments, such as `--cluster-enabled yes`. */
  more?: readonly string[];
}

/** Whether Redis is installed. If not, tests that need it are skipped with a reason; in CI they fail. */
export function redisIsHere(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isInstalled = folders.some((folder) => existsSync(join(folder, 'redis-server')));
  return isAllHere(isInstalled ? undefined : 'there is no redis-server on this machine (apt-get install redis-server)');
}

/** Starts an empty server. It ends with the test, or with the worker process if it is started in beforeAll. */
export async function startRedis({ keeps = 'nothing', password, more = [] }: RedisOptions = {}): Promise<RedisServer> {
  const folder = await temporaryFolder();
  const appendOnly = keeps === 'everything' ? 'yes' : 'no';
  const settings = ['--save', '', '--appendonly', appendOnly, '--dir', folder, '--bind', '127.0.0.1', ...more];
  if (password !== undefined) settings.push('--requirepass', password);
  let { child, port } = await startedOnFreePort(settings);
  try {
    onTestFinished(() => ended(child));
  } catch {
    // onTestFinished throws in beforeAll. The server then ends with the worker process.
  }
  const user = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
  const url = `redis://${user}127.0.0.1:${port}`;
  return {
    port,
    url,
    async command(name, ...values) {
      const redis = new Redis(url, { disableClientInfo: true });
      try {
        return await redis.call(name, ...values);
      } finally {
        redis.disconnect();
      }
    },
    kill: () => ended(child),
    async start() {
      const again = await started(port, settings);
      if (again === undefined) throw new Error(`port ${port} is taken`);
      child = again;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

async function startedOnFreePort(settings: readonly string[]): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const port = await freePort();
    const child = await started(port, settings);
    if (child !== undefined) return { child, port };
  }
  throw new Error('every free port was taken at once');
}

/** Starts a server; resolves when it accepts connections, or to undefined if the port is taken. */
async function started(port: number, settings: readonly string[]): Promise<ChildProcess | undefined> {
  const child = spawn('redis-server', ['--port', String(port), ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (running.size === 0) process.once('exit', endAll);
  running.add(child);
  let log = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      log += text;
      if (log.includes('Ready to accept connections')) resolve(child);
    });
    child.once('exit', () => {
      running.delete(child);
      if (running.size === 0) process.off('exit', endAll);
      if (log.includes('Address already in use')) resolve(undefined);
      else reject(new Error(`redis-server ended:\n${log}`));
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exit;
}
