// A build with whatever earlier builds kept gives what a clean one gives, byte for byte and message for message: the property,
// and caches as they are stored.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { readCacheFiles } from '../../build/cache-files.ts';
import { type CompilationCache, emptyCache } from '../../build/compilation-cache.ts';
import { type Compilation, check, compile } from '../../build/compile.ts';
import { readStoredCache } from '../../build/restored-cache.ts';
import type { Sources } from '../../build/source/entry.ts';
import { openSpillFile } from '../../build/spill-file.ts';
import { storeCache as storing } from '../../build/stored-cache.ts';
import { articleText, temporaryFolder } from '../site.ts';
import { entryOf } from './sources.ts';

export const assets = [{ name: 'site.css', bytes: Buffer.from('p {}') }];
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

export function sourcesOf(site: Site): Sources {
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

export function resultOf({ edition, messages }: Compilation): unknown {
  const files = [...(edition?.files ?? [])].map(([path, content]) => [
    path,
    createHash('sha256').update(content).digest('hex'),
  ]);
  return { buildId: edition?.buildId, files, messages };
}

/** A cache as it is stored: its index, and the content of every other file by its name. */
export interface StoredCache {
  index: string;
  files: Map<string, () => Uint8Array>;
}

export function storeCache(cache: CompilationCache): StoredCache {
  const files = new Map<string, () => Uint8Array>();
  const named = storing(cache);
  let next = named.next();
  for (; !next.done; next = named.next()) files.set(...next.value);
  return { index: next.value, files };
}

/** Writes a cache into a folder and reads it back from there; what is large stays on the disk. */
export async function reread({ index, files: stored }: StoredCache): Promise<CompilationCache | undefined> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'index'), index);
  for (const [name, content] of stored) await writeFile(join(folder, name), content());
  const storage = openSpillFile(folder, 0);
  onTestFinished(() => storage.close());
  const files = readCacheFiles(folder);
  return files && (await readStoredCache(files, storage));
}

async function meanwhile(what: string, cache: CompilationCache, sources: Sources): Promise<CompilationCache> {
  if (what === 'check') check(sources, 'check', { cache });
  if (what === 'other style') {
    compile({ ...sources, assets: [{ name: 'site.css', bytes: Buffer.from('b {}') }] }, { cache });
  }
  if (what === 'store') return (await reread(storeCache(cache))) ?? emptyCache();
  return what === 'forget' ? emptyCache() : cache;
}

/** Whatever was written, removed, broken, checked or stored between two builds. */
export function equalsCleanBuilds(numRuns: number): Promise<void> {
  return fc.assert(
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
    { numRuns },
  );
}
