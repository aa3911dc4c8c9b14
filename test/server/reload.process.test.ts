// Reloading under load: no request fails, and no answer mixes two editions.
import { beforeAll, expect, test } from 'vitest';
import { type Started, startServer } from '../server.ts';
import { pointedAt, pointTo } from './edition-folder.ts';
import { getText, send } from './raw.ts';
import { slugs, smallEdition, titleOf } from './small-site.ts';

// The first compilation takes long. In `beforeAll` it does not count against the timeout of a test.
beforeAll(() => smallEdition());

const reloads = 8;
const clients = 2;

const paths = [
  '/api/v1/search?q=vessel',
  '/api/v1/search?lang=en',
  ...slugs.map((slug) => `/api/v1/articles/${slug}`),
  '/api/v1/articles/teapot?format=markdown',
  '/api/v1/articles/old-kettle',
  '/en/articles/samovar',
  '/articles/teapot.md',
  '/en/',
  '/en/docs',
  '/api/v1/domains',
  '/api/v1/changes?since=2020-01-01',
  `/api/v1/changes?have=${slugs.map((slug) => `${slug}@0123456789ab`)}`,
  '/readyz',
];

/** The generations of the small site whose texts occur in an answer. */
const generationsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/generation (\d+)|第(\d+)代/g)].map(([, en, zh]) => en ?? zh ?? ''));

/** Sends batches of requests until `isOver` returns true. Each batch uses one connection. */
async function request(server: Started, isOver: () => boolean, seen: Map<string, Set<string>>): Promise<void> {
  const batch = paths.map((path) => getText(path, [['Accept-Encoding', 'gzip']])).join('');
  while (!isOver()) {
    const { answers } = await send(server.port, batch, { answers: paths.length });
    expect(answers).toHaveLength(paths.length);
    answers.forEach((answer, index) => {
      const path = paths[index] ?? '';
      expect([200, 301], `${path}: ${answer.text}`).toContain(answer.status);
      const generations = generationsIn(answer.text);
      expect(generations.size, `${path} is made of generations ${[...generations]}`).toBeLessThanOrEqual(1);
      // An entity tag never belongs to two generations.
      const tag = `${path} ${answer.header('etag')}`;
      seen.set(tag, new Set([...(seen.get(tag) ?? []), ...generations]));
    });
  }
}

test('no request fails during 8 reloads under load, and every answer is from a single edition', async () => {
  const folder = await smallEdition(0);
  const ids = [await pointedAt(folder)];
  for (const generation of [1, 2, 3]) {
    await smallEdition(generation, folder);
    ids.push(await pointedAt(folder));
  }
  await pointTo(folder, ids[0] ?? '');
  const server = await startServer(folder, { watchEveryMs: 3_600_000 });
  const seen = new Map<string, Set<string>>();
  let isOver = false;
  const load = Promise.all(Array.from({ length: clients }, () => request(server, () => isOver, seen)));
  const reloading = (async () => {
    for (let reload = 1; reload <= reloads; reload += 1) {
      await pointTo(folder, ids[reload % ids.length] ?? '');
      await server.currentEdition.refresh();
      expect(server.currentEdition.library.buildId).toBe(ids[reload % ids.length]);
      // Waits for an answer between two reloads, so that requests run during each reload.
      const { body } = await server.json('/api/v1/articles/teapot');
      expect(body.data.title.en).toBe(titleOf(reload % ids.length));
    }
  })();
  await Promise.race([reloading, load]);
  isOver = true;
  await load;
  await reloading;
  expect([...seen.values()].every((generations) => generations.size <= 1)).toBe(true);
  expect(server.logLines.filter((line) => /"status":5|"level":50/.test(line))).toEqual([]);
});
