// What changed since an edition or a time, between editions that were really published.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, startContractOn } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { pointTo } from '../edition-folder.ts';
import { digests, pointedOn, published, type TeaHouse, teaHouse } from '../tea-house.ts';

let house: TeaHouse;
let contract: Contract;
beforeAll(async () => {
  house = await teaHouse();
  contract = await startContractOn(house.folder);
});
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
  it('are the removed articles, then those that changed, then those that are new, each by domain and slug', async () => {
    const data = await changed(`since=${house.ids[0]}`);
    expect(shown(data)).toEqual(['removed spoon', 'changed boiler', 'changed teapot', 'changed lemon', 'added fork']);
    expect(data).toMatchObject({
      from: { buildId: house.ids[0], publishedAt: published[0] },
      to: { buildId: house.ids[2], publishedAt: published[2] },
      complete: true,
      counts: { removed: 1, changed: 3, added: 1 },
      pagination: { page: 1, pageSize: 20, total: 5, totalPages: 1 },
    });
    expect(data).not.toHaveProperty('hint');
  });

  it('tell of an article what it was and what it is, which parts changed and why the trust did', async () => {
    const { items } = await changed(`since=${house.ids[0]}`);
    const teapot = items.find(({ slug }: { slug: string }) => slug === 'teapot');
    expect(teapot).toEqual({
      change: 'changed',
      id: 'art_teapot',
      slug: 'teapot',
      title: { zh: '茶壶', en: 'Teapot' },
      domain: 'mcp',
      before: { slug: 'teapot', digest: digests.teapot, verificationStatus: 'verified', confidenceScore: 90 },
      after: { slug: 'teapot', digest: digests.editedTeapot, verificationStatus: 'unverified', confidenceScore: 30 },
      parts: [{ part: 'content', languages: ['en'] }],
      trustReason: 'text',
    });
    const lemon = items.find(({ slug }: { slug: string }) => slug === 'lemon');
    expect(lemon).toMatchObject({
      before: { digest: digests.lemon, verificationStatus: 'verified' },
      after: { digest: digests.lemon, verificationStatus: 'unverified' },
      parts: [{ part: 'verificationRecords' }],
      trustReason: 'records',
    });
    const boiler = items.find(({ slug }: { slug: string }) => slug === 'boiler');
    expect(boiler).toMatchObject({
      before: { slug: 'kettle', digest: digests.kettle },
      after: { slug: 'boiler', digest: digests.kettle },
      parts: [{ part: 'slug' }, { part: 'aliases' }],
      trustReason: null,
    });
  });

  it('show a removed article as it last was, and a new one as it is', async () => {
    const { items } = await changed(`since=${house.ids[0]}`);
    expect(items[0]).toEqual({
      change: 'removed',
      id: 'art_spoon',
      slug: 'spoon',
      title: { zh: '勺子', en: 'Spoon' },
      domain: 'skill',
      before: { slug: 'spoon', digest: digests.spoon, verificationStatus: 'unverified', confidenceScore: 30 },
      after: null,
    });
    expect(items.at(-1)).toEqual({
      change: 'added',
      id: 'art_fork',
      slug: 'fork',
      title: { zh: '叉子', en: 'Fork' },
      domain: 'foundation',
      before: null,
      after: { slug: 'fork', digest: digests.fork, verificationStatus: 'unverified', confidenceScore: 30 },
    });
  });

  it('show the digests, status and score that the articles themselves show', async () => {
    for (const { after } of (await changed(`since=${house.ids[0]}`)).items) {
      if (after === null) continue;
      expect((await contract.api(`/api/v1/articles/${after.slug}`)).body.data).toMatchObject(after);
    }
  });

  it('are counted from that edition only', async () => {
    expect(shown(await changed(`since=${house.ids[1]}`))).toEqual(['changed lemon', 'added fork']);
    const none = await changed(`since=${house.ids[2]}`);
    expect([none.items, none.counts, none.complete]).toEqual([[], { removed: 0, changed: 0, added: 0 }, true]);
    expect(none.from).toEqual(none.to);
  });

  it('are found by the first twelve digits of its name, in either case', async () => {
    for (const digits of [12, 13, 40, 63]) {
      const short = house.ids[1].slice(0, digits);
      for (const given of [short, short.toUpperCase()]) {
        expect((await changed(`since=${given}`)).from.buildId, given).toBe(house.ids[1]);
      }
    }
    expect((await asked(`since=${house.ids[1].slice(0, 11)}`)).error.code).toBe('VALIDATION_ERROR');
  });

  it('of an edition that is not kept are a 404 that names the oldest one and the way that always works', async () => {
    for (const since of ['0123456789ab', 'f'.repeat(64)]) {
      const { status, body } = await contract.api(path(`since=${since}`));
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(body.error.message).toContain(since.slice(0, 12));
      expect(body.error.hint).toContain(house.ids[0]);
      expect(body.error.hint).toContain('have=');
      const next = (await (await followed(contract, body)).json()) as typeof body;
      expect(next.data.from.buildId).toBe(house.ids[0]);
    }
  });
});

describe('changes since a time', () => {
  const second = 1_000;
  const near = (time: string, milliseconds: number): string => new Date(Date.parse(time) + milliseconds).toISOString();
  const fromOf = async (since: string) => {
    const { from, complete } = await changed(`since=${encodeURIComponent(since)}`);
    return [house.ids.indexOf(from.buildId), complete];
  };

  it('are those since the edition that was current then', async () => {
    const [first, middle, last] = published;
    expect(await fromOf(first)).toEqual([0, true]);
    expect(await fromOf(near(middle, -1))).toEqual([0, true]);
    expect(await fromOf(middle)).toEqual([1, true]);
    expect(await fromOf(near(last, -second))).toEqual([1, true]);
    expect(await fromOf(last)).toEqual([2, true]);
  });

  it('are none after the newest edition and in the future', async () => {
    for (const since of [near(published[2], second), '2099-12-31', '9999-12-31T23:59:59Z']) {
      expect(await fromOf(since), since).toEqual([2, true]);
    }
  });

  it('before the oldest kept edition are those since that one, are not complete, and say what to do', async () => {
    for (const since of [near(published[0], -1), '1970-01-01', '0001-01-01T00:00:00Z']) {
      expect(await fromOf(since), since).toEqual([0, false]);
    }
    const { hint } = await changed('since=2025-12-31');
    expect(hint).toContain('no longer kept');
    expect(hint).toContain(published[0]);
    expect(hint).toContain('have=');
  });

  it('are told for a date, for UTC and for an offset, with and without a fraction of a second', async () => {
    const times = [
      '2026-02-01',  '2026-02-01T00:00:00Z', '2026-02-01T00:00:00.0Z', '2026-02-01T00:00:00.000000Z',
      '2026-02-01T08:00:00+08:00', '2026-01-31T16:00:00.000-08:00', '2026-02-28T23:59:59.999Z',
    ]; // biome-ignore format: as a list
    for (const time of times) expect(await fromOf(time), time).toEqual([1, true]);
  });

  it('are a 400 for anything else, which says what is allowed', async () => {
    const times = [
      'yesterday', '2026-2-1', '2026-02-30', '2026-13-01', '20260201', '2026-02-01T00:00:00', '2026-02-01 00:00:00Z',
      '2026-02-01T24:00:00Z', '2026-02-01T00:00:00+99:00', '2026-02-01T00:00:00z', '2026-02-01T00:00Z', '1769904000', '1.769904e9',
      '２０２６-02-01', ' 2026-02-01', '2026-W05', '+002026-02-01', 'P1D', '-1', '__proto__', '\0', 'g'.repeat(64),
      `${'a'.repeat(65)}`, '2026-02-01T08:00:00 08:00',
    ]; // biome-ignore format: as a list
    for (const time of times) {
      const { status, body } = await contract.api(path(`since=${encodeURIComponent(time)}`));
      expect([status, body.error?.details?.length], time).toEqual([400, 1]);
      expect(body.error.details[0]).toMatchObject({ parameter: 'since', allowed: expect.stringContaining('ISO 8601') });
    }
  });

  it('are since the edition that was current then, too, when an older one was pointed back to', async () => {
    const back = await teaHouse();
    await pointTo(back.folder, back.ids[1]);
    await pointedOn(back, '2026-04-01T00:00:00Z');
    const after = await startContractOn(back.folder);
    const fromAt = async (since: string) => {
      const { from, complete } = await changed(`since=${since}`, after);
      return [back.ids.indexOf(from.buildId), complete];
    };
    expect(await fromAt('2026-01-15')).toEqual([0, true]);
    expect(await fromAt('2026-02-15')).toEqual([1, true]);
    expect(await fromAt('2026-03-15')).toEqual([2, true]);
    expect(await fromAt('2026-04-15')).toEqual([1, true]);
    expect(shown(await changed('since=2026-03-15', after))).toEqual(['removed fork', 'changed lemon']);
    const { items } = await changed('since=2026-03-15', after);
    expect(items[1]).toMatchObject({
      before: { verificationStatus: 'unverified' },
      after: { verificationStatus: 'verified' },
    });
  });
});

describe('changes since a time', () => {
  it('do not go by a pointer that is older than the edition it names', async () => {
    const copied = await teaHouse();
    await pointedOn(copied, '2026-01-10T00:00:00Z');
    const after = await startContractOn(copied.folder);
    expect((await changed('since=2026-01-15', after)).from.buildId).toBe(copied.ids[0]);
    expect((await changed('since=2026-03-15', after)).from.buildId).toBe(copied.ids[2]);
  });
});

describe('pages of changes', () => {
  it('are together the whole list, and each leads to the next', async () => {
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
      expect(body.data.pagination).toEqual({
        page: Math.ceil(5 / pageSize),
        pageSize,
        total: 5,
        totalPages: Math.ceil(5 / pageSize),
      });
    }
  });

  it('past the last one are empty and lead back to it', async () => {
    const body = await asked('since=2026-01-01&pageSize=2&page=9');
    expect(body.data.items).toEqual([]);
    expect(((await (await followed(contract, body)).json()) as typeof body).data.pagination.page).toBe(3);
  });
});

describe('the next step after a list of changes', () => {
  it('is the first article that is otherwise now, then one that is new', async () => {
    expect((await asked('since=2026-01-01')).meta.nextStep).toBe('GET /api/v1/articles/boiler');
    expect((await asked('since=2026-01-01&pageSize=4&page=2')).meta.nextStep).toBe('GET /api/v1/articles/fork');
  });

  it('is the request to make next time when there is nothing to fetch', async () => {
    const body = await asked('since=2026-06-01');
    expect(body.meta.nextStep).toBe(`GET /api/v1/changes?since=${house.ids[2]}`);
    expect((await followed(contract, body)).status).toBe(200);
  });
});

describe('a question about changes', () => {
  it('has one of since and have, and not both', async () => {
    for (const [query, parameters] of [
      ['', ['since']],
      ['page=2', ['since']],
      [`since=2026-01-01&have=fork@${digests.fork}`, ['since']],
      [`page=1&have=fork@${digests.fork}&pageSize=20`, ['page', 'pageSize']],
    ] as const) {
      const { status, body } = await contract.api(path(query));
      expect([status, body.error.code], query).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.error.details.map(({ parameter }: { parameter: string }) => parameter)).toEqual(parameters);
      expect(body.error.hint).toMatch(/since=.*have=/);
      expect((await followed(contract, body)).status).toBe(200);
    }
  });

  it('is told which parameter was meant', async () => {
    for (const [given, meant] of [
      ['from=2026-01-01', 'since'],
      ['sinse=2026-01-01', 'since'],
      ['digests=fork@0123456789ab', 'have'],
      ['since=2026-01-01&limit=5', 'pageSize'],
    ]) {
      const { error } = await asked(given ?? '');
      expect(
        error.details.map(({ suggestion }: { suggestion?: string }) => suggestion),
        given,
      ).toContain(meant);
    }
  });

  it('has the same entity tag as often as it is asked, and another one for another answer', async () => {
    const tagOf = async (query: string) => (await contract.get(path(query))).headers.get('etag');
    const queries = [
      'since=2026-01-01',
      'since=2026-02-01',
      'since=2025-01-01',
      'since=2026-01-01&page=2',
      `have=fork@${digests.fork}`,
      `have=fork@${digests.lemon}`,
    ];
    const tags = await Promise.all(queries.map(tagOf));
    expect(new Set(tags).size).toBe(queries.length);
    expect(await Promise.all(queries.map(tagOf))).toEqual(tags);
    const again = await contract.another();
    expect((await again.get(path('since=2026-01-01'))).status).toBe(200);
    const response = await contract.get(path('since=2026-01-01'), { 'if-none-match': tags[0] ?? '' });
    expect(response.status).toBe(304);
  });
});
