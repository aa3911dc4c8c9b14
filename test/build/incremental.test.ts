// The build cache stores compiled files, packs of article bodies, and the result of the last build. With that result, a build whose
// sources have not changed stops early.
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BuildCache, type Outcome, readOutcome, sourcesKey, writeOutcome } from '../../build/cache.ts';
import { check, compile } from '../../build/compile.ts';
import { pointerFile } from '../../build/edition/locations.ts';
import type { Sources } from '../../build/source/entry.ts';
import { digestOf } from '../../build/trust/digest.ts';
import { isServed, publishEdition } from '../../build/write.ts';
import { articleText, temporaryFolder } from '../site.ts';
import { editionAbout } from './editions.ts';
import { assets, equalsCleanBuilds, resultOf, resultWith, sourcesOf } from './incremental.ts';
import { articleWith, entryOf } from './sources.ts';

describe('a build with a cache', () => {
  it('gives the same result as a clean build, after any edits, errors, checks and damage to the cache', () =>
    equalsCleanBuilds(5));

  it('updates the changed title of an article in all articles that link to it, whatever pack file they are in', () => {
    const site = (title: string): Sources => ({
      assets,
      entries: Array.from({ length: 66 }, (_, at) => {
        const parts = at === 0 ? { enTitle: title } : { fields: { related: '[art_0]' } };
        return entryOf(articleText({ id: `art_${at}`, ...parts }), `mcp/cup-${at}.md`);
      }),
    });
    const cache = new BuildCache();
    compile(site('Pot'), { cache });
    expect(resultWith(cache, site('Kettle'))).toEqual(resultOf(compile(site('Kettle'))));
  });
});

it('a build with a cache computes the ages of records and overdue reviews for the day of the build, not for the cached day', () => {
  const digest = digestOf(articleWith({}).texts);
  const verification = `[{ verifier: Li, result: passed, at: 2026-01-05T00:00:00Z, digest: ${digest} }]`;
  const text = articleText({ fields: { verification, reviewBy: '2026-09-01' } });
  const on = (day: string): Sources => ({ assets, entries: [entryOf(text)], day });
  const cache = new BuildCache();
  const results = ['2026-02-01', '2026-08-01', '2026-09-02', '2026-02-01'].map((day) => {
    const kept = resultWith(cache, on(day));
    expect(kept, day).toEqual(resultOf(compile(on(day))));
    return JSON.stringify(kept);
  });
  expect(new Set(results).size).toBe(3);
});

describe('a build cache', () => {
  const made = { word: 'tea', title: 'Pot', day: 1, related: ['kettle'], isBroken: false, linksTo: 'kettle' };
  const sources = sourcesOf({ teapot: made, kettle: { ...made, related: [], linksTo: undefined } });

  it('ignores a file of which a single byte changed', async () => {
    const folder = join(await temporaryFolder(), 'cache');
    const clean = resultOf(compile(sources, { cache: new BuildCache(folder) }));
    const names = await readdir(folder);
    const kinds = names.map((name) => name.replace(/^.*\./, ''));
    expect(kinds.sort().join(' ')).toBe('bodies bodies file file pack search search');
    for (const name of names) {
      const original = await readFile(join(folder, name));
      for (const at of [0, 40, original.length - 1]) {
        const damaged = Buffer.from(original);
        damaged[at] = (damaged[at] ?? 0) ^ 1;
        await writeFile(join(folder, name), damaged);
        expect(new BuildCache(folder).read(name as `${string}.file`)).toBeUndefined();
        expect(resultWith(new BuildCache(folder), sources)).toEqual(clean);
      }
    }
  });

  it('deletes the records that the last build did not use and the least recently used cache folders, but no other file', async () => {
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
    const own = join(all, named(15));
    compile(sources, { cache: new BuildCache(own) });
    check(sources, 'check', { cache: new BuildCache(own) });
    const cache = new BuildCache(own);
    compile({ ...sources, entries: sources.entries.slice(1) }, { cache });
    cache.prune(['file', 'bodies', 'search', 'pack']);
    const kinds = (await readdir(own)).map((name) => name.replace(/^.*\./, ''));
    expect(kinds.sort().join(' ')).toBe('bodies check check file pack search');
    expect((await readdir(all)).sort()).toEqual([...others.slice(0, 7), named(14), named(15), ...foreign].sort());
    expect(await readdir(join(all, 'work'))).toEqual(['kept']);
  });

  it('keeps the bodies of unchanged articles, because the next edit needs them', async () => {
    const folder = join(await temporaryFolder(), 'cache');
    compile(sources, { cache: new BuildCache(folder) });
    const written = await readdir(folder);
    const cache = new BuildCache(folder);
    compile(sources, { cache });
    cache.prune(['file', 'bodies', 'search', 'pack']);
    expect(await readdir(folder)).toEqual(written);
  });
});

it('isServed is true for the served edition only while all its files are intact', async () => {
  const out = await temporaryFolder();
  const edition = editionAbout('tea');
  await publishEdition(out, edition, { keep: 5 });
  const folder = join(out, 'editions', edition.buildId);
  const isKnown = (): boolean => isServed(out, edition.buildId);
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
  expect(isServed(await temporaryFolder(), edition.buildId)).toBe(false);
});

it('readOutcome returns the last outcome only for identical sources and an intact file', async () => {
  const folder = await temporaryFolder();
  const sources: Sources = { entries: [entryOf(articleText())], assets: [] };
  const outcome: Outcome = { sources: sourcesKey(sources), buildId: 'b', articles: 1, messages: [] };
  expect(readOutcome(folder, outcome.sources)).toBeUndefined();
  writeOutcome(folder, outcome);
  expect(readOutcome(folder, sourcesKey(sources))).toEqual(outcome);
  for (const other of [
    { ...sources, entries: [entryOf(articleText({ zhTitle: '水壶' }))] },
    { ...sources, entries: [entryOf(articleText(), 'mcp/kettle.md')] },
    { ...sources, entries: [] },
    { ...sources, assets },
  ])
    expect(readOutcome(folder, sourcesKey(other))).toBeUndefined();
  const text = await readFile(join(folder, 'outcome'), 'utf8');
  await writeFile(join(folder, 'outcome'), text.replace('"articles":1', '"articles":2'));
  expect(readOutcome(folder, outcome.sources)).toBeUndefined();
});
