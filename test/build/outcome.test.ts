// What a build with nothing to do relies on: that the sources are those of the last build, and that what it published is whole.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileKey } from '../../build/compiled-file.ts';
import { sha256 } from '../../build/edition/hash.ts';
import { manifestFile, pointerFile } from '../../build/edition/locations.ts';
import { isPublished, type Outcome, readOutcome, sourcesKey, writeOutcome } from '../../build/outcome.ts';
import { readContent } from '../../build/read.ts';
import { readServedEdition } from '../../build/served-edition.ts';
import { publishEdition } from '../../build/write.ts';
import { articleText, fixtures, temporaryFolder } from '../site.ts';
import { editionAbout } from './editions.ts';
import { entryOf } from './sources.ts';

async function published() {
  const out = await temporaryFolder();
  const edition = editionAbout('tea');
  await publishEdition(out, edition, { keep: 5 });
  const folder = join(out, 'editions', edition.buildId);
  const manifest = sha256(edition.files.get(manifestFile) ?? '');
  return { out, folder, known: { buildId: edition.buildId, manifest }, paths: [...edition.files.keys()] };
}

describe('a published edition', () => {
  it('is recognised when it is whole', async () => {
    const { out, known } = await published();
    expect(isPublished(readServedEdition(out), known)).toBe(true);
    expect(isPublished(readServedEdition(await temporaryFolder()), known)).toBe(false);
  });

  it('is not taken for whole when any file of it is damaged or missing', async () => {
    const { out, folder, known, paths } = await published();
    for (const path of paths) {
      const content = await readFile(join(folder, path));
      const damaged = Buffer.from(content);
      damaged[0] = (damaged[0] ?? 0) ^ 1;
      await writeFile(join(folder, path), damaged);
      expect([path, isPublished(readServedEdition(out), known)]).toEqual([path, false]);
      await rm(join(folder, path));
      expect([path, isPublished(readServedEdition(out), known)]).toEqual([path, false]);
      await writeFile(join(folder, path), content);
    }
    expect(isPublished(readServedEdition(out), known)).toBe(true);
  });

  it('is not the one that is served when the pointer names another', async () => {
    const { out, known } = await published();
    await writeFile(join(out, pointerFile), `${'0'.repeat(64)}\n`);
    expect(isPublished(readServedEdition(out), known)).toBe(false);
  });
});

it('to tell whether sources changed takes no second look at what was read', async () => {
  let looks = 0;
  const put = (content: Uint8Array) => () => {
    looks += 1;
    return content;
  };
  const entries = await readContent(join(fixtures, 'site'), { put, putPack: put });
  const plain = await readContent(join(fixtures, 'site'));
  expect(sourcesKey({ entries, assets: [] })).toBe(sourcesKey({ entries: plain, assets: [] }));
  expect(entries.map(fileKey)).toEqual(plain.map(fileKey));
  expect(looks).toBe(0);
  expect(entries.length).toBeGreaterThan(1);
});

describe('the outcome of the last build', () => {
  const sources = { entries: [entryOf(articleText())], assets: [] };
  const outcome: Outcome = { sources: sourcesKey(sources), buildId: 'b', manifest: 'm', articles: 1, messages: [] };

  it('is known for the very same sources and no others', async () => {
    const folder = await temporaryFolder();
    await writeOutcome(folder, outcome);
    expect(await readOutcome(folder, sourcesKey(sources))).toEqual(outcome);
    const others = [
      { ...sources, entries: [entryOf(articleText({ zhTitle: '水壶' }))] },
      { ...sources, entries: [entryOf(articleText(), 'mcp/kettle.md')] },
      { ...sources, entries: [] },
      { ...sources, assets: [{ name: 'site.css', bytes: Buffer.from('p {}') }] },
    ];
    for (const other of others) expect(await readOutcome(folder, sourcesKey(other))).toBeUndefined();
  });

  it('is not known when it was damaged, or when there was none', async () => {
    const folder = await temporaryFolder();
    expect(await readOutcome(folder, outcome.sources)).toBeUndefined();
    await writeOutcome(folder, outcome);
    const text = await readFile(join(folder, 'outcome'), 'utf8');
    await writeFile(join(folder, 'outcome'), text.replace('"articles":1', '"articles":2'));
    expect(await readOutcome(folder, outcome.sources)).toBeUndefined();
  });
});
