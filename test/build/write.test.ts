import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Edition } from '../../build/assemble.ts';
import { publishEdition } from '../../build/write.ts';
import { temporaryFolder } from '../site.ts';
import { smallDiskAt } from '../small-disk.ts';
import { editionAbout, editionsIn, faultsIn, pointerIn } from './editions.ts';

const keep = 5;
const [tea, pot, lid, cup] = ['Tea', 'Pot', 'Lid', 'Cup'].map(editionAbout) as [Edition, Edition, Edition, Edition];

describe('publishing', () => {
  it('puts the edition under its buildId, every byte of it, and points to it', async () => {
    const out = await temporaryFolder();
    expect(await publishEdition(out, tea, { keep })).toEqual({ buildId: tea.buildId, isNew: true });
    expect(await pointerIn(out)).toBe(`${tea.buildId}\n`);
    expect(await editionsIn(out)).toEqual([tea.buildId]);
    for (const [path, content] of tea.files)
      expect(Buffer.compare(await readFile(join(out, 'editions', tea.buildId, path)), content)).toBe(0);
    expect(await faultsIn(out)).toEqual([]);
  });

  it('leaves nothing in the folder but editions and current', async () => {
    const out = await temporaryFolder();
    for (const edition of [tea, pot, tea, lid]) await publishEdition(out, edition, { keep: 2 });
    expect((await readdir(out)).sort()).toEqual(['current', 'editions']);
    expect(await editionsIn(out)).toEqual([tea.buildId, lid.buildId].sort());
  });

  it('takes over what is the same in the edition that is served, and nothing that is damaged there', async () => {
    const out = await temporaryFolder();
    await publishEdition(out, tea, { keep });
    const isSame = ([path, content]: [string, Uint8Array]): boolean =>
      tea.files.get(path)?.length === content.length && Buffer.compare(tea.files.get(path) ?? content, content) === 0;
    const [damaged = '', ...taken] = [...pot.files].filter(isSame).map(([path]) => path);
    expect(taken).not.toEqual([]);
    const served = join(out, 'editions', tea.buildId);
    await writeFile(join(served, damaged), 'x');
    await publishEdition(out, pot, { keep });
    expect(await faultsIn(out)).toEqual([]);
    const fileOf = async (path: string, { buildId }: Edition) => (await stat(join(out, 'editions', buildId, path))).ino;
    for (const path of taken) expect(await fileOf(path, pot), path).toBe(await fileOf(path, tea));
    expect(await fileOf(damaged, pot)).not.toBe(await fileOf(damaged, tea));
  });

  it('makes the folders that are missing', async () => {
    const out = join(await temporaryFolder(), 'deep', 'er');
    await publishEdition(out, tea, { keep });
    expect(await faultsIn(out)).toEqual([]);
  });

  it('twice is unchanged: no file is written again', async () => {
    const out = await temporaryFolder();
    await publishEdition(out, tea, { keep });
    const manifest = join(out, 'editions', tea.buildId, 'manifest.json');
    const before = await stat(manifest);
    expect(await publishEdition(out, tea, { keep })).toEqual({ buildId: tea.buildId, isNew: false });
    const after = await stat(manifest);
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect(await faultsIn(out)).toEqual([]);
  });

  it.each<[string, (folder: string) => Promise<void>]>([
    ['a changed byte', (folder) => appendFile(join(folder, 'catalogue.json'), ' ')],
    ['a missing file', (folder) => rm(join(folder, 'bodies/0000.pack'))],
    ['an empty manifest', (folder) => writeFile(join(folder, 'manifest.json'), '')],
    [
      'nothing left in it',
      (folder) =>
        rm(folder, { recursive: true })
          .then(() => mkdir(folder))
          .then(() => undefined),
    ],
  ])('replaces an edition of the same name with %s', async (_name, damage) => {
    const out = await temporaryFolder();
    await publishEdition(out, tea, { keep });
    await damage(join(out, 'editions', tea.buildId));
    expect(await publishEdition(out, tea, { keep })).toEqual({ buildId: tea.buildId, isNew: true });
    expect(await faultsIn(out)).toEqual([]);
    expect(await editionsIn(out)).toEqual([tea.buildId]);
  });
});

describe('the history', () => {
  it('keeps as many editions as asked for, the newest', async () => {
    const out = await temporaryFolder();
    for (const edition of [tea, pot, lid, cup]) await publishEdition(out, edition, { keep: 3 });
    expect(await editionsIn(out)).toEqual([pot.buildId, lid.buildId, cup.buildId].sort());
  });

  it('counts from when an edition was last published, so that going back and forth loses nothing', async () => {
    const out = await temporaryFolder();
    for (const edition of [tea, pot, lid, tea, cup]) await publishEdition(out, edition, { keep: 3 });
    expect(await editionsIn(out)).toEqual([lid.buildId, tea.buildId, cup.buildId].sort());
  });

  it('of one is the served edition', async () => {
    const out = await temporaryFolder();
    for (const edition of [tea, pot]) await publishEdition(out, edition, { keep: 1 });
    expect(await editionsIn(out)).toEqual([pot.buildId]);
    expect(await faultsIn(out)).toEqual([]);
  });
});

describe('what an interrupted build left', () => {
  /** The name of a folder that a process of this number was writing. */
  async function leave(out: string, process: number): Promise<string> {
    const name = `.incoming-${process}-1700000000000-${'a'.repeat(12)}`;
    await mkdir(join(out, 'editions', name), { recursive: true });
    await writeFile(join(out, 'editions', name, 'catalogue.json'), '{');
    return name;
  }

  it('is removed when its process is gone', async () => {
    const out = await temporaryFolder();
    await leave(out, spawnSync(process.execPath, ['--version']).pid);
    await publishEdition(out, tea, { keep });
    expect(await editionsIn(out)).toEqual([tea.buildId]);
  });

  it('is removed when its process had our number, as in a container that starts again', async () => {
    const out = await temporaryFolder();
    await leave(out, process.pid);
    await publishEdition(out, tea, { keep });
    expect(await editionsIn(out)).toEqual([tea.buildId]);
  });

  it('stays while its process lives: it may be publishing just now', async () => {
    const out = await temporaryFolder();
    const name = await leave(out, process.ppid);
    await publishEdition(out, tea, { keep: 1 });
    expect(await editionsIn(out)).toEqual([name, tea.buildId]);
  });
});

describe('publishing to a disk without room', () => {
  it('fails, leaves the edition that is served whole, and works again when there is room', async () => {
    const out = await temporaryFolder();
    const disk = smallDiskAt(out);
    const { buildId } = await publishEdition(out, tea, { keep });
    await disk.fill();
    const publishing = publishEdition(out, pot, { keep });
    await expect(publishing).rejects.toMatchObject({ code: expect.stringMatching(/^(?:ENOSPC|EFBIG)$/) });
    expect(await pointerIn(out)).toBe(`${buildId}\n`);
    expect(await faultsIn(out)).toEqual([]);
    await disk.free();
    const later = await publishEdition(out, pot, { keep });
    expect(await pointerIn(out)).toBe(`${later.buildId}\n`);
    expect(await faultsIn(out)).toEqual([]);
    expect(await editionsIn(out)).toEqual([buildId, later.buildId].sort());
  });
});
