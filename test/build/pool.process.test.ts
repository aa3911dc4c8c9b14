// Compiling in worker threads gives the same bytes and messages as compiling in one thread.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BuildCache } from '../../build/cache.ts';
import { type Compilation, compile } from '../../build/compile.ts';
import { compileInPool, type PoolOptions } from '../../build/pool.ts';
import { readAssets } from '../../build/read.ts';
import type { Sources } from '../../build/source/entry.ts';
import { articleText, repositoryRoot, temporaryFolder } from '../site.ts';
import { entryOf } from './sources.ts';

const words = ['kettle', 'saucer', 'sieve', 'spoon', '茶叶', '牛奶', 'pour/slowly'];

/** Small articles with the same words in different orders. With `isBroken`, every seventh article has an error. */
async function sourcesOf({ isBroken = false } = {}): Promise<Sources> {
  const entries = Array.from({ length: 20 }, (_, at) => {
    const own = words.map((_word, place) => words[(at + place * 3) % words.length]).join(' ');
    const wrong = isBroken && at % 7 === 0 ? '\n\n[nowhere](./nowhere.md) and <b>bold</b>' : '';
    const [zhTitle, enTitle] = [`茶盘 ${at}`, `Tray ${at}`];
    const text = articleText({ id: `art_tray${at}`, zhTitle, enTitle, en: `## Cause\n\n${own}${wrong}` });
    return entryOf(text, `mcp/tray-${at}.md`);
  });
  return { entries, assets: await readAssets(repositoryRoot) };
}

const madeOf = ({ messages, edition }: Compilation): unknown => ({ messages, manifest: edition?.manifest });

async function pooled(sources: Sources, options: Partial<PoolOptions> = {}) {
  const folder = join(await temporaryFolder(), 'cache');
  const cache = new BuildCache(folder);
  await compileInPool(sources, { folder, cache, atLeast: 1, ...options });
  return cache;
}

it('files compiled in workers give the same edition as a single thread, and the main thread does not compile them again', async () => {
  const sources = await sourcesOf();
  const done: number[] = [];
  const cache = await pooled(sources, { progress: (count) => done.push(count) });
  expect(done).toEqual(sources.entries.map((_, at) => at + 1));
  const again: number[] = [];
  const compiled = compile(sources, { cache, progress: (count) => again.push(count) });
  expect(again).toEqual([]);
  expect(compiled.messages.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(madeOf(compiled)).toEqual(madeOf(compile(sources)));
});

it('workers report the same errors as a single thread', async () => {
  const sources = await sourcesOf({ isBroken: true });
  const { messages, edition } = compile(sources, { cache: await pooled(sources) });
  expect(edition).toBeUndefined();
  expect(messages).toHaveLength(3);
  expect(messages).toEqual(compile(sources).messages);
});

it('a file that takes too long is reported as an error, which is not cached', async () => {
  const sources = await sourcesOf();
  const one = { ...sources, entries: sources.entries.slice(0, 1) };
  const cache = await pooled(one, { fileMsMax: 1 });
  const { messages, edition } = compile(one, { cache });
  expect(edition).toBeUndefined();
  expect(messages).toMatchObject([{ path: 'mcp/tray-0.md', rule: 'complexity', severity: 'error' }]);
  cache.clear();
  expect(compile(one, { cache }).messages).toEqual([]);
});

it('a build whose cache folder cannot be created gives the same edition as a build without a cache', async () => {
  const sources = await sourcesOf();
  const file = join(await temporaryFolder(), 'a-file');
  await writeFile(file, '');
  const cache = await pooled(sources, { folder: join(file, 'cache'), cache: new BuildCache(join(file, 'cache')) });
  expect(madeOf(compile(sources, { cache }))).toEqual(madeOf(compile(sources)));
  // The time-out is long, because the test compiles everything twice.
}, 30_000);
