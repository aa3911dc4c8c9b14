// What a server loads before it is asked for anything: told by Node itself, module by module.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { steleStart } from '../scripts/command.ts';
import { temporaryFolder } from '../site.ts';
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
  });
});
