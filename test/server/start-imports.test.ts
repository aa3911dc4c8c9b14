// What a server loads before it is asked for anything: told by Node itself, module by module.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { steleStart } from '../scripts/command.ts';
import { repositoryRoot, temporaryFolder } from '../site.ts';
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
  'faces/http/openapi',
  'faces/mcp/tools',
  'faces/pages/changes',
  'faces/pages/reference',
  'state/redis/store',
];
/** What they answer. */
const rarerPaths = ['/docs', '/docs/api', '/docs/api.md', '/en/changes', '/api/v1/openapi.json'];

/** Writes the address of every module that is imported into a file, and at the end the path of every one that was required. */
function tellerTo(file: string): string {
  const to = JSON.stringify(file);
  const hooks = `import { appendFileSync } from 'node:fs';
export function load(url, context, next) { appendFileSync(${to}, url + '\\n'); return next(url, context); }`;
  return `import { createRequire, register } from 'node:module';
import { appendFileSync } from 'node:fs';
register(${JSON.stringify(dataUrl(hooks))});
const { cache } = createRequire(${JSON.stringify(import.meta.url)});
process.on('exit', () => appendFileSync(${to}, Object.keys(cache).join('\\n')));`;
}

const dataUrl = (program: string): string => `data:text/javascript,${encodeURIComponent(program)}`;

describe('the start of a server', () => {
  it('loads none of the packages that only the compiler, other commands or rarer requests need', async () => {
    const file = join(await temporaryFolder(), 'loaded.txt');
    const { process: child, exited } = await steleStart(['--edition', await smallEdition()], {
      NODE_OPTIONS: `--import=${dataUrl(tellerTo(file))}`,
    });
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    const text = await readFile(file, 'utf8');
    const loaded = [...text.matchAll(/^.*\/node_modules\/((?:@[^/]+\/)?[^/\n]+)/gm)].map(([, name]) => name);
    expect(loaded).toEqual(expect.arrayContaining(['express', 'zod', 'libsql', 'flexsearch']));
    expect(others.filter((name) => loaded.includes(name))).toEqual([]);
    expect(text).toContain('/server/faces/pages/pages.js');
    expect(rarer.filter((name) => text.includes(`/server/${name}.js`))).toEqual([]);
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
  });
});
