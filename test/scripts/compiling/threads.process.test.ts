// Files compiled in threads make the edition that they make in one, byte for byte, with the same messages.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyCache } from '../../../build/compilation-cache.ts';
import { type Compilation, compile } from '../../../build/compile.ts';
import { readAssets, readContent } from '../../../build/read.ts';
import type { Sources } from '../../../build/source/entry.ts';
import { compileInThreads } from '../../../scripts/compiling/threads.ts';
import { entryOf } from '../../build/sources.ts';
import { articleText, fixtures, repositoryRoot } from '../../site.ts';

const words = ['kettle', 'saucer', 'sieve', 'spoon', '茶叶', '牛奶', 'pour/slowly'];

/** The articles of a real folder, and many small ones with words that they share in other orders; every seventh may be wrong. */
async function sourcesOf({ isBroken = false } = {}): Promise<Sources> {
  const small = Array.from({ length: 40 }, (_, at) => {
    const own = words.map((_word, place) => words[(at + place * 3) % words.length]).join(' ');
    const wrong = isBroken && at % 7 === 0 ? '\n\n[nowhere](./nowhere.md) and <b>bold</b>' : '';
    const title = `Tray ${at}`;
    const text = articleText({
      id: `art_tray${at}`,
      enTitle: title,
      zhTitle: title,
      en: `## Cause\n\n${own}${wrong}`,
    });
    return entryOf(text, `mcp/tray-${at}.md`);
  });
  const entries = [...(await readContent(join(fixtures, 'site'))), ...small];
  return { entries, assets: await readAssets(repositoryRoot) };
}

const madeOf = ({ messages, edition }: Compilation): unknown => ({ messages, manifest: edition?.manifest });

it('what threads compiled makes the same edition, and nothing of it is compiled again', async () => {
  const sources = await sourcesOf();
  const cache = emptyCache();
  const done: number[] = [];
  await compileInThreads(sources, cache, { atLeast: 1, threads: 2, progress: (count) => done.push(count) });
  expect(cache.files.size).toBe(sources.entries.length);
  expect(done.at(-1)).toBe(sources.entries.length);
  const again: number[] = [];
  const compiled = compile(sources, { cache, progress: (count) => again.push(count) });
  expect(again).toEqual([]);
  expect(compiled.messages.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(madeOf(compiled)).toEqual(madeOf(compile(sources)));
});

it('mistakes in files that threads compiled are said as if there were no threads', async () => {
  const sources = await sourcesOf({ isBroken: true });
  const cache = emptyCache();
  await compileInThreads(sources, cache, { atLeast: 1, threads: 2 });
  const { messages, edition } = compile(sources, { cache });
  expect(edition).toBeUndefined();
  expect(messages.length).toBeGreaterThan(5);
  expect(messages).toEqual(compile(sources).messages);
});

it('few new files are left to the compiler', async () => {
  const sources = await sourcesOf();
  const cache = emptyCache();
  await compileInThreads(sources, cache, { atLeast: sources.entries.length + 1, threads: 2 });
  expect(cache.files.size).toBe(0);
});

it('what a thread that ends early leaves undone, the compiler does', async () => {
  const sources = await sourcesOf();
  const cache = emptyCache();
  const program = new URL('data:text/javascript,process.exit(3)');
  await compileInThreads(sources, cache, { atLeast: 1, threads: 1, program });
  expect(cache.files.size).toBeLessThan(sources.entries.length);
  expect(madeOf(compile(sources, { cache }))).toEqual(madeOf(compile(sources)));
});
