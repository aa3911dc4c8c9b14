// Bodies lie on disk while they are served: what is answered is what was built, whatever becomes of the files.
import { readdirSync, readlinkSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { bodyNames, placeOf } from '../../build/edition/catalogue.ts';
import { editionsFolder } from '../../build/edition/locations.ts';
import type { Library } from '../../server/library.ts';
import { openEdition } from '../../server/opening/open-edition.ts';
import { DamagedPack, keptBodies, PackFile } from '../../server/packs.ts';
import { openShelf } from '../../server/shelf.ts';
import { startServer } from '../server.ts';
import { damages, pointedAt } from './edition-folder.ts';
import { slugs, smallEdition } from './small-site.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const packOf = async (folder: string): Promise<string> =>
  join(folder, editionsFolder, await pointedAt(folder), 'bodies/0000.pack');

const addressed = async (folder: string): Promise<[string, string]> => [folder, await pointedAt(folder)];

/** How many files below a folder this process has open. */
function packsOpen(folder: string): number {
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

describe('a body that was read', () => {
  test('is the one that lies in its pack', async () => {
    const folder = await smallEdition();
    const { library, contents } = await openEdition(...(await addressed(folder)));
    expect([...contents.packs.values()].every((pack) => pack instanceof PackFile)).toBe(true);
    const pack = await readFile(await packOf(folder));
    library.articles.forEach(({ bodies }, position) => {
      for (const name of bodyNames) {
        const [offset, length] = placeOf(bodies, name);
        expect(library.body(position, name).equals(pack.subarray(offset, offset + length)), name).toBe(true);
      }
    });
  });

  test('is kept for whoever asks next', async () => {
    const { library } = await openEdition(...(await addressed(await smallEdition())));
    expect(library.body(0, 'json.both')).toBe(library.body(0, 'json.both'));
  });
});

describe('a pack that is damaged while it is served', () => {
  // What lies behind the last body, and a file that is gone, are no loss.
  const harmful = damages.filter(({ title, of }) => of(Buffer.alloc(8)) !== undefined && !title.startsWith('longer'));

  test.each(harmful)('and is $title gives the bytes that were built, or none', async ({ of }) => {
    const folder = await smallEdition();
    const path = await packOf(folder);
    const whole = await readFile(path);
    const { library } = await openEdition(...(await addressed(folder)));
    await writeFile(path, of(whole) ?? '');
    let damaged = 0;
    library.articles.forEach(({ bodies }, position) => {
      for (const name of bodyNames) {
        const [offset, length] = placeOf(bodies, name);
        try {
          expect(library.body(position, name).equals(whole.subarray(offset, offset + length))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedPack);
          expect(String(error)).toContain('bodies/0000.pack');
          expect(String(error)).not.toContain(folder);
          damaged += 1;
        }
      }
    });
    expect(damaged).toBeGreaterThan(0);
  });

  test('is a bug to callers, in every face, and the log names the file', async () => {
    const folder = await smallEdition();
    const server = await startServer(folder);
    await writeFile(await packOf(folder), '');
    for (const path of ['/api/v1/articles/teapot', '/api/v1/search?q=vessel', '/api/v1/context?q=vessel']) {
      const { status, body } = await server.json(path);
      expect([path, status, body.error]).toEqual([path, 500, expect.objectContaining({ code: 'INTERNAL_ERROR' })]);
      expect(JSON.stringify(body)).not.toContain('.pack');
    }
    expect((await server.get('/en/articles/teapot')).status).toBe(500);
    const told = server.logLines.filter((line) => line.includes('bodies/0000.pack is damaged'));
    expect(told.length).toBeGreaterThanOrEqual(4);
    expect((await server.get('/healthz')).status).toBe(200);
  });

  test('does not take away what was answered before', async () => {
    const folder = await smallEdition();
    const server = await startServer(folder);
    const { body } = await server.json('/api/v1/articles/teapot');
    await writeFile(await packOf(folder), '');
    expect((await server.json('/api/v1/articles/teapot')).body.data).toEqual(body.data);
  });
});

describe('descriptors', () => {
  test('keep an edition readable that was deleted, and are closed when nobody holds its library', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const folder = await smallEdition(0);
    const shelf = await openShelf(folder, quiet);
    const ofOne = packsOpen(folder);
    const first = await pointedAt(folder);
    let held: Library | undefined = shelf.library;
    for (let generation = 1; generation <= 3; generation += 1) {
      await smallEdition(generation, folder);
      await shelf.refresh();
    }
    await rm(join(folder, editionsFolder), { recursive: true });
    // A request that began long ago is still answered.
    expect(held.buildId).toBe(first);
    expect(held.articles.map((_, position) => held?.body(position, 'markdown.en').length)).not.toContain(0);
    expect(slugs.map((_, position) => shelf.library.body(position, 'item.both').length)).not.toContain(0);
    held = undefined;
    for (let round = 0; round < 100 && packsOpen(folder) > ofOne; round += 1) {
      collect();
      await setImmediate();
    }
    expect(ofOne).toBeGreaterThan(0);
    expect(packsOpen(folder)).toBe(ofOne);
    expect(shelf.library.body(0, 'page.en').length).toBeGreaterThan(0);
  });

  test('of an edition that is refused are closed at once', async () => {
    const folder = await smallEdition();
    await writeFile(join(folder, editionsFolder, await pointedAt(folder), 'pages.json'), '');
    await expect(openEdition(...(await addressed(folder)))).rejects.toThrow('pages.json');
    expect(packsOpen(folder)).toBe(0);
  });

  test('of a pack that was closed are closed once', async () => {
    const { contents } = await openEdition(...(await addressed(await smallEdition())));
    const { place } = contents.packs.get('bodies/0000.pack') as PackFile;
    const pack = new PackFile(place, keptBodies());
    pack.close();
    pack.close();
    expect(() => pack.body([0, 1, ''])).toThrow(DamagedPack);
  });
});
