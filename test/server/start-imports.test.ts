// What a server loads before it is asked for anything: told by Node itself, module by module.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { steleStart } from '../scripts/command.ts';
import { repositoryRoot, temporaryFolder } from '../site.ts';
import { sealEnlarged } from './edition-folder.ts';
import { connectHttp } from './faces/mcp/clients.ts';
import { smallEdition } from './small-site.ts';

/** Packages that the compiler, other commands or rarer requests need. */
const others = [
  '@clack/prompts',
  '@electric-sql/pglite',
  '@modelcontextprotocol/server',
  '@shikijs/primitive',
  'autocorrect-node',
  'chokidar',
  'gpt-tokenizer',
  'gray-matter',
  'ioredis',
  'prom-client',
  'rehype-stringify',
  'remark-parse',
  'typescript',
  'unified',
  'yaml',
];

/** Own modules that the first callers seldom need. */
const rarer = [
  'scripts/build',
  'server/faces/http/openapi',
  'server/faces/mcp/handler',
  'server/faces/mcp/tools',
  'server/faces/pages/changes',
  'server/faces/pages/reference',
  'server/state/redis/store',
];
/** What they answer, beside MCP. */
const rarerPaths = ['/docs', '/docs/api', '/docs/api.md', '/en/changes', '/api/v1/openapi.json'];

/**
 * Writes into a file the address of every module that is imported, and when the server listens the path of every one that was
 * required, and a last line.
 */
function tellerTo(file: string): string {
  const to = JSON.stringify(file);
  const hooks = `import { appendFileSync } from 'node:fs';
export function load(url, context, next) { appendFileSync(${to}, url + '\\n'); return next(url, context); }`;
  return `import { createRequire, register } from 'node:module';
import { appendFileSync } from 'node:fs';
import { Server } from 'node:net';
register(${JSON.stringify(dataUrl(hooks))});
const { cache } = createRequire(${JSON.stringify(import.meta.url)});
const { listen } = Server.prototype;
Server.prototype.listen = function (...given) {
  this.once('listening', () => appendFileSync(${to}, Object.keys(cache).join('\\n') + '\\n${listening}\\n'));
  return listen.apply(this, given);
};`;
}

const listening = '-- listening';

/** The modules of a real start, up to the moment at which it listens. */
async function loadedBy(edition: string): Promise<{ packages: (string | undefined)[]; own(name: string): boolean }> {
  const file = join(await temporaryFolder(), 'loaded.txt');
  const { process: child, exited } = await steleStart(['--edition', edition], {
    NODE_OPTIONS: `--import=${dataUrl(tellerTo(file))}`,
  });
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  const [text = '', after] = (await readFile(file, 'utf8')).split(`${listening}\n`);
  expect(after).toBeDefined();
  const packages = [...text.matchAll(/^.*\/node_modules\/((?:@[^/]+\/)?[^/\n]+)/gm)].map(([, name]) => name);
  return { packages, own: (name) => text.includes(`/dist/js/${name}.js`) };
}

const dataUrl = (program: string): string => `data:text/javascript,${encodeURIComponent(program)}`;

describe('the start of a server', () => {
  it('loads none of the packages that only the compiler, other commands or rarer requests need', async () => {
    const { packages, own } = await loadedBy(await smallEdition());
    expect(packages).toEqual(expect.arrayContaining(['express', 'zod', 'libsql', 'flexsearch']));
    expect(others.filter((name) => packages.includes(name))).toEqual([]);
    expect(own('server/faces/pages/pages')).toBe(true);
    expect(rarer.filter(own)).toEqual([]);
  });

  it('loads FlexSearch only to verify what it answers from, which of a large edition comes later', async () => {
    const folder = await smallEdition();
    await sealEnlarged(folder);
    const { packages, own } = await loadedBy(folder);
    expect(packages).toContain('express');
    expect(packages).not.toContain('flexsearch');
    expect(own('server/opening/index-check')).toBe(false);
  });

  it('is followed by the rest, so that a program that is taken away from under a server answers what it always did', async () => {
    const program = await temporaryFolder();
    await cp(join(repositoryRoot, 'dist', 'js'), join(program, 'js'), { recursive: true });
    for (const name of ['node_modules', 'package.json']) {
      await symlink(join(repositoryRoot, name), join(program, name));
    }
    const own = (name: string): string => JSON.stringify(join(program, 'js', 'server', name));
    const text = `
      import { readSettings } from ${own('config.js')};
      import { serve } from ${own('main.js')};
      const [edition, data] = process.argv.slice(1);
      const { settings } = readSettings({ port: '0', logLevel: 'error' }, { edition, data }, {});
      const running = await serve(settings, { version: '0.0.0' });
      await running.complete;
      console.log(running.origin);`;
    const given = ['--input-type=module', '--eval', text, await smallEdition(), await temporaryFolder()];
    const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill());
    const [origin] = await once(child.stdout.setEncoding('utf8'), 'data');
    await rm(join(program, 'js'), { recursive: true });
    for (const path of rarerPaths) {
      const response = await fetch(origin.trim() + path);
      expect([path, response.status]).toEqual([path, 200]);
      await response.arrayBuffer();
    }
    const client = await connectHttp(origin.trim(), 'current');
    expect((await client.callTool({ name: 'search', arguments: { query: 'vessel' } })).isError).toBeFalsy();
  });
});
