// Files compiled in threads make the edition that they make in one, byte for byte, with the same messages.
import { expect, it } from 'vitest';
import { emptyCache } from '../../../build/compilation-cache.ts';
import { type Compilation, compile } from '../../../build/compile.ts';
import { readAssets } from '../../../build/read.ts';
import type { Sources } from '../../../build/source/entry.ts';
import { compileInThreads } from '../../../scripts/compiling/threads.ts';
import { entryOf } from '../../build/sources.ts';
import { articleText, repositoryRoot } from '../../site.ts';

const words = ['kettle', 'saucer', 'sieve', 'spoon', '茶叶', '牛奶', 'pour/slowly'];

/** Small articles that share words in different orders; if `isBroken`, every seventh is wrong. */
async function sourcesOf({ isBroken = false } = {}): Promise<Sources> {
  const entries = Array.from({ length: 20 }, (_, at) => {
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
  return { entries, assets: await readAssets(repositoryRoot) };
}

const madeOf = ({ messages, edition }: Compilation): unknown => ({ messages, manifest: edition?.manifest });

it('files compiled in threads make the same edition and are not compiled again', async () => {
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

it('threads report the same mistakes as one process', async () => {
  const sources = await sourcesOf({ isBroken: true });
  const cache = emptyCache();
  await compileInThreads(sources, cache, { atLeast: 1, threads: 1 });
  const { messages, edition } = compile(sources, { cache });
  expect(edition).toBeUndefined();
  expect(messages).toHaveLength(3);
  expect(messages).toEqual(compile(sources).messages);
});

it('few new files are compiled without threads', async () => {
  const sources = await sourcesOf();
  const cache = emptyCache();
  await compileInThreads(sources, cache, { atLeast: sources.entries.length + 1, threads: 1 });
  expect(cache.files.size).toBe(0);
});

it('files of a thread that ends early are compiled on the main thread', async () => {
  const sources = await sourcesOf();
  const cache = emptyCache();
  const program = new URL('data:text/javascript,process.exit(3)');
  await compileInThreads(sources, cache, { atLeast: 1, threads: 1, program });
  expect(cache.files.size).toBeLessThan(sources.entries.length);
  expect(madeOf(compile(sources, { cache }))).toEqual(madeOf(compile(sources)));
});
