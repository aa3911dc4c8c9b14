// New editions while serving: taken up, refused, repaired, rolled back.
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { editionsFolder, pointerFile } from '../../build/edition/locations.ts';
import { openShelf } from '../../server/shelf.ts';
import { type Started, startServer } from '../server.ts';
import { pointedAt, pointTo, sealChanged } from './edition-folder.ts';
import { smallEdition, titleOf } from './small-site.ts';

/** Longer than any test: only `refresh` looks at the pointer. */
const unwatched = { watchEveryMs: 3_600_000 };

async function titlesServed(server: Started): Promise<string[]> {
  const { body } = await server.json('/api/v1/search?lang=en');
  return [...new Set<string>(body.data.items.map(({ title }: { title: { en: string } }) => title.en))];
}

/** The lines of the log about editions, after that of the start. */
const editionLines = (server: Started): { msg: string; level: number }[] =>
  server.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => /edition/.test(msg));

describe('a new edition', () => {
  test('is taken up by a refresh', async () => {
    const folder = await smallEdition(0);
    const server = await startServer(folder, unwatched);
    expect(await titlesServed(server)).toEqual([titleOf(0)]);
    await smallEdition(1, folder);
    await server.shelf.refresh();
    expect(await titlesServed(server)).toEqual([titleOf(1)]);
    expect(editionLines(server)).toMatchObject([{ msg: 'serving a new edition', buildId: await pointedAt(folder) }]);
  });

  test('is taken up by the watcher by itself', async () => {
    const folder = await smallEdition(0);
    const server = await startServer(folder, { watchEveryMs: 5 });
    await smallEdition(1, folder);
    await vi.waitFor(async () => expect(await titlesServed(server)).toEqual([titleOf(1)]), { timeout: 60_000 });
  });

  test('gives way to the old one when the pointer is set back, with the entity tags of before', async () => {
    const folder = await smallEdition(0);
    const oldId = await pointedAt(folder);
    const server = await startServer(folder, unwatched);
    const tags = async (): Promise<(string | null)[]> => {
      const paths = ['/api/v1/search', '/api/v1/articles/teapot', '/en/articles/teapot', '/api/v1/domains'];
      return Promise.all(paths.map(async (path) => (await server.get(path)).headers.get('etag')));
    };
    const before = await tags();
    await smallEdition(1, folder);
    await server.shelf.refresh();
    const between = await tags();
    await pointTo(folder, oldId);
    await server.shelf.refresh();
    expect(await tags()).toEqual(before);
    expect(before).not.toContain(null);
    expect(between[1]).not.toBe(before[1]);
    expect(await titlesServed(server)).toEqual([titleOf(0)]);
  });

  test('is served last when several come at once: one that takes longer to load never wins over a later one', async () => {
    const folder = await smallEdition(0);
    const server = await startServer(folder, unwatched);
    await smallEdition(2, folder);
    const newestId = await pointedAt(folder);
    const pointer = join(folder, pointerFile);
    await sealChanged(folder, (files) => void files.set('assets/large.css', Buffer.alloc(40_000_000)));
    const first = server.shelf.refresh();
    // By now the first refresh has read the pointer, too.
    for (let reading = 0; reading < 3; reading += 1) await readFile(pointer);
    await pointTo(folder, newestId);
    await Promise.all([first, server.shelf.refresh(), server.shelf.refresh({ again: true })]);
    expect(server.shelf.library.buildId).toBe(newestId);
    expect(editionLines(server)).toHaveLength(2);
  });

  test('that is the served one changes nothing and is not logged', async () => {
    const folder = await smallEdition(0);
    const server = await startServer(folder, unwatched);
    const { library } = server.shelf;
    await smallEdition(0, folder);
    await server.shelf.refresh({ again: true });
    expect(server.shelf.library).toBe(library);
    expect(editionLines(server)).toEqual([]);
  });
});

describe('a refused edition', () => {
  async function withDamagedEdition(): Promise<{ folder: string; server: Started; repair: () => Promise<void> }> {
    const folder = await smallEdition(0);
    const oldId = await pointedAt(folder);
    const server = await startServer(folder, unwatched);
    await smallEdition(1, folder);
    const newId = await pointedAt(folder);
    await pointTo(folder, oldId);
    const path = join(folder, editionsFolder, newId, 'pages.json');
    const content = await readFile(path);
    await writeFile(path, 'damaged');
    await pointTo(folder, newId);
    await server.shelf.refresh();
    expect(server.shelf.refusal).toMatch(/^pages\.json has 7 bytes instead of \d+$/);
    return { folder, server, repair: () => writeFile(path, content) };
  }

  test('is logged once, however often it is looked at', async () => {
    const { server } = await withDamagedEdition();
    for (let look = 0; look < 20; look += 1) await server.shelf.refresh();
    await server.shelf.refresh({ again: true });
    expect(editionLines(server)).toMatchObject([{ msg: 'refused an edition; the old one serves on', level: 50 }]);
  });

  test('is taken up again when it is repaired and somebody says so', async () => {
    const { server, repair } = await withDamagedEdition();
    // After these two it would not be tried by itself with the next.
    for (let look = 1; look <= 2; look += 1) await server.shelf.refresh();
    await repair();
    await server.shelf.refresh({ again: true });
    expect(await titlesServed(server)).toEqual([titleOf(1)]);
    expect(server.shelf.refusal).toBeUndefined();
  });

  test('is tried again by itself, ever more rarely, for it may still be arriving', async () => {
    const { server, repair } = await withDamagedEdition();
    for (let look = 1; look <= 4; look += 1) await server.shelf.refresh();
    await repair();
    const looks = [];
    for (let look = 5; server.shelf.refusal !== undefined; look += 1) {
      await server.shelf.refresh();
      looks.push(look);
    }
    expect(looks).toEqual([5, 6, 7, 8]);
    expect(await titlesServed(server)).toEqual([titleOf(1)]);
  });

  test('does not keep a good one from being taken up', async () => {
    const { folder, server } = await withDamagedEdition();
    await smallEdition(2, folder);
    await server.shelf.refresh();
    expect(await titlesServed(server)).toEqual([titleOf(2)]);
    expect(server.shelf.refusal).toBeUndefined();
  });

  test('is forgotten when the pointer goes back to what is served', async () => {
    const { folder, server } = await withDamagedEdition();
    await pointTo(folder, server.shelf.library.buildId);
    await server.shelf.refresh();
    expect(server.shelf.refusal).toBeUndefined();
  });
});

test('an edition that arrives file by file, its pointer first, is taken up when it is whole', async () => {
  const folder = await smallEdition(0);
  const oldId = await pointedAt(folder);
  const server = await startServer(folder, { watchEveryMs: 5 });
  const elsewhere = await smallEdition(1);
  const newId = await pointedAt(elsewhere);
  await pointTo(folder, newId);
  await vi.waitFor(() => expect(server.shelf.refusal).toMatch(/is missing$/), { timeout: 60_000 });
  expect(server.shelf.library.buildId).toBe(oldId);
  await rename(join(elsewhere, editionsFolder, newId), join(folder, editionsFolder, newId));
  await vi.waitFor(() => expect(server.shelf.library.buildId).toBe(newId), { timeout: 60_000 });
  expect(server.shelf.refusal).toBeUndefined();
});

test('a mistake in the program while taking up an edition is in the log with its stack, and the watch goes on', async () => {
  const folder = await smallEdition(0);
  const bug = new TypeError('something that nobody thought of');
  const logged: object[] = [];
  let fails = true;
  const shelf = await openShelf(folder, {
    info() {
      if (fails) throw bug;
    },
    warn: () => undefined,
    error: (fields) => void logged.push(fields),
  });
  await smallEdition(1, folder);
  await shelf.refresh();
  expect(shelf.refusal).toBe('the edition cannot be opened; the log says why');
  expect(logged).toMatchObject([{ reason: shelf.refusal, err: bug }]);
  fails = false;
  await smallEdition(2, folder);
  await shelf.refresh();
  expect(shelf.refusal).toBeUndefined();
  expect(shelf.library.buildId).toBe(await pointedAt(folder));
});

test('a shelf that is closed lets go of what it was opening, says nothing of it, and takes up nothing more', async () => {
  const folder = await smallEdition(0);
  const served = await pointedAt(folder);
  const logged: object[] = [];
  const note = (fields: object): void => void logged.push(fields);
  const shelf = await openShelf(folder, { info: note, warn: note, error: note });
  await smallEdition(1, folder);
  const began = once(process, 'worker');
  const taking = shelf.refresh();
  await began;
  shelf.close();
  await taking;
  await shelf.refresh({ again: true });
  expect([shelf.library.buildId, shelf.refusal, shelf.reloads, logged]).toEqual([
    served,
    undefined,
    { served: 0, refused: 0 },
    [],
  ]);
});
