import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editionsFolder } from '../../build/edition/locations.ts';
import { pointedAt } from '../server/edition-folder.ts';
import { smallEdition } from '../server/small-site.ts';
import { startServer } from '../server.ts';
import { copyOf } from '../site.ts';
import { stele } from './command.ts';

let published: string;
/** The buildIds of the editions, oldest first; the last one is current. */
let ids: string[];
beforeAll(async () => {
  published = await smallEdition(0);
  ids = [await pointedAt(published)];
  for (const generation of [1, 2]) ids.push(await pointedAt(await smallEdition(generation, published)));
});

/** A copy of the editions for one test. Their modification times are set, because they give the order of publication. */
let folder: string;
beforeEach(async () => {
  folder = await copyOf(published);
  for (const [index, id] of ids.entries()) await utimes(join(folder, editionsFolder, id), index + 1, index + 1);
});

const rollback = (...given: string[]) => stele(['rollback', ...given, '--edition', folder]);

describe('stele rollback', () => {
  it('without arguments switches to the edition published before the current one, and a server loads it', async () => {
    const server = await startServer(folder, { watchEveryMs: 3_600_000 });
    const { code, stdout, stderr } = await rollback();
    expect([code, stderr, await pointedAt(folder)]).toEqual([0, '', ids[1]]);
    const [now, before] = [ids[1]?.slice(0, 12), ids[2]?.slice(0, 12)];
    expect(stdout.replaceAll(/ \(\d{4}-\d\d-\d\dT[\d:]{8}Z\)/g, ' at')).toBe(
      `the current edition is ${now} at with 4 articles; previously it was ${before} at\n`,
    );
    await server.currentEdition.refresh();
    expect(server.currentEdition.library.buildId).toBe(ids[1]);
  });

  it('switches to the older or newer edition whose buildId begins with the given digits', async () => {
    expect((await rollback(ids[0]?.slice(0, 8) ?? '')).code).toBe(0);
    expect(await pointedAt(folder)).toBe(ids[0]);
    const { code, stdout } = await rollback(ids[2] ?? '', '--locale', 'zh');
    expect([code, await pointedAt(folder)]).toEqual([0, ids[2]]);
    expect(stdout).toContain(`当前版本现在是 ${ids[2]?.slice(0, 12)}`);
  });

  it('changes nothing if the given edition is already current', async () => {
    const { code, stdout } = await rollback('current');
    expect([code, await pointedAt(folder)]).toEqual([0, ids[2]]);
    expect(stdout).toContain('is already the current edition');
  });

  it('repairs a missing or damaged file `current`', async () => {
    await writeFile(join(folder, 'current'), 'nonsense\n');
    expect((await rollback()).code).toBe(0);
    expect(await pointedAt(folder)).toBe(ids[2]);
    await rm(join(folder, 'current'));
    expect((await rollback(ids[1] ?? '')).code).toBe(0);
    expect(await pointedAt(folder)).toBe(ids[1]);
  });

  it('refuses a damaged edition, and does not change the current one', async () => {
    const edition = join(folder, editionsFolder, ids[1] ?? '');
    const bytes = await readFile(join(edition, 'bodies/0000.pack'));
    await writeFile(join(edition, 'bodies/0000.pack'), bytes.toReversed());
    const { code, stdout, stderr } = await rollback();
    expect([code, stdout, await pointedAt(folder)]).toEqual([2, '', ids[2]]);
    expect(stderr).toMatch(/^stele: edition [0-9a-f]{12} is damaged, or .*\.pack is damaged: .*\. Name another kept/);
    await rm(join(edition, 'manifest.json'));
    expect((await rollback(ids[1] ?? '')).stderr).toContain(': manifest.json is missing. Name another kept edition');
  });
});
