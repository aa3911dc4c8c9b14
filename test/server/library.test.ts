// Editions with correct hashes whose content this server cannot serve. Another compiler, or a bug, could write them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { EditionFiles } from '../../build/assemble.ts';
import { compile } from '../../build/compile.ts';
import { catalogue, catalogueTexts } from '../../build/edition/catalogue.ts';
import { catalogueFile, editionsFolder, manifestFile, searchTablesFile } from '../../build/edition/locations.ts';
import { formatVersion, manifestText, piecesOf, sealManifest } from '../../build/edition/manifest.ts';
import { readAssets, readContent } from '../../build/read.ts';
import { publishEdition } from '../../build/write.ts';
import { EditionError, readEdition } from '../../server/edition-files.ts';
import { openEdition } from '../../server/library.ts';
import { startServer } from '../server.ts';
import { publishFolder, repositoryRoot, temporaryFolder } from '../site.ts';
import { pointedAt, sealChanged } from './edition-folder.ts';
import { smallContent, smallEdition } from './small-site.ts';

// The first compilation takes long. In `beforeAll` it does not count against the timeout of a test.
beforeAll(() => smallEdition());

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Changes one value in a JSON file of an edition. */
function changeJson(files: Map<string, Buffer>, path: string, change: (content: never) => unknown): void {
  const content = JSON.parse(files.get(path)?.toString('utf8') ?? 'null');
  files.set(path, json(change(content as never)));
}

interface Row {
  slug: string;
  bodies: string;
}

type Change = Parameters<typeof sealChanged>[1];
const unchanged: Change = () => undefined;

const cases: [title: string, change: Change, content: Parameters<typeof sealChanged>[2], message: RegExp][] = [
  [
    'terms of another version of the text analyser',
    unchanged,
    { analyser: { version: 999, hash: 'a'.repeat(64) } },
    /^manifest\.json names another text analyser than this server's/,
  ],
  ['no catalogue', (files) => void files.delete('catalogue.json'), {}, /^catalogue\.json is not part of the edition$/],
  [
    'a page beyond the end of its pack',
    (files) => changeJson(files, 'pages.json', (places: object) => ({ ...places, 'en/home': [1e9, 1, 'tag'] })),
    {},
    /^pages\.json places en\/home beyond the end of pages\.pack$/,
  ],
  [
    'a body beyond the end of its pack',
    (files) => void files.set('bodies/0000.pack', Buffer.from('short')),
    {},
    /^catalogue\.json places a body of [a-z]+ beyond the end of bodies\/0000\.pack$/,
  ],
  [
    'two articles with one slug',
    (files) =>
      changeJson(files, 'catalogue.json', ({ articles }: { articles: Row[] }) => ({
        articles: articles.map((row) => ({ ...row, slug: 'teapot' })),
      })),
    {},
    /^catalogue\.json does not match its schema: .*two articles have the same slug/,
  ],
  [
    'a part of its index without entries',
    (files) => changeJson(files, 'search/0001.json', (part: { key: string }) => ({ ...part, entries: [] })),
    {},
    /^search\/tables\.bin: the tables refer to terms that the index does not have$/,
  ],
  [
    'postings of articles that do not exist',
    (files) =>
      changeJson(files, 'search/0001.json', (part: { entries: [string, unknown][] }) => ({
        ...part,
        entries: part.entries.map(([term]) => [term, [[1e9]]]),
      })),
    {},
    /^search\/0001\.json: an entry is not a posting of one of the articles$/,
  ],
  [
    'a test query (canary) that does not find its article',
    unchanged,
    { canary: { query: 'zymurgy', slug: 'teapot' } },
    /^the search index does not find the article teapot by its own title$/,
  ],
];

describe('an edition with correct hashes', () => {
  test.each(cases)('is refused if it has %s', async (_title, change, content, message) => {
    const folder = await smallEdition();
    const buildId = await sealChanged(folder, change, content);
    const opening = openEdition(folder, buildId);
    await expect(opening).rejects.toThrow(EditionError);
    await expect(opening).rejects.toThrow(message);
  });

  test('is refused before its other files are read if it has another format version', async () => {
    const folder = await smallEdition();
    const buildId = await pointedAt(folder);
    const other = { formatVersion: formatVersion + 1, shape: 'unknown' };
    await writeFile(join(folder, editionsFolder, buildId, manifestFile), JSON.stringify(other));
    await expect(readEdition(folder, buildId)).rejects.toThrow(
      `manifest.json has format version ${formatVersion + 1}, this server reads version ${formatVersion}`,
    );
  });

  test.each(['../../../outside.json', '/etc/hostname', 'pages/../../x', 'a\\..\\b', ''])(
    'is refused if it names the file %j, which is not opened',
    async (name) => {
      const folder = await smallEdition();
      const buildId = await sealChanged(folder, unchanged, { files: { [name]: { sha256: 'a'.repeat(64), bytes: 1 } } });
      await expect(readEdition(folder, buildId)).rejects.toThrow('manifest.json names a file outside the edition');
    },
  );
});

test('an edition whose catalogue and search tables are split into parts gives the same answers', async () => {
  const content = await smallContent();
  const sources = { entries: await readContent(content), assets: await readAssets(repositoryRoot) };
  const { edition } = compile(sources);
  if (edition === undefined) throw new Error('the small site does not compile');
  const files = new EditionFiles();
  for (const [path, bytes] of edition.files) {
    const content = Buffer.from(bytes);
    if (path === catalogueFile) {
      const { articles } = catalogue.parse(JSON.parse(content.toString('utf8')));
      for (const [part, text] of catalogueTexts(articles, 1)) files.set(part, Buffer.from(text));
    } else if (path === searchTablesFile) {
      for (const [part, piece] of piecesOf(path, content, 500)) files.set(part, piece);
    } else if (path !== manifestFile) files.set(path, content);
  }
  const { selfHash: _, buildId: __, ...made } = edition.manifest;
  const manifest = sealManifest({ ...made, files: files.table() });
  files.set(manifestFile, Buffer.from(manifestText(manifest)));
  const inParts = await temporaryFolder();
  await publishEdition(inParts, { buildId: manifest.buildId, manifest, files }, { keep: 5 });
  const [one, other] = [await startServer(inParts), await startServer(await publishFolder(content))];
  for (const query of ['vessel', '茶具', 'samovr spout']) {
    const path = `/api/v1/search?q=${encodeURIComponent(query)}`;
    const { data } = (await one.json(path)).body;
    expect(data.items.length).toBeGreaterThan(0);
    expect(JSON.stringify(data).replaceAll(one.origin, other.origin)).toBe(
      JSON.stringify((await other.json(path)).body.data),
    );
  }
});
