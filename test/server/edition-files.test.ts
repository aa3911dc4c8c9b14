// The server opens an edition only if all its files are there and undamaged.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editionsFolder, manifestFile, pointerFile } from '../../build/edition/locations.ts';
import { readManifest } from '../../build/edition/manifest.ts';
import { openCurrentEdition } from '../../server/current-edition.ts';
import { EditionError } from '../../server/edition-files.ts';
import { silent } from '../server.ts';
import { temporaryFolder } from '../site.ts';
import { damages, filesOf, pointedAt, pointTo, sealChanged, whileDamaged } from './edition-folder.ts';
import { smallEdition } from './small-site.ts';

/** Returns why an edition folder cannot be opened; the test fails if it can be opened. */
async function refusalOf(folder: string): Promise<string> {
  const opened = await openCurrentEdition(folder, silent).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(opened).toBeInstanceOf(EditionError);
  const { message } = opened as EditionError;
  expect(message).not.toContain(folder);
  return message;
}

const folder = await smallEdition();
const buildId = await pointedAt(folder);
const files = await filesOf(folder, buildId);

/** The path of a file within its edition, as error messages name it. */
const nameOf = (path: string): string => path.slice(`${editionsFolder}/${buildId}/`.length);

test.each(damages)('an edition with a damaged file ($title) is refused, and the error names it', async (damage) => {
  for (const path of files) {
    await whileDamaged(join(folder, path), damage, async () => {
      expect(await refusalOf(folder)).toContain(nameOf(path));
    });
  }
});

/** Replaces a file by a pipe while `work` runs. */
async function whilePipe(path: string, work: () => Promise<void>): Promise<void> {
  const kept = `${path}.kept`;
  await rename(path, kept);
  execFileSync('mkfifo', [path]);
  try {
    await work();
  } finally {
    // Opening the pipe for writing releases a reader that waits for a writer.
    closeSync(openSync(path, constants.O_RDWR));
    await rename(kept, path);
  }
}

test('a named pipe in place of `current` or of a file of the edition is refused, and the error names the file', async () => {
  for (const path of [...files, pointerFile]) {
    await whilePipe(join(folder, path), async () => {
      const refusal = await refusalOf(folder);
      expect(refusal).toContain(path === pointerFile ? pointerFile : nameOf(path));
      expect(refusal).toContain('is not a regular file');
    });
  }
});

test.each([
  ['a device that never ends', (path: string) => symlink('/dev/zero', path), 'is not a regular file'],
  [
    'longer than a buildId',
    (path: string) => writeFile(path, ' '.repeat(2000)),
    'has 2000 bytes instead of at most 1024',
  ],
])('a file `current` that is %s is refused', async (_what, replace, why) => {
  const path = join(folder, pointerFile);
  await rm(path);
  await replace(path);
  expect(await refusalOf(folder)).toBe(`${pointerFile} ${why}`);
  await pointTo(folder, buildId);
});

test.each(damages)('a damaged `current` ($title) is refused, and the error names it', async (damage) => {
  await whileDamaged(join(folder, pointerFile), damage, async () => {
    expect(await refusalOf(folder)).toContain(pointerFile);
  });
});

test('the error for a folder without an edition names the missing file `current`', async () => {
  for (const folder of [
    await temporaryFolder(),
    join(await temporaryFolder(), 'nothing'),
    join(await smallEdition(), pointerFile),
  ])
    expect(await refusalOf(folder)).toContain(pointerFile);
});

test.each(['', 'latest', '../../etc', '0'.repeat(63), '0'.repeat(65), `/${'0'.repeat(63)}`, '\0'])(
  'a file `current` that holds %j is refused before other files are read',
  async (text) => {
    await whileDamaged(join(folder, pointerFile), { title: '', of: () => Buffer.from(text) }, async () => {
      expect(await refusalOf(folder)).toBe('current does not hold a buildId (64 hexadecimal digits)');
    });
  },
);

test('the error for a missing edition names the edition and the file `current`, which refers to it', async () => {
  const out = await smallEdition();
  await rm(join(out, editionsFolder), { recursive: true });
  expect(await refusalOf(out)).toMatch(
    /^manifest\.json of the edition that current names \([0-9a-f]{12}…\) is missing$/,
  );
});

test('an edition too large for memory is refused before it is read, and the error names its largest file', async () => {
  const out = await smallEdition();
  const reading = readManifest(await readFile(join(out, editionsFolder, await pointedAt(out), manifestFile), 'utf8'));
  if (!reading.ok) throw new Error(reading.reason);
  const row = { sha256: '0'.repeat(64), bytes: 2 ** 45 };
  await sealChanged(out, () => undefined, { files: { ...reading.manifest.files, 'assets/site.css': row } });
  expect(await refusalOf(out)).toBe(
    'manifest.json names files that would fill more than half of the memory; the largest is assets/site.css',
  );
});

test('an edition in a folder that has the name of another buildId is refused', async () => {
  const out = await smallEdition();
  const [ownId, otherId] = [await pointedAt(out), 'f'.repeat(64)];
  await rename(join(out, editionsFolder, ownId), join(out, editionsFolder, otherId));
  await pointTo(out, otherId);
  expect(await refusalOf(out)).toBe(
    `manifest.json belongs to edition ${ownId.slice(0, 12)} instead of ${otherId.slice(0, 12)}`,
  );
});
