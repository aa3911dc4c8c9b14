// An edition is served whole and undamaged, or not at all.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { editionsFolder, manifestFile, pointerFile } from '../../build/edition/locations.ts';
import { readManifest } from '../../build/edition/manifest.ts';
import { EditionError } from '../../server/edition-files.ts';
import { openShelf } from '../../server/shelf.ts';
import { startServer } from '../server.ts';
import { temporaryFolder } from '../site.ts';
import { corruptionsOf, type Damage, damages, filesOf, pointedAt, pointTo, whileDamaged } from './edition-folder.ts';
import { slugs, smallEdition } from './small-site.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Why an edition folder cannot be opened; fails when it can. */
async function refusalOf(folder: string): Promise<string> {
  const opened = await openShelf(folder, quiet).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(opened).toBeInstanceOf(EditionError);
  const { message } = opened as EditionError;
  expect(message).not.toContain(folder);
  return message;
}

const folder = await smallEdition(0);
const oldId = await pointedAt(folder);
await smallEdition(1, folder);
const newId = await pointedAt(folder);
const files = await filesOf(folder, newId);

/** Without its last line end the pointer says the same. */
const pointerDamages = damages.filter(({ title }) => title !== 'cut by one byte');

/** How a file is named in messages: relative to its edition. */
const nameOf = (path: string): string => path.slice(`${editionsFolder}/${newId}/`.length);

test('the edition that is damaged below has every kind of file', () => {
  const kinds = new Set(files.map((path) => nameOf(path).replace(/\/.*/, '/')));
  expect([...kinds].sort()).toEqual(
    [
      'assets/',
      'bodies/',
      'catalogue.json',
      'discovery/',
      'facets.json',
      'making.json',
      'manifest.json',
      'pages.json',
      'pages.pack',
      'search/',
    ].sort(),
  );
});

const corruptions = await corruptionsOf(folder, files);
const corruptionsAt = (path: string): typeof corruptions =>
  corruptions.filter((corruption) => corruption.path === path);

test('at least 216 corruptions are tried, and each changes what is there', async () => {
  expect(corruptions.length).toBeGreaterThanOrEqual(216);
  for (const { path, of } of corruptions) {
    const content = await readFile(join(folder, path));
    expect(of(content)?.equals(content)).not.toBe(true);
  }
});

describe('at the start', () => {
  test.each(files)('%s is refused by its name, whatever became of it', async (path) => {
    for (const corruption of corruptionsAt(path)) {
      await whileDamaged(join(folder, path), corruption, async () => {
        expect(await refusalOf(folder), corruption.title).toContain(nameOf(path));
      });
    }
  });

  test('the same edition is served when nothing is the matter with it', async () => {
    expect((await openShelf(folder, quiet)).library.buildId).toBe(newId);
  });

  test.each(pointerDamages)('the pointer, $title, is refused by its name', async (damage: Damage) => {
    await whileDamaged(join(folder, pointerFile), damage, async () => {
      expect(await refusalOf(folder)).toContain(pointerFile);
    });
  });

  test('every byte of the manifest counts', async () => {
    const content = await readFile(join(folder, editionsFolder, newId, manifestFile));
    const unnoticed = [...content.keys()].filter((position) => {
      const changed = Buffer.from(content);
      changed[position] = (changed[position] ?? 0) ^ 1;
      const reading = readManifest(changed.toString('utf8'));
      return reading.ok && reading.manifest.buildId === newId;
    });
    expect(unnoticed).toEqual([]);
  });

  test.each([
    ['an empty folder', temporaryFolder],
    ['a folder that is not there', async () => join(await temporaryFolder(), 'nothing')],
    ['a file in place of the folder', async () => join(await smallEdition(), pointerFile)],
  ])('%s is refused, and the message names the pointer', async (_title, make) => {
    expect(await refusalOf(await make())).toContain(pointerFile);
  });

  test.each(['', 'latest', '../../etc', `${'0'.repeat(63)}`, `${'0'.repeat(65)}`, `/${'0'.repeat(63)}`, '\0'])(
    'a pointer that holds %j is refused without a look at other files',
    async (text) => {
      const out = await smallEdition();
      await writeFile(join(out, pointerFile), text);
      expect(await refusalOf(out)).toBe('current does not hold a buildId (64 hexadecimal digits)');
    },
  );

  test('a pointer to an edition that is gone is refused, and the message names both', async () => {
    const out = await smallEdition();
    await rm(join(out, editionsFolder), { recursive: true });
    expect(await refusalOf(out)).toMatch(
      /^manifest\.json of the edition that current names \([0-9a-f]{12}…\) is missing$/,
    );
  });

  test('an edition under another one’s name is refused', async () => {
    const out = await smallEdition();
    const [buildId, otherId] = [await pointedAt(out), 'f'.repeat(64)];
    await rename(join(out, editionsFolder, buildId), join(out, editionsFolder, otherId));
    await pointTo(out, otherId);
    expect(await refusalOf(out)).toBe(`manifest.json is that of edition ${buildId.slice(0, 12)}`);
  });

  test('a folder in place of a file is refused by the file’s name', async () => {
    const out = await smallEdition();
    const other = join(out, editionsFolder, await pointedAt(out), 'pages.json');
    await rm(other);
    await mkdir(other);
    expect(await refusalOf(out)).toBe('pages.json cannot be read (EISDIR)');
  });
});

describe('while serving', () => {
  test('every corruption of a new edition is refused by the name of the file, and the old edition serves on', async () => {
    await pointTo(folder, oldId);
    const server = await startServer(folder, { watchEveryMs: 3_600_000 });
    for (const path of files) {
      const name = nameOf(path);
      for (const corruption of corruptionsAt(path)) {
        await whileDamaged(join(folder, path), corruption, async () => {
          await pointTo(folder, newId);
          await server.shelf.refresh({ again: true });
        });
        const { refusal, library } = server.shelf;
        expect([refusal, library.buildId], `${name} ${corruption.title}`).toEqual([
          expect.stringContaining(name),
          oldId,
        ]);
        expect(refusal).not.toContain(folder);
        await pointTo(folder, oldId);
        await server.shelf.refresh();
        expect(server.shelf.refusal).toBeUndefined();
      }
    }
    expect((await server.json('/api/v1/search')).body.data.items).toHaveLength(slugs.length);
    await pointTo(folder, newId);
    await server.shelf.refresh();
    expect(await (await server.get('/readyz')).json()).toMatchObject({ buildId: newId, refusedEdition: null });
  });

  test.each(['manifest.json', 'catalogue.json'])('a refusal of %s is told by /readyz and by the log', async (name) => {
    await pointTo(folder, oldId);
    const server = await startServer(folder, { watchEveryMs: 3_600_000 });
    await whileDamaged(join(folder, editionsFolder, newId, name), { title: '', of: () => undefined }, async () => {
      await pointTo(folder, newId);
      await server.shelf.refresh({ again: true });
    });
    const refusal = await (await server.get('/readyz')).json();
    expect(refusal).toMatchObject({ status: 'ready', buildId: oldId, refusedEdition: expect.stringContaining(name) });
    expect(JSON.stringify(refusal)).not.toContain(folder);
    const told = server.logLines.map((line) => JSON.parse(line)).filter(({ reason }) => reason !== undefined);
    expect(told).toMatchObject([{ level: 50, reason: refusal.refusedEdition, buildId: newId, serving: oldId }]);
    await server.shelf.refresh();
    expect(await (await server.get('/readyz')).json()).toMatchObject({ buildId: newId, refusedEdition: null });
  });

  test('a damaged or missing pointer is refused, and the old edition serves on', async () => {
    const server = await startServer(folder, { watchEveryMs: 3_600_000 });
    for (const damage of pointerDamages) {
      await whileDamaged(join(folder, pointerFile), damage, () => server.shelf.refresh({ again: true }));
      const ready = await (await server.get('/readyz')).json();
      expect(ready.refusedEdition, damage.title).toContain(pointerFile);
      expect((await server.get('/api/v1/articles/teapot')).status).toBe(200);
      await server.shelf.refresh();
    }
    expect(server.shelf.refusal).toBeUndefined();
  });

  test('the served edition may be deleted: it is held in memory', async () => {
    const out = await smallEdition();
    const server = await startServer(out);
    await rm(join(out, editionsFolder), { recursive: true });
    for (const slug of slugs) expect((await server.get(`/api/v1/articles/${slug}`)).status).toBe(200);
  });
});
