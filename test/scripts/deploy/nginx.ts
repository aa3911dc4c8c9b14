// The one helper that starts nginx: the configuration as it is deployed, with the ports of this machine in it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { vi } from 'vitest';
import { freePort } from '../../free-port.ts';
import { isAllHere } from '../../needed.ts';
import { repositoryRoot, temporaryFolder } from '../../site.ts';

export interface Nginx {
  port: number;
  /** What it complained of. */
  log(): string;
  stop(): Promise<void>;
}

/** Not every user has the folder of servers in the path. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const program = folders.map((folder) => join(folder, 'nginx')).find(existsSync);

export const nginxIsHere = (): boolean =>
  isAllHere(program === undefined ? 'there is no nginx on this machine (apt-get install nginx)' : undefined);

/** In front of replicas on two ports; `cached`: with a cache that all callers share, as somebody might put one there. */
export async function startNginx(
  [first, second]: readonly [number, number],
  { cached = false }: { cached?: boolean } = {},
): Promise<Nginx> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  let text = await readFile(join(repositoryRoot, 'scripts/deploy/nginx.conf'), 'utf8');
  for (const [deployed, here] of [
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['172.30.0.11:8080', `127.0.0.1:${first}`],
    ['172.30.0.12:8080', `127.0.0.1:${second}`],
    ['/tmp/', `${folder}/`],
    ...(cached ? [['http {', `http {\n${sharedCache(folder)}`] as const, ['pid ', `${sameUser()}pid `] as const] : []),
  ] as const) {
    if (!text.includes(deployed)) throw new Error(`nginx.conf has no ${deployed}`);
    text = text.replaceAll(deployed, here);
  }
  await writeFile(config, text);
  const child = spawn(program ?? 'nginx', ['-p', folder, '-c', config, '-e', 'stderr', '-g', 'daemon off;']);
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${log}`);
      await connected(port);
    },
    { timeout: 60_000, interval: 20 },
  );
  return {
    port,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Root would be exchanged for somebody who may not write into the folder. */
const sameUser = (): string => (process.getuid?.() === 0 ? 'user root;\n' : '');

/** It keeps what the answers allow, says what it did, and takes a matter of a second for fresh if nobody says otherwise. */
const sharedCache = (folder: string): string =>
  `proxy_cache_path ${folder}/cache keys_zone=shared:1m;\nproxy_cache shared;\nproxy_cache_valid any 1s;\nadd_header X-Cache $upstream_cache_status always;\n`;

function connected(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
