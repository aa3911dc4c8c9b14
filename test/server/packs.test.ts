// The server reads article bodies from disk for each answer. An answer never contains changed bytes, even if a file is damaged.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyNames, placeOf } from '../../build/edition/catalogue.ts';
import { editionsFolder } from '../../build/edition/locations.ts';
import { openEdition } from '../../server/library.ts';
import { DamagedPack } from '../../server/packs.ts';
import { startServer } from '../server.ts';
import { damages, pointedAt } from './edition-folder.ts';
import { smallEdition } from './small-site.ts';

// The first compilation takes long. In `beforeAll` it does not count against the timeout of a test.
beforeAll(() => smallEdition());

const packOf = async (folder: string): Promise<string> =>
  join(folder, editionsFolder, await pointedAt(folder), 'bodies/0000.pack');

describe('a pack (a file with the bodies of articles) that is damaged while it is served', () => {
  const harmful = damages.filter(({ title }) => /^emptied|^cut in half|^one bit/.test(title));

  test.each(harmful)('gives the original bytes or an error, but never changed bytes ($title)', async ({ of }) => {
    const folder = await smallEdition();
    const path = await packOf(folder);
    const whole = await readFile(path);
    const library = await openEdition(folder, await pointedAt(folder));
    await writeFile(path, of(whole) ?? '');
    let damaged = 0;
    library.articles.forEach(({ bodies }, position) => {
      for (const name of bodyNames) {
        const [offset, length] = placeOf(bodies, name);
        try {
          expect(library.body(position, name).equals(whole.subarray(offset, offset + length))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedPack);
          damaged += 1;
        }
      }
    });
    expect(damaged).toBeGreaterThan(0);
  });

  test('makes the API and the pages answer with 500, and the log names the file', async () => {
    const folder = await smallEdition();
    const server = await startServer(folder);
    await writeFile(await packOf(folder), '');
    for (const path of ['/api/v1/articles/teapot', '/api/v1/search?q=vessel', '/api/v1/context?q=vessel']) {
      const { status, body } = await server.json(path);
      expect([status, body.error.code], path).toEqual([500, 'INTERNAL_ERROR']);
      expect(JSON.stringify(body)).not.toContain('.pack');
    }
    expect((await server.get('/en/articles/teapot')).status).toBe(500);
    const named = server.logLines.filter((line) => line.includes('bodies/0000.pack is damaged'));
    expect(named.length).toBeGreaterThanOrEqual(4);
    expect((await server.get('/healthz')).status).toBe(200);
  });
});
