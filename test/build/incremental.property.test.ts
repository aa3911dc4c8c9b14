// A build with whatever earlier builds kept gives what a clean one gives, byte for byte and message for message.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { LostPack, readCacheFiles } from '../../build/cache-files.ts';
import { type CompilationCache, emptyCache } from '../../build/compilation-cache.ts';
import { type Compilation, check, compile } from '../../build/compile.ts';
import { readStoredCache } from '../../build/restored-cache.ts';
import type { Sources } from '../../build/source/entry.ts';
import { openSpillFile, type SpillFile } from '../../build/spill-file.ts';
import { storeCache as storing } from '../../build/stored-cache.ts';
import { articleText, temporaryFolder } from '../site.ts';
import { entryOf } from './sources.ts';

const assets = [{ name: 'site.css', bytes: Buffer.from('p {}') }];
const names = ['teapot', 'kettle', 'spoon', 'sieve', 'saucer'] as const;
const words = ['tea', 'milk', 'sugar', '茶', '牛奶', 'pour/slowly', 'C++'];

/** A site: file name → what makes its text. */
type Site = Partial<Record<(typeof names)[number], Making>>;
interface Making {
  word: string;
  title: string;
  day: number;
  related: string[];
  isBroken: boolean;
  linksTo: string | undefined;
}
const making: fc.Arbitrary<Making> = fc.record({
  word: fc.constantFrom(...words),
  title: fc.constantFrom('Pot', 'Cup', 'Tray'),
  day: fc.integer({ min: 1, max: 3 }),
  related: fc.subarray([...names]),
  isBroken: fc.boolean(),
  linksTo: fc.option(fc.constantFrom(...names), { nil: undefined }),
});
/** What an author does between two builds: writes a file, or removes one. */
const step = fc.record({
  name: fc.constantFrom(...names),
  making: fc.option(fc.oneof({ weight: 4, arbitrary: making.map((made) => ({ ...made, isBroken: false })) }, making), {
    nil: undefined,
  }),
  between: fc.constantFrom('nothing', 'check', 'store', 'forget', 'other style'),
});

function sourcesOf(site: Site): Sources {
  const present = Object.keys(site);
  const entries = Object.entries(site).flatMap(([name, made]) => {
    if (made === undefined) return [];
    const link = made.linksTo !== undefined && present.includes(made.linksTo) ? ` [x](${made.linksTo}.md)` : '';
    const related = made.related.filter((id) => id !== name && present.includes(id)).map((id) => `art_${id}`);
    const text = articleText({
      id: `art_${name}`,
      enTitle: `${made.title} ${name}`,
      en: `## Cause\n\nAbout ${made.word}.${link}`,
      fields: {
        related: `[${related.join(', ')}]`,
        updatedAt: `2026-02-0${made.day}T00:00:00Z`,
        ...(made.isBroken && { riskLevel: 'boiling' }),
      },
    });
    return [entryOf(text, `mcp/${name}.md`)];
  });
  return { entries, assets };
}

function resultOf({ edition, messages }: Compilation): unknown {
  const files = [...(edition?.files ?? [])].map(([path, content]) => [
    path,
    createHash('sha256').update(content).digest('hex'),
  ]);
  return { buildId: edition?.buildId, files, messages };
}

/** Writes a cache into a folder as it is stored, and reads it back from there. */
interface StoredCache {
  index: string;
  files: Map<string, () => Uint8Array>;
}

/** All files of a cache at once. */
function storeCache(cache: CompilationCache): StoredCache {
  const files = new Map<string, () => Uint8Array>();
  const named = storing(cache);
  let next = named.next();
  for (; !next.done; next = named.next()) files.set(...next.value);
  return { index: next.value, files };
}

/** What is large lies on a disk then. */
async function reread({ index, files: stored }: StoredCache): Promise<CompilationCache | undefined> {
  const folder = await temporaryFolder();
  const storage = openSpillFile(folder, 0);
  storages.push(storage);
  await writeFile(join(folder, 'index'), index);
  for (const [name, content] of stored) await writeFile(join(folder, name), content());
  const files = readCacheFiles(folder);
  return files && (await readStoredCache(files, storage));
}

const storages: SpillFile[] = [];
afterAll(() => {
  for (const storage of storages) storage.close();
});

async function meanwhile(what: string, cache: CompilationCache, sources: Sources): Promise<CompilationCache> {
  if (what === 'check') check(sources, 'check', { cache });
  if (what === 'other style') {
    compile({ ...sources, assets: [{ name: 'site.css', bytes: Buffer.from('b {}') }] }, { cache });
  }
  if (what === 'store') return (await reread(storeCache(cache))) ?? emptyCache();
  return what === 'forget' ? emptyCache() : cache;
}

describe('a build with what earlier builds kept', () => {
  it('gives what a clean build gives, whatever was written, removed, broken, checked or stored in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        let cache = emptyCache();
        const site: Site = {};
        for (const { name, making: made, between } of steps) {
          if (made === undefined) delete site[name];
          else site[name] = made;
          const sources = sourcesOf(site);
          cache = await meanwhile(between, cache, sources);
          expect(resultOf(compile(sources, { cache }))).toEqual(resultOf(compile(sources)));
          expect(check(sources, 'check', { cache }).messages).toEqual(check(sources, 'check').messages);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('compiles only what changed', () => {
    const cache = emptyCache();
    const made = { word: 'tea', title: 'Pot', day: 1, related: [], isBroken: false, linksTo: undefined };
    compile(sourcesOf({ teapot: made, kettle: made, spoon: made }), { cache });
    const before = new Map([...cache.files.values()].map((file) => [file.path, file]));
    compile(sourcesOf({ teapot: { ...made, word: 'milk' }, kettle: made, spoon: made }), { cache });
    const kept = [...cache.files.values()].filter((file) => before.get(file.path) === file).map(({ path }) => path);
    expect(kept).toEqual(['mcp/kettle.md', 'mcp/spoon.md']);
  });

  it('shows the new title of an article in every pack that names it', () => {
    const textOf = (at: number, title: string): string =>
      articleText({ id: `art_${at}`, enTitle: title, fields: { related: at === 0 ? '[]' : '[art_0]' } });
    const site = (title: string): Sources => ({
      assets,
      entries: Array.from({ length: 80 }, (_, at) => entryOf(textOf(at, at === 0 ? title : 'Cup'), `mcp/cup-${at}.md`)),
    });
    const cache = emptyCache();
    compile(site('Pot'), { cache });
    expect(resultOf(compile(site('Kettle'), { cache }))).toEqual(resultOf(compile(site('Kettle'))));
    expect(cache.packs.size).toBe(2);
  });

  it('keeps what was compiled when an error elsewhere kept the edition from being made', async () => {
    const cache = emptyCache();
    const made = { word: 'tea', title: 'Pot', day: 1, related: ['kettle'], isBroken: false, linksTo: undefined };
    compile(sourcesOf({ teapot: made, kettle: { ...made, isBroken: true } }), { cache });
    const again = await reread(storeCache(cache));
    expect([...(again?.files.values() ?? [])].map(({ path, output }) => [path, output === null])).toEqual([
      ['mcp/kettle.md', true],
      ['mcp/teapot.md', false],
    ]);
    const mended = sourcesOf({ teapot: made, kettle: { ...made, related: [] } });
    expect(resultOf(compile(mended, { cache: again ?? emptyCache() }))).toEqual(resultOf(compile(mended)));
  });
});

describe('a stored cache', () => {
  const made = { word: 'tea', title: 'Pot', day: 1, related: ['kettle'], isBroken: false, linksTo: 'kettle' };
  const cache = emptyCache();
  compile(sourcesOf({ teapot: made, kettle: { ...made, related: [], linksTo: undefined } }), { cache });
  const stored = storeCache(cache);

  /** Every file of it, by its name. */
  const filesOf = ({ index, files }: StoredCache): Map<string, Buffer> =>
    new Map([
      ['index', Buffer.from(index)],
      ...[...files].map(([name, content]) => [name, Buffer.from(content())] as const),
    ]);

  it('is the same when it was read and stored again', async () => {
    const again = await reread(stored);
    expect(again).toBeDefined();
    expect(filesOf(storeCache(again ?? emptyCache()))).toEqual(filesOf(stored));
  });

  it('leaves the tables of its articles to the storage', async () => {
    const lengths: number[] = [];
    const put = (content: Uint8Array) => {
      lengths.push(content.length);
      return () => content;
    };
    const { index, files } = stored;
    const blob = async (name: string): Promise<Buffer> => Buffer.from(files.get(name)?.() ?? []);
    const packs = new Set([...cache.packs.values()].map(({ sha256 }) => sha256));
    const lost = (): never => expect.unreachable();
    const again = await readStoredCache({ index, blob, packs, readPack: lost }, { put, putPack: put });
    expect(again?.files.size).toBe(2);
    expect(lengths.map((length) => length > 0)).toEqual([true, true]);
  });

  it('is written anew where a file changed, and nowhere else', async () => {
    const site = Object.fromEntries(names.map((name) => [name, { ...made, related: [], linksTo: undefined }]));
    const many = emptyCache();
    const sources = sourcesOf(site);
    const guides = Array.from({ length: 200 }, (_, at) => entryOf('', `guides/empty-${at}.md`));
    const entries = [...guides, ...sources.entries];
    check({ entries, now: 0 }, 'build', { cache: many });
    const first = storeCache(many);
    const again = (await reread(first)) ?? emptyCache();
    const changed = entries.map((entry) => (entry.path === 'mcp/spoon.md' ? entryOf('x', entry.path) : entry));
    check({ entries: changed, now: 0 }, 'build', { cache: again });
    const second = storeCache(again);
    const groups = (of: StoredCache): string[] =>
      (JSON.parse(of.index.split('\n')[1] ?? '').groups as [number, string][]).map(([, name]) => name);
    expect(groups(first).length).toBeGreaterThan(2);
    expect(groups(second).filter((name) => !groups(first).includes(name))).toHaveLength(1);
  });

  it('is none when a single byte of it is another, wherever; of a pack that is found when it is read', async () => {
    const original = filesOf(stored);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...original.keys()),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (part, at, change) => {
          const bytes = Buffer.from(original.get(part) ?? []);
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ change;
          const damaged: StoredCache =
            part === 'index'
              ? { ...stored, index: bytes.toString('latin1') }
              : { ...stored, files: new Map([...stored.files, [part, () => bytes]]) };
          const read = await reread(damaged);
          if (part.endsWith('.pack'))
            expect(() => [...(read?.packs.values() ?? [])].map(({ content }) => content)).toThrow(LostPack);
          else expect(read).toBeUndefined();
        },
      ),
      { numRuns: 200 },
    );
  });
});
