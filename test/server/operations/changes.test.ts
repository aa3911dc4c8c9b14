// The changes since an edition or a time, and the state of texts that a caller has read. The editions are those of
// `test/server/tea-house.ts`.
import { afterAll, describe, expect, it } from 'vitest';
import { targetBytesMax } from '../../../server/middleware/well-formed.ts';
import { startContractOn } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf, publishFolder } from '../../site.ts';
import { pointTo } from '../edition-folder.ts';
import { digests, pointedOn, published, teaHouse } from '../tea-house.ts';

const house = await teaHouse();
const contract = await startContractOn(house.folder);
afterAll(() => contract.server.close());

const path = (query: string): string => `/api/v1/changes?${query}`;
const asked = async (query: string, of = contract) => (await of.api(path(query))).body;
const changed = async (query: string, of = contract) => {
  const { status, body } = await of.api(path(query));
  expect(status, query).toBe(200);
  return body.data;
};
const shown = ({ items }: { items: { change: string; slug: string }[] }): string[] =>
  items.map(({ change, slug }) => `${change} ${slug}`);

describe('changes since an edition', () => {
  it('list removed, changed and new articles by domain and slug, with the state before and after', async () => {
    const data = await changed(`since=${house.ids[0]}`);
    expect(shown(data)).toEqual(['removed spoon', 'changed boiler', 'changed teapot', 'changed lemon', 'added fork']);
    expect(data).toMatchObject({
      from: { buildId: house.ids[0], publishedAt: published[0] },
      to: { buildId: house.ids[2], publishedAt: published[2] },
      pagination: { page: 1, pageSize: 20, total: 5, totalPages: 1 },
    });
    const [spoon, boiler, , , fork] = data.items;
    const unchecked = { verificationStatus: 'unverified', confidenceScore: 30 };
    expect(spoon).toEqual({
      ...{ change: 'removed', id: 'art_spoon', slug: 'spoon', title: { zh: '勺子', en: 'Spoon' }, domain: 'skill' },
      ...{ before: { slug: 'spoon', digest: digests.spoon, ...unchecked }, after: null },
    });
    expect(boiler).toMatchObject({
      before: { slug: 'kettle', digest: digests.kettle },
      after: { slug: 'boiler', digest: digests.kettle },
      parts: [{ part: 'slug' }, { part: 'aliases' }],
      trustReason: null,
    });
    expect(fork).toMatchObject({ before: null, after: { slug: 'fork', digest: digests.fork, ...unchecked } });
  });

  it('are found by the first twelve or more digits of its buildId, in upper or lower case', async () => {
    for (const digits of [12, 40, 63]) {
      const short = house.ids[1].slice(0, digits);
      for (const given of [short, short.toUpperCase()])
        expect((await changed(`since=${given}`)).from.buildId, given).toBe(house.ids[1]);
    }
    expect((await asked(`since=${house.ids[1].slice(0, 11)}`)).error.code).toBe('VALIDATION_ERROR');
    const { hint } = (await asked('since=0123456789ab')).error;
    for (const words of [house.ids[0], 'have=']) expect(hint).toContain(words);
  });
});

describe('changes since a time', () => {
  const near = (time: string, milliseconds: number): string => new Date(Date.parse(time) + milliseconds).toISOString();
  const fromOf = async (since: string) => {
    const { from, complete } = await changed(`since=${encodeURIComponent(since)}`);
    return [house.ids.indexOf(from.buildId), complete];
  };

  it('are the changes since the edition that was current then', async () => {
    const [first, middle, last] = published;
    const times = [first, near(middle, -1), middle, near(last, -1), last];
    expect(await Promise.all(times.map(fromOf))).toEqual([0, 0, 1, 1, 2].map((index) => [index, true]));
  });

  it('before the oldest kept edition are those since that edition, marked incomplete, with a hint', async () => {
    for (const since of [near(published[0], -1), '1970-01-01', '0001-01-01T00:00:00Z'])
      expect(await fromOf(since), since).toEqual([0, false]);
    const { hint } = await changed('since=2025-12-31');
    for (const words of ['no longer kept', published[0], 'have=']) expect(hint).toContain(words);
  });

  it('are listed for a date, and for a time in UTC or with an offset, with or without a fraction', async () => {
    const times = [
      '2026-02-01',  '2026-02-01T00:00:00Z', '2026-02-01T00:00:00.0Z', '2026-02-01T00:00:00.000000Z',
      '2026-02-01T08:00:00+08:00', '2026-01-31T16:00:00.000-08:00', '2026-02-28T23:59:59.999Z',
    ]; // biome-ignore format: as a list
    for (const time of times) expect(await fromOf(time), time).toEqual([1, true]);
  });

  it('get 400 with the allowed values if the time has any other form', async () => {
    const times = [
      'yesterday', '2026-2-1', '2026-02-30', '20260201', '2026-02-01T00:00:00', '2026-02-01 00:00:00Z', '2026-02-01T24:00:00Z',
      '2026-02-01T00:00:00+99:00', '2026-02-01T00:00Z', '1769904000', ' 2026-02-01', '\0', 'g'.repeat(64),
      '2026-02-01T08:00:00 08:00',
    ]; // biome-ignore format: as a list
    for (const time of times) {
      const { status, body } = await contract.api(path(`since=${encodeURIComponent(time)}`));
      expect([status, body.error?.details?.length], time).toEqual([400, 1]);
      expect(body.error.details[0]).toMatchObject({ parameter: 'since', allowed: expect.stringContaining('ISO 8601') });
    }
  });

  it('are the changes since the edition that was current then, even after a rollback', async () => {
    const back = await teaHouse();
    await pointTo(back.folder, back.ids[1]);
    await pointedOn(back, '2026-04-01T00:00:00Z');
    const after = await startContractOn(back.folder);
    const times = ['2026-01-15', '2026-02-15', '2026-03-15', '2026-04-15'];
    const from = await Promise.all(times.map(async (time) => (await changed(`since=${time}`, after)).from.buildId));
    expect(from.map((id) => back.ids.indexOf(id))).toEqual([0, 1, 2, 1]);
    expect(shown(await changed('since=2026-03-15', after))).toEqual(['removed fork', 'changed lemon']);
  });

  it('ignore the modification time of the file `current` if it is older than the edition', async () => {
    const copied = await teaHouse();
    await pointedOn(copied, '2026-01-10T00:00:00Z');
    const after = await startContractOn(copied.folder);
    expect((await changed('since=2026-01-15', after)).from.buildId).toBe(copied.ids[0]);
    expect((await changed('since=2026-03-15', after)).from.buildId).toBe(copied.ids[2]);
  });
});

describe('pages of changes', () => {
  it('form the whole list, and each page links to the next page', async () => {
    const whole = await changed(`since=${house.ids[0]}`);
    for (const pageSize of [1, 2, 4, 5, 100]) {
      let body = await asked(`since=2026-01-01&pageSize=${pageSize}`);
      const items = [...body.data.items];
      while (body.data.pagination.page < body.data.pagination.totalPages) {
        body = (await (await followed(contract, body)).json()) as typeof body;
        expect(body.data).toMatchObject({ counts: whole.counts, from: whole.from });
        items.push(...body.data.items);
      }
      expect(items, `pages of ${pageSize}`).toEqual(whole.items);
    }
    const past = await asked('since=2026-01-01&pageSize=2&page=9');
    expect(past.data.items).toEqual([]);
    expect(((await (await followed(contract, past)).json()) as typeof past).data.pagination.page).toBe(3);
  });
});

it('the next step after changes is to get the first listed article that still exists, else to ask for later changes', async () => {
  for (const [query, step] of [
    ['since=2026-01-01', '/api/v1/articles/boiler'],
    ['since=2026-01-01&pageSize=4&page=2', '/api/v1/articles/fork'],
    ['since=2026-06-01', `/api/v1/changes?since=${house.ids[2]}`],
  ] as const)
    expect((await asked(query)).meta.nextStep, query).toBe(`GET ${step}`);
});

const pathOf = (entries: string): string => path(`have=${encodeURIComponent(entries)}`);

async function held(entries: string, of = contract) {
  const { status, body } = await of.api(pathOf(entries));
  expect(status, entries).toBe(200);
  return body.data;
}

/** The only item of an answer. */
async function only(entry: string, of = contract) {
  const { items } = await held(entry, of);
  expect(items, entry).toHaveLength(1);
  return items[0];
}

const hexOf = (digest: string): string => digest.slice('sha256-'.length);

describe('a text that a caller holds', () => {
  it('is answered with the digest and status of the present text and, if outdated, with the parts that have changed', async () => {
    const present = { verificationStatus: 'unverified', confidenceScore: 30, updatedAt: '2026-01-03T00:00:00Z' };
    expect(await only(`lemon@${digests.lemon}`)).toEqual({
      ...{ given: `lemon@${digests.lemon}`, slug: 'lemon', digest: digests.lemon, state: 'current' },
      title: { zh: '柠檬', en: 'Lemon' },
      current: { slug: 'lemon', digest: digests.lemon, ...present },
    });
    const { current, ...item } = await only(`teapot@${digests.teapot}`);
    expect(item).toEqual({
      ...{ given: `teapot@${digests.teapot}`, slug: 'teapot', digest: digests.teapot, state: 'outdated' },
      title: { zh: '茶壶', en: 'Teapot' },
      parts: [{ part: 'content', languages: ['en'] }],
      trustReason: 'text',
      nextStep: 'GET /api/v1/articles/teapot',
    });
    expect((await contract.api('/api/v1/articles/teapot')).body.data).toMatchObject(current);
  });

  it('is reported as outdated, without a list of changed parts, if no kept edition has its digest', async () => {
    const item = await only(`teapot@${'a'.repeat(64)}`);
    expect([item.state, item.current.digest]).toEqual(['outdated', digests.editedTeapot]);
    for (const name of ['parts', 'trustReason']) expect(item).not.toHaveProperty(name);
  });

  it('may be named by its digest in upper or lower case, and by the first twelve digits of it', async () => {
    const hex = hexOf(digests.teapot);
    const spellings = [digests.teapot, `sha256:${hex}`, hex, hex.toUpperCase(), `Sha256:${hex.toUpperCase()}`];
    for (const spelt of [...spellings, hex.slice(0, 12), `sha256-${hex.slice(0, 40)}`, hex.slice(0, 63)]) {
      const item = await only(`teapot@${spelt}`);
      expect([item.state, item.parts?.length, item.given], spelt).toEqual(['outdated', 1, `teapot@${spelt}`]);
      expect(item.digest).toBe(`sha256-${spelt.toLowerCase().replace(/^sha256[-:]/, '')}`);
    }
    expect((await only(`teapot@${hexOf(digests.editedTeapot).slice(0, 12)}`)).state).toBe('current');
  });
});

describe('texts that a caller holds', () => {
  it('are answered once if they are given twice, even with different sections or spellings of the digest', async () => {
    const hex = hexOf(digests.fork);
    const given = [
      `fork@${hex}#a`,
      `lemon@${digests.lemon}`,
      `fork@sha256:${hex.toUpperCase()}#b`,
      `fork@${hex.slice(0, 20)}`,
    ];
    const { items } = await held(given.join(','));
    expect(items.map((item: { given: string }) => item.given)).toEqual([given[0], given[1], given[3]]);
  });

  it('may be up to a hundred, which fit into a request if each digest has twelve digits', async () => {
    const entries = Array.from({ length: 100 }, (_, index) => {
      const slug = index === 60 ? 'teapot' : `an-article-whose-name-is-rather-long-${index}`;
      return `${slug}@${hexOf(digests.teapot).slice(0, 12)}`;
    });
    expect(pathOf(entries.join(',')).length).toBeLessThan(targetBytesMax);
    const { counts, items } = await held(entries.join(','));
    expect(items).toHaveLength(100);
    expect(counts).toEqual({ current: 0, outdated: 1, removed: 0, unknown: 99 });
  });
});

describe('an invalid entry of the parameter `have`', () => {
  const hex = hexOf(digests.lemon);
  const bad = [
    'lemon', `@${hex}`, 'lemon@0123456789a', `lemon@${hex}0`, `lemon@${hex.slice(0, 20)}g`, `Lemon@${hex}`, `lemon@@${hex}`,
    `lemon#cause@${hex}`, `lemon@md5-${hex}`, `le mon@${hex}`, `../lemon@${hex}`, `${'x'.repeat(101)}@${hex}`, `柠檬@${hex}`,
    `lemon\0@${hex}`, `lemon@ ${hex}`,
  ]; // biome-ignore format: as a list

  it('gets 400, and the error names the entry and the allowed form', async () => {
    for (const entry of bad) {
      const { status, body } = await contract.api(pathOf(`lemon@${hex},${entry}`));
      const given = [...entry].length > 100 ? expect.stringMatching(/…$/) : entry.trim();
      const allowed = expect.stringContaining('slug@digest');
      expect([status, body.error.details], entry).toEqual([400, [{ parameter: 'have', given, allowed }]]);
    }
    for (const given of [',', `lemon@${hex},`, `lemon@${hex}, ,lemon@${hex}`])
      expect((await contract.api(pathOf(given))).status, given).toBe(400);
  });

  it('is reported together with at most nine other invalid entries', async () => {
    const { body } = await contract.api(pathOf(Array.from({ length: 100 }, (_, index) => `bad ${index}`).join(',')));
    expect(body.error.details).toHaveLength(10);
    expect(body.error.message).toContain('100 of 100');
  });
});

describe('a name that belongs to another article now', () => {
  it('means the article whose text under that name had the given digest', async () => {
    const article = (id: string, en: string, aliases = '[]') =>
      articleText({ id: `art_${id}`, en: `## Cause\n\n${en}`, fields: { aliases } });
    const folder = await publishFolder(
      await contentOf({
        'mcp/cup.md': article('cup', 'Porcelain.'),
        'mcp/jug.md': article('jug', 'Clay.'),
        'mcp/pot.md': article('pot', 'Copper.'),
      }),
    );
    const before = await startContractOn(folder);
    const digestOf = async (slug: string): Promise<string> =>
      (await before.api(`/api/v1/articles/${slug}`)).body.data.digest;
    const [cup, jug, pot] = [await digestOf('cup'), await digestOf('jug'), await digestOf('pot')];
    // The cup now has the slug mug, without an alias, and the jug has the slug cup. The slugs jug and pot now belong to new
    // articles.
    await publishFolder(
      await contentOf({
        'mcp/pot.md': article('other', 'Iron.'),
        'mcp/mug.md': article('cup', 'Porcelain.'),
        'mcp/cup.md': article('jug', 'Clay, fired.'),
        'mcp/jug.md': article('new', 'Glass.'),
      }),
      folder,
    );
    const after = await startContractOn(folder);
    expect(await only(`cup@${cup}`, after)).toMatchObject({ slug: 'mug', state: 'current' });
    expect(await only(`jug@${jug}`, after)).toMatchObject({ slug: 'cup', state: 'outdated' });
    expect((await only(`jug@${jug}`, after)).parts).toContainEqual({ part: 'content', languages: ['en'] });
    expect(await only(`pot@${pot}`, after)).toMatchObject({ slug: 'pot', state: 'removed', current: null });
    // No edition had a text with this digest under this name, so the server compares with the article that has the name now.
    expect(await only(`cup@${'a'.repeat(64)}`, after)).toMatchObject({ slug: 'cup', state: 'outdated' });
    expect(await only(`mug@${cup}`, after)).toMatchObject({ slug: 'mug', state: 'current' });
  });
});
