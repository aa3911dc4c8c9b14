// A running server loads new editions, and keeps serving the old one while a new one is damaged or incomplete.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { editionsFolder, pointerFile } from '../../build/edition/locations.ts';
import { openCurrentEdition } from '../../server/current-edition.ts';
import { type Started, startServer } from '../server.ts';
import { pointedAt, pointTo, sealChanged } from './edition-folder.ts';
import { slugs, smallEdition, titleOf } from './small-site.ts';

// The first compilation takes long. In `beforeAll` it does not count against the timeout of a test.
beforeAll(() => smallEdition());

/** The interval is longer than any test, so only `refresh` reads the pointer. */
const unwatched = { watchEveryMs: 3_600_000 };

async function titlesServed(server: Started): Promise<string[]> {
  const { body } = await server.json('/api/v1/search?lang=en');
  return [...new Set<string>(body.data.items.map(({ title }: { title: { en: string } }) => title.en))];
}

/** The log lines whose message mentions an edition. The first line of a log does not. */
const editionLines = (server: Started): { msg: string; level: number }[] =>
  server.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => /edition/.test(msg));

describe('a new edition', () => {
  test('is loaded when the server reads the file `current` again', async () => {
    const folder = await smallEdition(0);
    const oldId = await pointedAt(folder);
    const server = await startServer(folder, unwatched);
    expect(await titlesServed(server)).toEqual([titleOf(0)]);
    await smallEdition(1, folder);
    await server.currentEdition.refresh();
    expect(await titlesServed(server)).toEqual([titleOf(1)]);
    // The server also knows the changes since the previous edition.
    const { data } = (await server.json(`/api/v1/changes?since=${oldId}`)).body;
    expect(data.counts).toEqual({ removed: 0, changed: slugs.length, added: 0 });
    expect(editionLines(server)).toMatchObject([{ msg: 'serving a new edition', buildId: await pointedAt(folder) }]);
  });

  test('that loads slowly never replaces an edition that was published later', async () => {
    const folder = await smallEdition(0);
    const server = await startServer(folder, unwatched);
    await smallEdition(2, folder);
    const newestId = await pointedAt(folder);
    const pointer = join(folder, pointerFile);
    await sealChanged(folder, (files) => void files.set('assets/large.css', Buffer.alloc(4_000_000)));
    const first = server.currentEdition.refresh();
    // By the time the test has read the pointer three times, the first refresh has read it once.
    for (let reading = 0; reading < 3; reading += 1) await readFile(pointer);
    await pointTo(folder, newestId);
    await Promise.all([first, server.currentEdition.refresh(), server.currentEdition.refresh({ again: true })]);
    expect(server.currentEdition.library.buildId).toBe(newestId);
    expect(editionLines(server)).toHaveLength(2);
  });
});

test('a refused edition is shown by /readyz and logged once, and the old edition is still served', async () => {
  const folder = await smallEdition(0);
  const oldId = await pointedAt(folder);
  const server = await startServer(folder, unwatched);
  await smallEdition(1, folder);
  const newId = await pointedAt(folder);
  await pointTo(folder, oldId);
  await writeFile(join(folder, editionsFolder, newId, 'pages.json'), 'damaged');
  await pointTo(folder, newId);
  await server.currentEdition.refresh();
  const ready = await server.get('/readyz');
  const { status, refusedEdition } = await ready.json();
  expect([ready.status, status, refusedEdition]).toEqual([200, 'ready', server.currentEdition.refusal]);
  expect(refusedEdition).toMatch(/^pages\.json has 7 bytes instead of \d+$/);
  expect(await titlesServed(server)).toEqual([titleOf(0)]);
  for (let look = 0; look < 20; look += 1) await server.currentEdition.refresh();
  await server.currentEdition.refresh({ again: true });
  expect(editionLines(server)).toMatchObject([
    { msg: 'refused an edition; the previous one stays in service', level: 50 },
  ]);
});

test('a named pipe in place of the file `current` is refused, and blocks neither later editions nor the stop of the server', async () => {
  const folder = await smallEdition(0);
  const server = await startServer(folder, unwatched);
  const pointer = join(folder, pointerFile);
  await rm(pointer);
  execFileSync('mkfifo', [pointer]);
  onTestFinished(async () => closeSync(openSync(pointer, constants.O_RDWR | constants.O_NONBLOCK)));
  await server.currentEdition.refresh();
  expect(server.currentEdition.refusal).toBe('current is not a regular file');
  expect(await titlesServed(server)).toEqual([titleOf(0)]);
  await rm(pointer);
  await smallEdition(1, folder);
  await server.currentEdition.refresh();
  expect(await titlesServed(server)).toEqual([titleOf(1)]);
  await rm(pointer);
  execFileSync('mkfifo', [pointer]);
  void server.currentEdition.refresh();
  await server.close();
});

test('an edition whose files arrive only after `current` names it is refused at first, and loaded when they are there', async () => {
  const folder = await smallEdition(0);
  const oldId = await pointedAt(folder);
  const server = await startServer(folder, unwatched);
  const elsewhere = await smallEdition(1);
  const newId = await pointedAt(elsewhere);
  await pointTo(folder, newId);
  await server.currentEdition.refresh();
  expect([server.currentEdition.refusal, server.currentEdition.library.buildId]).toEqual([
    expect.stringMatching(/is missing$/),
    oldId,
  ]);
  await rename(join(elsewhere, editionsFolder, newId), join(folder, editionsFolder, newId));
  await server.currentEdition.refresh();
  expect([server.currentEdition.refusal, server.currentEdition.library.buildId]).toEqual([undefined, newId]);
});

test('a new edition in a watched folder is loaded automatically', async () => {
  const folder = await smallEdition(0);
  let tell: (fields: object) => void = () => undefined;
  const news = new Promise<object>((resolve) => {
    tell = resolve;
  });
  const currentEdition = await openCurrentEdition(folder, { info: tell, warn: tell, error: tell });
  currentEdition.watch(5);
  onTestFinished(() => currentEdition.close());
  await smallEdition(1, folder);
  expect(await news).toMatchObject({ buildId: await pointedAt(folder) });
});

test('an unexpected error while an edition is loaded is logged, and later editions are still loaded', async () => {
  const folder = await smallEdition(0);
  const bug = new TypeError('a mistake in the program');
  const logged: object[] = [];
  let fails = true;
  const currentEdition = await openCurrentEdition(folder, {
    info() {
      if (fails) throw bug;
    },
    warn: () => undefined,
    error: (fields) => void logged.push(fields),
  });
  await smallEdition(1, folder);
  await currentEdition.refresh();
  expect(currentEdition.refusal).toBe('the edition cannot be opened; the log says why');
  expect(logged).toMatchObject([{ reason: currentEdition.refusal, err: bug }]);
  fails = false;
  await smallEdition(2, folder);
  await currentEdition.refresh();
  expect(currentEdition.refusal).toBeUndefined();
  expect(currentEdition.library.buildId).toBe(await pointedAt(folder));
});
