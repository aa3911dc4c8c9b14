// A build whose cached packs were damaged makes the edition that a clean build makes.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCacheFiles } from '../../build/cache-files.ts';
import { loadCache } from '../../build/cache-folder.ts';
import { readServedEdition } from '../../build/served-edition.ts';
import type { Sources } from '../../build/source/entry.ts';
import { buildEdition, type EditionOutcome } from '../../scripts/build-edition.ts';
import { faultsIn } from '../build/editions.ts';
import { entryOf } from '../build/sources.ts';
import { articleText, temporaryFolder } from '../site.ts';

const sourcesOf = (word: string): Sources => ({
  assets: [{ name: 'site.css', bytes: Buffer.from('p {}') }],
  entries: ['teapot', 'kettle'].map((name) =>
    entryOf(
      articleText({ id: `art_${name}`, en: `## Cause\n\n${name === 'kettle' ? word : 'Tea'}.` }),
      `mcp/${name}.md`,
    ),
  ),
});

/** The cache lies two levels below the temporary folder: saving it removes other caches beside it. */
async function place() {
  const folder = await temporaryFolder();
  const cacheFolder = join(folder, 'caches', 'own');
  await mkdir(cacheFolder, { recursive: true });
  const build = (word: string, out: string): Promise<EditionOutcome> => {
    const outFolder = join(folder, out);
    const cacheFiles = Promise.resolve(readCacheFiles(cacheFolder));
    const served = Promise.resolve(readServedEdition(outFolder));
    return buildEdition(sourcesOf(word), { cacheFolder, cacheFiles, outFolder, served, keep: 5 });
  };
  return { folder, cacheFolder, build };
}

async function packsIn(cacheFolder: string): Promise<string[]> {
  const packs = (await readdir(cacheFolder)).filter((name) => name.endsWith('.pack'));
  expect(packs).not.toEqual([]);
  return packs.map((name) => join(cacheFolder, name));
}

describe('a build', () => {
  it.each([
    ['another word', 'Cup', 'out'],
    ['another output folder', 'Pot', 'elsewhere'],
  ])('for %s with a damaged pack begins again, and keeps a whole cache', async (_, word, out) => {
    const { folder, cacheFolder, build } = await place();
    await build('Pot', 'out');
    for (const path of await packsIn(cacheFolder)) await writeFile(path, 'damaged');
    const { built } = await build(word, out);
    const clean = await (await place()).build(word, 'out');
    expect(built).toEqual(clean.built);
    expect(await faultsIn(join(folder, out))).toEqual([]);
    expect((await loadCache(cacheFolder)).packs.size).toBe(1);
  });

  it('into the same folder reads no pack that did not change', async () => {
    const { folder, cacheFolder, build } = await place();
    const first = await build('Pot', 'out');
    for (const path of await packsIn(cacheFolder)) await writeFile(path, 'damaged');
    const { built } = await build('Pot', 'out');
    expect(built).toEqual({ ...(first.built as object), isNew: false });
    expect(await faultsIn(join(folder, 'out'))).toEqual([]);
  });
});
