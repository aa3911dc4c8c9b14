// What a user of the package does, from the tarball to an answer: install, init, new, check, build, start, ask, mcp. Needs the registry
// of npm for the packages that Stele depends on. As root, everything after the first install runs as a user who cannot write there.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it, onTestFinished } from 'vitest';
import { repositoryRoot, temporaryFolder } from '../site.ts';

const isRoot = process.getuid?.() === 0;
const other = isRoot ? { uid: 65_534, gid: 65_534 } : {};

const start = (command: string, given: string[], cwd: string, as: { uid?: number; gid?: number }): ChildProcess =>
  spawn(command, given, {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: join(cwd, '..', 'home'),
      LANG: 'en_US.UTF-8',
      npm_config_registry: process.env.npm_config_registry,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  });

async function run(command: string, given: string[], cwd: string, as = other): Promise<string> {
  const child = start(command, given, cwd, as);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${given.join(' ')} ended with ${code}: ${output}`);
  return output;
}

it('goes from the tarball to an answer in a folder of its own', { timeout: 600_000 }, async () => {
  const root = await temporaryFolder();
  const [tool, home, tea] = [join(root, 'tool'), join(root, 'home'), join(root, 'tea')];
  for (const folder of [tool, home, tea]) await mkdir(folder);
  await chmod(root, 0o755);
  if (isRoot) for (const folder of [home, tea]) await chown(folder, 65_534, 65_534);
  const packed = await run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', tool],
    repositoryRoot,
    {},
  );
  const tarball = join(tool, packed.trim());
  expect((await stat(tarball)).size).toBeLessThan(3 * 1024 * 1024);
  await run('npm', ['install', '--silent', '--prefix', tool, tarball], tool, {});
  const installed = join(tool, 'node_modules', '.bin', 'stele');

  await run(installed, ['init', '.', '--name-en', 'Tea House', '--name-zh', '茶馆', '--domains', 'brewing'], tea);
  const { dependencies } = JSON.parse(await readFile(join(tea, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({ stele: `file:${packed.trim()}` });
  await run('npm', ['install', '--no-audit', '--no-fund'], tea);
  await run(
    'npm',
    ['run', 'new', '--', 'brewing/green-tea', '--yes', '--title-en', 'Green tea', '--title-zh', '绿茶'],
    tea,
  );
  expect(await run('npm', ['run', 'check'], tea)).toContain('0 errors');
  expect(await run('npm', ['run', 'build'], tea)).toMatch(/built edition [0-9a-f]{12} with 2 articles/);
  expect(await run('npm', ['run', 'build'], tea)).toContain('unchanged: edition');
  expect(await run('node_modules/.bin/stele', ['ask', 'green tea'], tea)).toContain('green-tea@');

  const server = start('node', ['node_modules/stele/dist/js/scripts/stele.js', 'start', '--port', '0'], tea, other);
  onTestFinished(() => void server.kill('SIGKILL'));
  const origin = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /"origin":"(http:[^"]+)"/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('close', () => reject(new Error(`start ended: ${output}`)));
  });
  const answer = await (await fetch(`${origin}/api/v1/search?q=${encodeURIComponent('绿茶')}`)).json();
  expect(answer).toMatchObject({ data: { items: [{ slug: 'green-tea', domain: 'brewing' }] } });
  expect(await (await fetch(origin)).text()).toContain('Tea House');

  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: 'node_modules/.bin/stele', args: ['mcp'], cwd: tea, stderr: 'ignore' }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(['context', 'fetch', 'search']);
});
