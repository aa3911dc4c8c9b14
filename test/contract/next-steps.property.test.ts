// meta.nextStep is always a request that works, whatever it was given for.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digests, published, type TeaHouse, teaHouse } from '../server/tea-house.ts';
import { type Contract, startContract, startContractOn } from './contract.ts';
import { followed } from './follow.ts';
import { badPaths, goodPaths, known } from './samples.ts';
import { domainValues } from './specification/search-items.ts';

let contract: Contract;
let changing: Contract;
let house: TeaHouse;
beforeAll(async () => {
  contract = await startContract();
  house = await teaHouse();
  changing = await startContractOn(house.folder);
});
afterAll(() => Promise.all([contract.server.close(), changing.server.close()]));

const text = fc.oneof(
  fc.constantFrom('企鹅', 'teapot', '什么是勺子？', 'tools/list', '%', '&', '#', '?', '+', '\u0000', '😀', "'", 'ﬃ'),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constant('茶'.repeat(257)),
);
const oneOf = (...values: string[]) => fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, text);
const searchFields = {
  q: text,
  domain: oneOf(...domainValues, 'tools-github'),
  status: oneOf('verified', 'partial', 'unverified', 'Verified'),
  minConfidence: fc.constantFrom('0', '50', '81', '100'),
  maxRisk: fc.constantFrom('low', 'medium', 'high'),
  lang: oneOf('zh', 'en', 'zh-CN'),
  page: oneOf('1', '2', '3', '999999', '0'),
  pageSize: oneOf('1', '3', '100', '101'),
  facets: fc.constantFrom('true', 'false'),
  snippet: fc.constantFrom('true', 'false'),
};
const searchQuery = fc.oneof(
  { weight: 4, arbitrary: fc.record(searchFields, { requiredKeys: [] }) },
  { weight: 1, arbitrary: fc.record({ ...searchFields, query: text }, { requiredKeys: [] }) },
);
const articleQuery = fc.record(
  {
    format: oneOf('json', 'markdown', 'md'),
    lang: oneOf('zh', 'en', 'fr'),
    section: text,
    maxTokens: oneOf('50', '300', '20000', '10'),
    slug: text,
  },
  { requiredKeys: [] },
);
const slug = fc.oneof(
  fc.constantFrom(known.complete, known.completeId, known.formerSlug, 'penguin-handshakes', 'art_nothing', '..', 'A'),
  text.filter((value) => value !== '.' && value !== '..'),
);
const search = searchQuery.map((query) => `/api/v1/search?${new URLSearchParams(query)}`);
const article = fc
  .tuple(slug, articleQuery)
  .map(([name, query]) => `/api/v1/articles/${encodeURIComponent(name)}?${new URLSearchParams(query)}`);
const context = fc
  .record(
    { q: text, maxTokens: oneOf('50', '400', '0'), lang: oneOf('zh', 'en'), domain: oneOf(...domainValues) },
    { requiredKeys: [] },
  )
  .map((query) => `/api/v1/context?${new URLSearchParams(query)}`);
const other = fc.constantFrom(...goodPaths, ...badPaths.map(([path]) => path), '/api/v1/articles/', '/zh/nothing');
const request = fc.oneof(
  { weight: 5, arbitrary: search },
  { weight: 4, arbitrary: article },
  { weight: 2, arbitrary: context },
  { weight: 1, arbitrary: other },
);

/** A part of an edition's name, by the edition's number. */
const namePart = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom(12, 20, 64));
const time = fc.oneof(
  fc.constantFrom(...published, '2026-02-15', '1970-01-01', '2099-12-31', '2026-02-30'),
  fc
    .date({ min: new Date('2025-12-01'), max: new Date('2026-04-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
);
const heldName = fc.constantFrom('teapot', 'kettle', 'boiler', 'spoon', 'ladle', 'art_lemon', 'fork', 'samovar', 'A');
const heldEntry = fc
  .tuple(heldName, fc.constantFrom(...Object.values(digests), '0123456789ab', 'xyz'), fc.constantFrom('', '', '#cause'))
  .map(([name, digest, section]) => `${name}@${digest}${section}`);
const changeFields = {
  since: fc.oneof(namePart, time, text),
  have: fc.oneof(
    { weight: 4, arbitrary: fc.array(heldEntry, { minLength: 1, maxLength: 6 }).map(String) },
    { weight: 1, arbitrary: text },
  ),
  page: searchFields.page,
  pageSize: searchFields.pageSize,
};
const changeQuery = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...changeFields, have: fc.constant(undefined) }, { requiredKeys: ['since'] }) },
  { weight: 4, arbitrary: fc.record({ have: changeFields.have }) },
  { weight: 1, arbitrary: fc.record(changeFields, { requiredKeys: [] }) },
);

/** Asks, follows what the answer suggests, and notes what kind of answer it was. */
async function expectFollowed(of: Contract, path: string, seen: { good: number; bad: number }): Promise<void> {
  const response = await of.get(path);
  expect(response.status, path).toBeLessThan(500);
  if (!response.headers.get('content-type')?.startsWith('application/json')) return;
  const { body } = await of.api(path);
  const inItems = (body.data?.items ?? []).flatMap(({ nextStep }: { nextStep?: string }) => nextStep ?? []);
  for (const nextStep of [...inItems, ...(body.meta.nextStep === undefined ? [] : [body.meta.nextStep])]) {
    const next = await followed(of, { meta: { ...body.meta, nextStep } });
    expect(Math.floor(next.status / 100), `${path} → ${nextStep}`).toBe(2);
    seen[response.ok ? 'good' : 'bad'] += 1;
  }
}

describe('nextStep', () => {
  it('answers 2xx when followed, after any request', async () => {
    const seen = { good: 0, bad: 0 };
    await fc.assert(
      fc.asyncProperty(request, (path) => expectFollowed(contract, path, seen)),
      { numRuns: 800 },
    );
    // Both kinds of answers have led somewhere, else this would have shown nothing.
    expect(seen.good).toBeGreaterThan(30);
    expect(seen.bad).toBeGreaterThan(30);
  });

  it('answers 2xx when followed, after any question about changes', async () => {
    const seen = { good: 0, bad: 0 };
    await fc.assert(
      fc.asyncProperty(changeQuery, async (query) => {
        const given = Object.entries(query).flatMap(([name, value]): [string, string][] => {
          if (value === undefined) return [];
          return [[name, typeof value === 'string' ? value : (house.ids[value[0]] ?? '').slice(0, value[1])]];
        });
        await expectFollowed(changing, `/api/v1/changes?${new URLSearchParams(given)}`, seen);
      }),
      { numRuns: 300 },
    );
    expect(seen.good).toBeGreaterThan(30);
    expect(seen.bad).toBeGreaterThan(10);
  });
});
