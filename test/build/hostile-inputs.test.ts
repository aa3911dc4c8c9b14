// Hostile content cannot delay a build, crash it, run code or harm the served edition. All refused inputs are compiled together,
// and so are all harmless ones, so that a test fails if one input affects the others.
import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../build/compile.ts';
import { readContent } from '../../build/read.ts';
import { contentOf } from '../site.ts';
import {
  type CompiledInputs,
  compiledWith,
  goodArticle,
  type HostileInput,
  hostileInputs,
  linesOf,
} from './hostile-inputs.ts';
import { bodiesIn } from './sources.ts';

const refused = hostileInputs.filter(({ refusedBy }) => refusedBy !== undefined);
const harmless = hostileInputs.filter(({ refusedBy }) => refusedBy === undefined);
const slugOf = ({ path }: HostileInput): string => path.slice('mcp/'.length, -'.md'.length);

describe('a build with hostile files', () => {
  let compiled: CompiledInputs;
  beforeAll(async () => {
    compiled = await compiledWith(refused);
  });

  it('makes no edition, runs no code of the files, and reports nothing about a valid article', () => {
    expect([compiled.edition, compiled.hasRun]).toEqual([undefined, false]);
    expect(compiled.lines.filter((line) => line.startsWith('mcp/good-teapot.md'))).toEqual([]);
  });

  it('prints a line per fault, without control characters, and at most 101 of one kind per file', () => {
    const { lines } = compiled;
    expect(lines.at(-1)).toMatch(/^\d+ errors, \d+ warnings?$/);
    const counts = new Map<string, number>();
    for (const line of lines.slice(0, -1)) {
      expect(line).toMatch(/^.+?:\d+:\d+ (?:error|warning) \[[a-z0-9-]+\] /);
      expect(line).not.toMatch(/\p{Cc}/u);
      const kind = line.replace(/:\d+:\d+ (\w+ \[[a-z0-9-]+\]).*$/, ' $1');
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBe(101);
    expect(lines.join('\n')).toMatch(/\[invisible-characters\] and \d{4,} more messages of this kind in this file/);
  });

  it.each(refused)('is refused by the rule $refusedBy for $name', ({ path, refusedBy }) => {
    const own = compiled.lines.filter((line) => line.startsWith(`${path}:`));
    expect(own.join('\n')).toContain(` error [${refusedBy}] `);
  });

  it('is refused for a file name that is not UTF-8', async ({ skip }) => {
    if (process.platform !== 'linux') {
      const reason = 'other systems refuse such names themselves';
      console.warn(`not checked: ${reason}`);
      skip(reason);
    }
    const content = await contentOf(goodArticle);
    await writeFile(Buffer.concat([Buffer.from(`${content}/mcp/tea`), Buffer.from([0xff]), Buffer.from('.md')]), 'tea');
    const [line] = linesOf(check({ entries: await readContent(content) }).messages);
    expect(line).toMatch(/^mcp\/tea\ufffd\.md:1:1 error \[plain-files\]/);
  });
});

describe('a build with odd but harmless files', () => {
  let compiled: CompiledInputs;
  const pages = new Map<string, string>();
  beforeAll(async () => {
    compiled = await compiledWith(harmless);
    const bodyOf = bodiesIn(compiled.edition);
    for (const slug of harmless.map(slugOf))
      for (const name of ['page.zh', 'page.en', 'row.zh', 'row.en'] as const)
        pages.set(`${slug} ${name}`, bodyOf(slug, name));
  });

  it('makes an edition whose pages run no script of the articles', () => {
    expect(compiled.lines.filter((line) => line.includes(' error '))).toEqual([]);
    expect(compiled.hasRun).toBe(false);
    const runs = /<script>alert|href="javascript:|<[^>]* on(?:error|click)=|src="data:/i;
    expect([...pages].filter(([, page]) => runs.test(page)).map(([name]) => name)).toEqual([]);
  });

  it.each(harmless)('has a page for the file with $name', (input) => {
    expect(pages.get(`${slugOf(input)} page.en`)).toMatch(/^<!doctype html>/);
  });
});
