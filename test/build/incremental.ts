// Checks that a build gives the same bytes and messages with the cache of earlier builds as without a cache.
import { createHash } from 'node:crypto';
import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { BuildCache, LostRecord } from '../../build/cache.ts';
import { type Compilation, check, compile } from '../../build/compile.ts';
import { type Sources, siteFileName } from '../../build/source/entry.ts';
import { articleText, temporaryFolder } from '../site.ts';
import { entryOf } from './sources.ts';

export const assets = [{ name: 'site.css', bytes: Buffer.from('p {}') }];
const names = ['teapot', 'kettle', 'spoon', 'sieve', 'saucer'] as const;
const words = ['tea', 'milk', 'sugar', '茶', '牛奶', 'pour/slowly', 'C++'];

/** The files of a site by name. Each value has the parts from which the text of the file is made. */
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
const domainsCalled = (name: string): string =>
  `domains: [{ id: mcp, name: { zh: ${name}, en: ${name} }, description: { zh: 茶。, en: Tea. } }]\n`;
/** The content of the site file; an empty string means that there is no site file. */
const settings = fc.constantFrom(
  '',
  'name: { zh: 茶室, en: Tea room }\n',
  domainsCalled('Tea'),
  domainsCalled('Pot'),
  'name: 1\n',
);

/** One round: an edit that writes or removes an article, a build, and an action on the cache (`between`). */
const step = fc.record({
  name: fc.constantFrom(...names),
  making: fc.option(fc.oneof({ weight: 4, arbitrary: making.map((made) => ({ ...made, isBroken: false })) }, making), {
    nil: undefined,
  }),
  between: fc.constantFrom('nothing', 'check', 'prune', 'damage', 'remove', 'other style'),
  settings,
  /** Selects the cache file to damage or remove, modulo the number of files. */
  file: fc.nat(),
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

/** Compiles like `stele build`: if a cached record was removed or damaged, compiles again with an empty cache. */
export function resultWith(cache: BuildCache, sources: Sources): unknown {
  try {
    return resultOf(compile(sources, { cache }));
  } catch (error) {
    if (!(error instanceof LostRecord)) throw error;
    cache.clear();
    return resultOf(compile(sources, { cache }));
  }
}

/** Compares builds that use a cache with clean builds, after any sequence of edits, errors, checks and damage to the cache. */
export function equalsCleanBuilds(numRuns: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const folder = join(await temporaryFolder(), 'cache');
      const site: Site = {};
      for (const { name, making: made, between, file, settings: text } of steps) {
        if (made === undefined) delete site[name];
        else site[name] = made;
        const sources = sourcesOf(site);
        if (text !== '') sources.entries = [...sources.entries, entryOf(text, siteFileName)];
        const cache = new BuildCache(folder);
        if (between === 'check') check(sources, 'check', { cache });
        if (between === 'other style')
          resultWith(cache, { ...sources, assets: [{ name: 'site.css', bytes: Buffer.from('b {}') }] });
        expect(resultWith(cache, sources)).toEqual(resultOf(compile(sources)));
        expect(check(sources, 'check', { cache }).messages).toEqual(check(sources, 'check').messages);
        if (between === 'prune') cache.prune(['file', 'bodies', 'search', 'pack', 'check']);
        const kept = (await readdir(folder).catch(() => [])).sort();
        const victim = join(folder, kept[file % Math.max(1, kept.length)] ?? 'none');
        if (between === 'damage' && kept.length > 0) await appendFile(victim, '!');
        if (between === 'remove') await rm(victim, { force: true });
      }
    }),
    { numRuns },
  );
}
