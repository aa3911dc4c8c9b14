// Everything that a part starts or makes, so that all of it ends with the part, however that ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPath, onCore } from './cores.ts';
import { type Helper, type HelperName, startHelper } from './helper.ts';

export interface Workplace {
  folder(): Promise<string>;
  helper(name: HelperName): Helper;
  /** The address of a Redis that holds nothing; undefined where there is none on this machine. */
  redis(): Promise<string | undefined>;
}

/** What is measured has a core to itself. */
const measured: readonly HelperName[] = ['server', 'peer', 'engine'];

export async function withWorkplace<Result>(work: (place: Workplace) => Promise<Result>): Promise<Result> {
  const helpers: Helper[] = [];
  // Also when the whole command is ended.
  const last: (() => void)[] = [];
  const leave = (): void => {
    for (const step of last.splice(0).reverse()) step();
  };
  const interrupt = (): void => process.exit(130);
  process.once('exit', leave);
  process.once('SIGINT', interrupt);
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'stele-bench-'));
    last.push(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };
  try {
    return await work({
      folder,
      helper(name) {
        const helper = startHelper(name, measured.includes(name) ? 'server' : 'others');
        helpers.push(helper);
        return helper;
      },
      async redis() {
        if (!isOnPath('redis-server')) return undefined;
        const { port, end } = await startRedis(await folder());
        last.push(end);
        return `redis://127.0.0.1:${port}`;
      },
    });
  } finally {
    await Promise.all(helpers.map((helper) => helper.end()));
    leave();
    process.off('exit', leave);
    process.off('SIGINT', interrupt);
  }
}

/** As a cache would be run: nothing goes to the disk. */
async function startRedis(folder: string): Promise<{ port: number; end: () => void }> {
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const [command = '', ...given] = onCore('others', ['redis-server', ...settings]);
  const child = spawn(command, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stdout.on('data', (text) => {
      log += text;
      if (log.includes('Ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`redis-server ended:\n${log}`)));
  });
  return { port, end: () => void child.kill('SIGKILL') };
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
