// An edition too large to be verified before the first answer: every byte of an answer is verified when it is read, and a thread
// verifies the rest.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { editionsFolder } from '../../build/edition/locations.ts';
import { EditionError } from '../../server/edition-files.ts';
import { startServer } from '../server.ts';
import { pointedAt } from './edition-folder.ts';
import { slugs, smallEdition } from './small-site.ts';

// The first compilation of a worker is the slowest.
beforeAll(() => smallEdition());

/** Every edition is larger than this. */
const large = { wholeBytesMax: 0 };

/** Changes a bit in the middle of a file. */
async function damage(folder: string, name: string): Promise<void> {
  const path = join(folder, editionsFolder, await pointedAt(folder), name);
  const content = await readFile(path);
  content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
  await writeFile(path, content);
}

test('a large edition is answered from at once, and is ready when the rest is verified', async () => {
  const server = await startServer(await smallEdition(), { parts: large });
  expect((await server.json('/api/v1/search?q=vessel')).body.data.items).toHaveLength(slugs.length);
  const before = await server.get('/readyz');
  expect([before.status, (await before.json()).status]).toEqual([503, 'verifying']);
  await server.verified;
  const after = await server.get('/readyz');
  expect([after.status, (await after.json()).status]).toEqual([200, 'ready']);
});

test.each(['bodies/0000.pack', 'pages.pack', 'discovery/llms.txt', 'search/0001.json'])(
  'a large edition is refused by the name of the file when %s is damaged, and answers no damaged byte before',
  async (name) => {
    const folder = await smallEdition();
    const intact = await startServer(folder);
    const paths = ['/en/', '/llms.txt', ...slugs.map((slug) => `/en/articles/${slug}`)];
    const texts = new Map<string, string>();
    for (const path of paths) texts.set(path, await (await intact.get(path)).text());
    await damage(folder, name);
    const server = await startServer(folder, { parts: large });
    for (const path of paths) {
      const response = await server.get(path);
      const text = await response.text();
      if (response.status === 200) expect(text.replaceAll(server.origin, intact.origin)).toBe(texts.get(path));
      else expect(response.status).toBe(500);
    }
    await expect(server.verified).rejects.toThrow(EditionError);
    await expect(server.verified).rejects.toThrow(name);
    expect((await server.get('/readyz')).status).toBe(503);
  },
);

test('a small edition is verified whole before the first answer', async () => {
  const folder = await smallEdition();
  const small = { wholeBytesMax: 2 ** 20 };
  const server = await startServer(folder, { parts: small });
  expect((await server.get('/readyz')).status).toBe(200);
  await damage(folder, 'pages.pack');
  await expect(startServer(folder, { parts: small })).rejects.toThrow('pages.pack is damaged');
});
