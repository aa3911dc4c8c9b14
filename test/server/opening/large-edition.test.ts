// An edition so large that its catalogue lies in parts and its tables in pieces: a small one here, under other limits. It answers
// as the same articles in whole files do, and what is wrong with a part is said by the name of the part.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../build/compile.ts';
import { editionsFolder } from '../../../build/edition/locations.ts';
import { readAssets, readContent } from '../../../build/read.ts';
import { publishEdition } from '../../../build/write.ts';
import { openEdition } from '../../../server/opening/open-edition.ts';
import { repositoryRoot, temporaryFolder } from '../../site.ts';
import { pointedAt, sealChanged } from '../edition-folder.ts';
import { slugs, smallContent, smallEdition } from '../small-site.ts';

/** Parts of this many rows, pieces of this many bytes. */
const most = { rows: 1, pieceBytes: 500 };

async function inParts(generation = 0, outFolder?: string): Promise<string> {
  const sources = {
    entries: await readContent(await smallContent(generation)),
    assets: await readAssets(repositoryRoot),
  };
  const { edition } = compile(sources, { most });
  if (edition === undefined) throw new Error('the small site does not compile');
  const out = outFolder ?? (await temporaryFolder());
  await publishEdition(out, edition, { keep: 5 });
  return out;
}

const opened = async (folder: string) => (await openEdition(folder, await pointedAt(folder))).library;

describe('an edition in parts', () => {
  it('has no file of which only its size says that it is cut', async () => {
    const folder = await inParts();
    const manifest = JSON.parse(
      await readFile(join(folder, editionsFolder, await pointedAt(folder), 'manifest.json'), 'utf8'),
    );
    const paths = Object.keys(manifest.files);
    expect(paths).not.toContain('catalogue.json');
    expect(paths.filter((path) => path.startsWith('catalogue/'))).toHaveLength(slugs.length);
    for (const name of ['postings', 'lookups', 'tables']) {
      expect(paths).not.toContain(`search/${name}.bin`);
      expect(paths.filter((path) => path.startsWith(`search/${name}.bin.`)).length).toBeGreaterThan(1);
    }
  });

  it.each([
    ['whole', undefined],
    ['as far as needed', 0],
  ])('is opened, %s, as the same articles in whole files are', async (_how, wholeBytesMax) => {
    const [folder, other] = [await inParts(), await smallEdition()];
    const { library } = await openEdition(folder, await pointedAt(folder), wholeBytesMax);
    const expected = await opened(other);
    expect(library.articles).toEqual(expected.articles);
    expect(library.collection.terms.names).toEqual(expected.collection.terms.names);
    for (const query of ['vessel', '茶具', 'samovr spout']) {
      const [own, same] = [library, expected].map(({ rank, having }) => rank(query, having({})[0]).page(0, 9));
      expect(own).toEqual(same);
    }
  });

  it('is compared with kept editions, whether these are in parts or not', async () => {
    const folder = await smallEdition(0);
    await inParts(0, folder);
    await inParts(1, folder);
    const { earlier, incomparable } = (await opened(folder)).history;
    expect(incomparable).toEqual([]);
    expect(earlier.map(({ changed, added, removed }) => [changed.size, added.length, removed.length])).toEqual([
      [slugs.length, 0, 0],
      [slugs.length, 0, 0],
    ]);
  });

  it.each(['catalogue/0001.json', 'search/postings.bin.0001', 'search/tables.bin.0000', 'search/lookups.bin.0001'])(
    'is refused by the name of the part when %s is damaged',
    async (name) => {
      const folder = await inParts();
      const buildId = await pointedAt(folder);
      const path = join(folder, editionsFolder, buildId, name);
      const content = await readFile(path);
      await writeFile(path, content.subarray(1));
      await expect(openEdition(folder, buildId, 0)).rejects.toThrow(`${name} has ${content.length - 1} bytes`);
      content[0] = (content[0] ?? 0) ^ 1;
      await writeFile(path, content);
      await expect(openEdition(folder, buildId, 0)).rejects.toThrow(`${name} is damaged`);
    },
  );

  it('is refused when two parts of its catalogue have one article', async () => {
    const folder = await inParts();
    const buildId = await sealChanged(folder, (files) => {
      const part = files.get('catalogue/0000.json');
      if (part !== undefined) files.set('catalogue/0001.json', part);
    });
    await expect(openEdition(folder, buildId)).rejects.toThrow('catalogue.json has two articles of one slug');
  });
});
