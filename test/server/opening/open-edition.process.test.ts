// A server that starts reads what it needs to answer, and a thread verifies the rest: nothing that is wrong is answered meanwhile,
// and nothing that is wrong stays unnoticed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { editionsFolder } from '../../../build/edition/locations.ts';
import { EditionError } from '../../../server/edition-files.ts';
import { openEdition } from '../../../server/opening/open-edition.ts';
import { openShelf } from '../../../server/shelf.ts';
import { startServer } from '../../server.ts';
import { repositoryRoot, temporaryFolder } from '../../site.ts';
import { corruptionsOf, filesOf, pointedAt, sealChanged, whileDamaged } from '../edition-folder.ts';
import { slugs, smallEdition } from '../small-site.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** As with an edition that is too large to be verified first. */
const needed = { wholeBytesMax: 0 };

/** Swaps two bytes that differ, somewhere in the middle. */
async function damage(path: string): Promise<void> {
  const content = await readFile(path);
  content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
  await writeFile(path, content);
}

/** Serves in a process of its own, and stops: before what is left is verified, or in the midst of it. */
async function stoppedProcess(when: 'before' | 'amid'): Promise<{ code: number | null; said: string }> {
  const built = (...path: string[]): string => JSON.stringify(join(repositoryRoot, 'dist', 'js', 'server', ...path));
  const text = `
    import { readSettings } from ${built('config.js')};
    import { serve } from ${built('main.js')};
    const [edition, data] = process.argv.slice(1);
    const { settings } = readSettings({ port: '0', logLevel: 'error' }, { edition, data }, {});
    const running = await serve(settings, { version: '0.0.0', wholeBytesMax: 0 });
    const verified = ${when === 'amid' ? 'running.shelf.verify()' : 'running.verified'};
    // It has been begun by then, and a thread needs longer to be there.
    await new Promise((resolve) => setImmediate(resolve));
    await running.close();
    await verified;
    console.log(running.shelf.isVerified ? 'verified' : 'let go');`;
  const given = ['--input-type=module', '--eval', text, await smallEdition(), await temporaryFolder()];
  const child = spawn(process.execPath, given, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

describe('an edition that is opened for what is needed', () => {
  test.each(['before', 'amid'] as const)(
    'is no reason to wait when the server stops %s its verification',
    async (when) => {
      // Node ends with 13 when something is waited for that nothing can bring about any more.
      expect(await stoppedProcess(when)).toEqual({ code: 0, said: 'let go\n' });
    },
  );

  test('answers at once, and is ready when the rest is verified', async () => {
    const server = await startServer(await smallEdition(), { parts: needed });
    expect((await server.json('/api/v1/search?q=vessel')).body.data.items).toHaveLength(slugs.length);
    const before = await server.get('/readyz');
    expect([before.status, (await before.json()).status]).toEqual([503, 'verifying']);
    await server.verified;
    const after = await server.get('/readyz');
    expect([after.status, (await after.json()).status]).toEqual([200, 'ready']);
  });

  test('is ready as soon as it answers, or refused before it does, when it is small', async () => {
    const folder = await smallEdition();
    const small = { wholeBytesMax: 2 ** 20 };
    const server = await startServer(folder, { parts: small });
    expect((await server.get('/readyz')).status).toBe(200);
    await server.close();
    await damage(join(folder, editionsFolder, await pointedAt(folder), 'pages.pack'));
    await expect(startServer(folder, { parts: small })).rejects.toThrow('pages.pack is damaged');
  });

  test('finds what the whole one finds', async () => {
    const folder = await smallEdition();
    const buildId = await pointedAt(folder);
    const [whole, quick] = [await openEdition(folder, buildId), await openEdition(folder, buildId, 0)];
    expect(quick.library.articles).toEqual(whole.library.articles);
    expect(quick.library.collection.terms).toMatchObject({ names: whole.library.collection.terms.names });
    for (const query of ['vessel', '茶具', 'samovr spout']) {
      const [a, b] = [whole, quick].map(({ library }) => library.rank(query, library.having({})[0]));
      expect([b?.total, b?.page(0, 9)]).toEqual([a?.total, a?.page(0, 9)]);
    }
  });

  test.each(['bodies/0000.pack', 'pages.pack', 'discovery/llms.txt', 'search/0001.json'])(
    'is refused by the name of the file when %s is damaged, and no wrong byte was answered',
    async (name) => {
      const folder = await smallEdition();
      const path = join(folder, editionsFolder, await pointedAt(folder), name);
      const right = await startServer(folder);
      const answers = new Map<string, string>();
      const paths = ['/en/', '/llms.txt', ...slugs.map((slug) => `/en/articles/${slug}`)];
      for (const asked of paths) answers.set(asked, await (await right.get(asked)).text());
      const origin = right.origin;
      await right.close();
      await damage(path);
      const server = await startServer(folder, { parts: needed });
      for (const asked of paths) {
        const response = await server.get(asked);
        const text = await response.text();
        if (response.status === 200) expect(text.replaceAll(server.origin, origin)).toBe(answers.get(asked));
        else expect(response.status).toBe(500);
      }
      await expect(server.verified).rejects.toThrow(EditionError);
      await expect(server.verified).rejects.toThrow(name);
      expect((await server.get('/readyz')).status).toBe(503);
    },
  );

  test('is refused at the start or by who verifies it, whatever became of its files', async () => {
    const folder = await smallEdition();
    const files = await filesOf(folder, await pointedAt(folder));
    // A third of them: each opens a thread.
    const corruptions = (await corruptionsOf(folder, files)).filter((_, at) => at % 17 === 0);
    for (const corruption of corruptions) {
      await whileDamaged(join(folder, corruption.path), corruption, async () => {
        const opening = openShelf(folder, quiet, needed).then((shelf) => shelf.verify());
        await expect(opening, `${corruption.path} ${corruption.title}`).rejects.toThrow(EditionError);
      });
    }
  });

  test('and whose verified bytes have another shape is judged after all', async () => {
    const folder = await smallEdition();
    const buildId = await sealChanged(folder, (files) => void files.set('catalogue.json', Buffer.from('{}')));
    await expect(openEdition(folder, buildId, 0)).rejects.toThrow(/^catalogue\.json does not have its shape: /);
  });
});
