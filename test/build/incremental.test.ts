// What a build keeps for the next one: compiled files and packs in a cache, and the outcome for a build with nothing to do.
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LostPack } from '../../build/cache-files.ts';
import { saveCache } from '../../build/cache-folder.ts';
import { emptyCache } from '../../build/compilation-cache.ts';
import { compile } from '../../build/compile.ts';
import { sha256 } from '../../build/edition/hash.ts';
import { manifestFile, pointerFile } from '../../build/edition/locations.ts';
import { isPublished, type Outcome, readOutcome, sourcesKey, writeOutcome } from '../../build/outcome.ts';
import { readServedEdition } from '../../build/served-edition.ts';
import type { Sources } from '../../build/source/entry.ts';
import { publishEdition } from '../../build/write.ts';
import { articleText, temporaryFolder } from '../site.ts';
import { editionAbout } from './editions.ts';
import { assets, equalsCleanBuilds, reread, resultOf, type StoredCache, sourcesOf, storeCache } from './incremental.ts';
import { entryOf } from './sources.ts';

describe('a build with what earlier builds kept', () => {
  it('gives what a clean build gives, whatever was written, removed, broken, checked or stored in between', () =>
    equalsCleanBuilds(5));

  it('shows the new title of an article in every pack that names it', () => {
    const textOf = (at: number, title: string): string =>
      articleText({ id: `art_${at}`, enTitle: title, fields: { related: at === 0 ? '[]' : '[art_0]' } });
    const site = (title: string): Sources => ({
      assets,
      entries: Array.from({ length: 66 }, (_, at) => entryOf(textOf(at, at === 0 ? title : 'Cup'), `mcp/cup-${at}.md`)),
    });
    const cache = emptyCache();
    compile(site('Pot'), { cache });
    expect(resultOf(compile(site('Kettle'), { cache }))).toEqual(resultOf(compile(site('Kettle'))));
    expect(cache.packs.size).toBe(2);
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
    expect(again?.files.size).toBe(2);
    expect(filesOf(storeCache(again ?? emptyCache()))).toEqual(filesOf(stored));
  });

  it('is none when a single byte of it is another, wherever; of a pack that is found when it is read', async () => {
    const original = filesOf(stored);
    const part = fc.constantFrom(...original.keys());
    await fc.assert(
      fc.asyncProperty(part, fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, at, change) => {
        const bytes = Buffer.from(original.get(name) ?? []);
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ change;
        const damaged: StoredCache =
          name === 'index'
            ? { ...stored, index: bytes.toString('latin1') }
            : { ...stored, files: new Map([...stored.files, [name, () => bytes]]) };
        const read = await reread(damaged);
        if (name.endsWith('.pack'))
          expect(() => [...(read?.packs.values() ?? [])].map(({ content }) => content)).toThrow(LostPack);
        else expect(read).toBeUndefined();
      }),
      { numRuns: 50 },
    );
  });

  it('removes the caches used longest ago when it is saved, and nothing else that lies beside it', async () => {
    const named = (digit: number): string => digit.toString(16).repeat(64);
    const all = join(await temporaryFolder(), 'caches');
    const others = Array.from({ length: 12 }, (_, digit) => named(digit));
    for (const [age, name] of others.entries()) {
      await mkdir(join(all, name), { recursive: true });
      await utimes(join(all, name), 1_000 - age, 1_000 - age);
    }
    const foreign = ['work', 'f'.repeat(63), `${'f'.repeat(64)}.bak`];
    for (const name of foreign) {
      await mkdir(join(all, name));
      await writeFile(join(all, name, 'kept'), '');
      await utimes(join(all, name), 1, 1);
    }
    await symlink(join(all, 'work'), join(all, named(14)));
    const own = named(15);
    await saveCache(join(all, own), emptyCache());
    expect((await readdir(all)).sort()).toEqual([...others.slice(0, 7), named(14), own, ...foreign].sort());
    expect(await readdir(join(all, 'work'))).toEqual(['kept']);
  });
});

describe('a published edition', () => {
  it('is recognised when it is whole, and not when any file is damaged or missing, or another one is served', async () => {
    const out = await temporaryFolder();
    const edition = editionAbout('tea');
    await publishEdition(out, edition, { keep: 5 });
    const folder = join(out, 'editions', edition.buildId);
    const known = { buildId: edition.buildId, manifest: sha256(edition.files.get(manifestFile) ?? '') };
    const isKnown = (): boolean => isPublished(readServedEdition(out), known);
    expect(isKnown()).toBe(true);
    for (const path of edition.files.keys()) {
      const content = await readFile(join(folder, path));
      const damaged = Buffer.from(content);
      damaged[0] = (damaged[0] ?? 0) ^ 1;
      await writeFile(join(folder, path), damaged);
      expect([path, isKnown()]).toEqual([path, false]);
      await rm(join(folder, path));
      expect([path, isKnown()]).toEqual([path, false]);
      await writeFile(join(folder, path), content);
    }
    expect(isKnown()).toBe(true);
    await writeFile(join(out, pointerFile), `${'0'.repeat(64)}\n`);
    expect(isKnown()).toBe(false);
    expect(isPublished(readServedEdition(await temporaryFolder()), known)).toBe(false);
  });
});

describe('the outcome of the last build', () => {
  it('is known for the very same sources and no others, and not when it is damaged or missing', async () => {
    const folder = await temporaryFolder();
    const sources: Sources = { entries: [entryOf(articleText())], assets: [] };
    const outcome: Outcome = { sources: sourcesKey(sources), buildId: 'b', manifest: 'm', articles: 1, messages: [] };
    expect(await readOutcome(folder, outcome.sources)).toBeUndefined();
    await writeOutcome(folder, outcome);
    expect(await readOutcome(folder, sourcesKey(sources))).toEqual(outcome);
    for (const other of [
      { ...sources, entries: [entryOf(articleText({ zhTitle: '水壶' }))] },
      { ...sources, entries: [entryOf(articleText(), 'mcp/kettle.md')] },
      { ...sources, entries: [] },
      { ...sources, assets },
    ])
      expect(await readOutcome(folder, sourcesKey(other))).toBeUndefined();
    const text = await readFile(join(folder, 'outcome'), 'utf8');
    await writeFile(join(folder, 'outcome'), text.replace('"articles":1', '"articles":2'));
    expect(await readOutcome(folder, outcome.sources)).toBeUndefined();
  });
});
