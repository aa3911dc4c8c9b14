// A build with a damaged cache must make the same edition as a clean build.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Sources } from '../../build/source/entry.ts';
import { buildEdition, type EditionOutcome } from '../../scripts/build-edition.ts';
import { faultsIn } from '../build/editions.ts';
import { entryOf } from '../build/sources.ts';
import { articleText, temporaryFolder } from '../site.ts';

const sourcesOf = (word: string): Sources => ({
  assets: [{ name: 'site.css', bytes: Buffer.from('p {}') }],
  entries: [
    entryOf(articleText({ id: 'art_teapot' })),
    entryOf(articleText({ id: 'art_kettle', en: `## Cause\n\n${word}.` }), 'mcp/kettle.md'),
  ],
});

/** The cache lies two levels below the temporary folder, because pruning a cache also removes caches beside it. */
async function place() {
  const folder = await temporaryFolder();
  const cacheFolder = join(folder, 'caches', 'own');
  const build = (word: string, out: string): Promise<EditionOutcome> =>
    buildEdition(sourcesOf(word), { cacheFolder, outFolder: join(folder, out), keep: 5 });
  return { folder, cacheFolder, build };
}

async function damageBodies(cacheFolder: string): Promise<void> {
  const names = (await readdir(cacheFolder)).filter((name) => name.endsWith('.bodies'));
  expect(names).toHaveLength(2);
  for (const name of names) await writeFile(join(cacheFolder, name), 'damaged');
}

describe('buildEdition', () => {
  it.each([
    ['a changed article', 'Cup', 'out'],
    ['another output folder', 'Pot', 'elsewhere'],
  ])('compiles again from scratch if cached bodies are damaged and the build has %s', async (_, word, out) => {
    const { folder, cacheFolder, build } = await place();
    await build('Pot', 'out');
    await damageBodies(cacheFolder);
    const { built } = await build(word, out);
    const clean = await (await place()).build(word, 'out');
    expect(built).toEqual(clean.built);
    expect(await faultsIn(join(folder, out))).toEqual([]);
  });
});
