// Starts nginx with the deployed configuration, in which addresses are replaced by local ports.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { freePort } from '../../free-port.ts';
import { isAllHere } from '../../needed.ts';
import { repositoryRoot, temporaryFolder } from '../../site.ts';
import { printedBy } from '../command.ts';

export interface Nginx {
  port: number;
  /** The log of nginx without notices: warnings and errors. */
  log(): string;
  stop(): Promise<void>;
}

/** Includes /usr/sbin, which some users do not have in PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const program = folders.map((folder) => join(folder, 'nginx')).find(existsSync);

export const nginxIsHere = (): boolean =>
  isAllHere(program === undefined ? 'there is no nginx on this machine (apt-get install nginx)' : undefined);

/** Starts nginx in front of replicas on two ports. With `cached` it has a shared cache, as an operator may add one. */
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
    ['error_log stderr warn;', 'error_log stderr notice;'],
    ...(cached ? [['http {', `http {\n${sharedCache(folder)}`] as const, ['pid ', `${sameUser()}pid `] as const] : []),
  ] as const) {
    if (!text.includes(deployed)) throw new Error(`nginx.conf has no ${deployed}`);
    text = text.replaceAll(deployed, here);
  }
  await writeFile(config, text);
  const child = spawn(program ?? 'nginx', ['-p', folder, '-c', config, '-e', 'stderr', '-g', 'daemon off;']);
  const { output, exited, printed } = printedBy(child);
  // nginx logs this line after it has opened its port.
  await printed(/start worker processes/);
  return {
    port,
    log: () => output().replaceAll(/^.*\[notice\].*\n/gm, ''),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** If root starts nginx, makes its workers run as root too. Their default user may not write to the temporary folder. */
const sameUser = (): string => (process.getuid?.() === 0 ? 'user root;\n' : '');

/** A cache that follows the headers of answers and stores answers without cache headers for a second. It reports hits in X-Cache. */
const sharedCache = (folder: string): string =>
  `proxy_cache_path ${folder}/cache keys_zone=shared:1m;\nproxy_cache shared;\nproxy_cache_valid any 1s;\nadd_header X-Cache $upstream_cache_status always;\n`;
