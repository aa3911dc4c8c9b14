// The thread that opens editions: what it hands over, and what becomes of a server when it comes to grief.
import { expect, test } from 'vitest';
import { EditionError } from '../../../server/edition-files.ts';
import { openingThread } from '../../../server/opening/opening-thread.ts';
import { openShelf } from '../../../server/shelf.ts';
import { pointedAt, pointTo } from '../edition-folder.ts';
import { smallEdition } from '../small-site.ts';

/** Not enough for the program alone. */
const tooLittle = { maxOldGenerationSizeMb: 4, maxYoungGenerationSizeMb: 1 };

test('editions are opened one after the other, each with its history', async () => {
  const folder = await smallEdition(0);
  const first = await pointedAt(folder);
  await smallEdition(1, folder);
  const second = await pointedAt(folder);
  const thread = openingThread(folder);
  for (const [buildId, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { library } = await thread.open(buildId);
    expect(library.buildId).toBe(buildId);
    expect(library.history.earlier.map((edition) => edition.buildId)).toEqual([other]);
  }
});

test('what cannot be served is refused in the words of who looked at it, and the next edition is opened', async () => {
  const folder = await smallEdition(0);
  const thread = openingThread(folder);
  const missing = '0'.repeat(64);
  await expect(thread.open(missing)).rejects.toThrow(
    new EditionError('manifest.json of the edition that current names (000000000000…) is missing'),
  );
  expect((await thread.open(await pointedAt(folder))).library.size).toBe(4);
});

test('an edition for which the memory is not enough is refused by its name, and the old one serves on', async () => {
  const folder = await smallEdition(0);
  const served = await pointedAt(folder);
  await smallEdition(1, folder);
  const next = await pointedAt(folder);
  await pointTo(folder, served);
  const logged: object[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (fields: object) => void logged.push(fields) };
  const shelf = await openShelf(folder, log, { limits: tooLittle });
  await pointTo(folder, next);
  for (let look = 0; look < 2; look += 1) await shelf.refresh({ again: true });
  const reason = `the edition ${next.slice(0, 12)}… could not be opened: the memory was not enough`;
  expect(shelf.refusal).toBe(reason);
  expect(shelf.library.buildId).toBe(served);
  expect(logged).toEqual([{ reason, buildId: next, serving: served }]);
});

test('a thread that is closed in the midst of its work gives up what it was asked for, and another takes its place', async () => {
  const folder = await smallEdition(0);
  const buildId = await pointedAt(folder);
  const thread = openingThread(folder);
  const opening = thread.open(buildId);
  thread.close();
  await expect(opening).rejects.toThrow(/ could not be opened: what opened it ended with code \d$/);
  expect((await thread.open(buildId)).library.size).toBe(4);
});
