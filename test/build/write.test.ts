import { appendFile, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Edition } from '../../build/assemble.ts';
import { publishEdition } from '../../build/write.ts';
import { copyOf, temporaryFolder } from '../site.ts';
import { watchedDisk } from './disk.ts';
import { editionAbout, editionsIn, faultsIn, pointerIn } from './editions.ts';

const keep = 5;
const [tea, pot, lid, cup] = ['Tea', 'Pot', 'Lid', 'Cup'].map(editionAbout) as [Edition, Edition, Edition, Edition];

describe('publishing an edition', () => {
  it('writes the whole edition under its buildId, points to it, and leaves no other file', async () => {
    const out = join(await temporaryFolder(), 'deep', 'er');
    expect(await publishEdition(out, tea, { keep })).toEqual({ buildId: tea.buildId, isNew: true });
    expect(await pointerIn(out)).toBe(`${tea.buildId}\n`);
    expect(await editionsIn(out)).toEqual([tea.buildId]);
    expect((await readdir(out)).sort()).toEqual(['current', 'editions']);
    for (const [path, content] of tea.files)
      expect(Buffer.compare(await readFile(join(out, 'editions', tea.buildId, path)), content)).toBe(0);
    expect(await faultsIn(out)).toEqual([]);
  });

  it('reuses identical files of the served edition, except damaged ones', async () => {
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

  it('writes no file if the edition is already published', async () => {
    const out = await temporaryFolder();
    await publishEdition(out, tea, { keep });
    const manifest = join(out, 'editions', tea.buildId, 'manifest.json');
    const before = await stat(manifest);
    expect(await publishEdition(out, tea, { keep })).toEqual({ buildId: tea.buildId, isNew: false });
    const after = await stat(manifest);
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
    expect(await faultsIn(out)).toEqual([]);
  });

  it.each<[string, (folder: string) => Promise<unknown>]>([
    ['a changed byte', (folder) => appendFile(join(folder, 'catalogue.json'), ' ')],
    ['a missing file', (folder) => rm(join(folder, 'bodies/0000.pack'))],
    ['an empty manifest', (folder) => writeFile(join(folder, 'manifest.json'), '')],
    ['an empty folder', (folder) => rm(folder, { recursive: true }).then(() => mkdir(folder))],
  ])('replaces a published edition with the same buildId and %s', async (_name, damage) => {
    const out = await temporaryFolder();
    await publishEdition(out, tea, { keep });
    await damage(join(out, 'editions', tea.buildId));
    expect(await publishEdition(out, tea, { keep })).toEqual({ buildId: tea.buildId, isNew: true });
    expect(await faultsIn(out)).toEqual([]);
    expect(await editionsIn(out)).toEqual([tea.buildId]);
  });
});

it.each([
  ['keeps the requested number of editions, the newest ones', 3, [tea, pot, lid, cup], [pot, lid, cup]],
  ['is ordered by the last time that each edition was published', 3, [tea, pot, lid, tea, cup], [lid, tea, cup]],
  ['with one edition contains the served one', 1, [tea, pot], [pot]],
])('the history of editions %s', async (_, most, published, kept) => {
  const out = await temporaryFolder();
  for (const edition of published) await publishEdition(out, edition, { keep: most });
  expect(await editionsIn(out)).toEqual(kept.map(({ buildId }) => buildId).sort());
  expect(await faultsIn(out)).toEqual([]);
});

it.each([
  ['is removed when it was not modified for an hour', 61, false],
  ['stays when it was modified within an hour, because that build may still be running', 59, true],
])('the unfinished folder of another build %s', async (_, minutes, stays) => {
  const out = await temporaryFolder();
  const name = '.incoming-0b7f';
  await mkdir(join(out, 'editions', name), { recursive: true });
  await writeFile(join(out, 'editions', name, 'catalogue.json'), '{');
  const touched = new Date(Date.now() - minutes * 60_000);
  await utimes(join(out, 'editions', name), touched, touched);
  await publishEdition(out, tea, { keep: 1 });
  expect(await editionsIn(out)).toEqual(stays ? [name, tea.buildId] : [tea.buildId]);
});

it('publishing can fail at any step: the served edition stays intact, and a second try succeeds', async () => {
  const before = await temporaryFolder();
  for (const edition of [lid, tea]) await publishEdition(before, edition, { keep });
  const disk = watchedDisk();
  const counted = await copyOf(before);
  const steps = await disk.callsOf(() => publishEdition(counted, pot, { keep: 1 }));
  expect(steps).toBeGreaterThan(20);
  const served = new Set<string>();
  for (let step = 0; step < steps; step += 1) {
    const out = await copyOf(before);
    const stopped = disk.failingAfter(step, () => publishEdition(out, pot, { keep: 1 }));
    await expect(stopped, `stopped at step ${step}`).rejects.toThrow('ENOSPC');
    expect(await faultsIn(out), `stopped at step ${step}`).toEqual([]);
    expect((await readdir(out)).sort()).toEqual(['current', 'editions']);
    served.add((await pointerIn(out)).trimEnd());
    if (step % 5 !== 0) continue;
    await publishEdition(out, pot, { keep: 1 });
    const whole = (await editionsIn(out)).filter((name) => !name.startsWith('.'));
    expect([whole, await faultsIn(out)]).toEqual([[pot.buildId], []]);
  }
  expect([...served].sort()).toEqual([tea.buildId, pot.buildId].sort());
});
