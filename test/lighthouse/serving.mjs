// Builds the repository's content into a temporary folder with `stele build`, and serves it with `stele start`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'scripts', 'run.mjs');
const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const chromiumPath = places.find((place) => place !== undefined && existsSync(place));
if (chromiumPath === undefined) throw new Error('there is no Chromium on this machine; name one in CHROMIUM');

/** Resolves when the server is ready. `close` stops the server and removes its folder. */
export async function serveContent() {
  const folder = mkdtempSync(join(tmpdir(), 'stele-judge-'));
  const edition = join(folder, 'edition');
  execFileSync(process.execPath, [program, 'build', '--out', edition], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const given = ['start', '--edition', edition, '--data', join(folder, 'data'), '--port', '0'];
  const server = spawn(process.execPath, [program, ...given], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(server, 'exit');
  const origin = await new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const { origin: address } = JSON.parse(line);
      if (address !== undefined) resolve(address);
    });
  });
  return {
    origin,
    async close() {
      server.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function median(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}
