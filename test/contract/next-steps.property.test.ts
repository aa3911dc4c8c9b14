// meta.nextStep is always a request that works, whatever it was given for.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, startContract } from './contract.ts';
import { followed } from './follow.ts';
import { badPaths, goodPaths, known } from './samples.ts';
import { domainValues } from './specification/search-items.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.server.close());

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
  { format: oneOf('json', 'markdown', 'md'), lang: oneOf('zh', 'en', 'fr'), slug: text },
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
const other = fc.constantFrom(...goodPaths, ...badPaths.map(([path]) => path), '/api/v1/articles/', '/zh/nothing');
const request = fc.oneof(
  { weight: 5, arbitrary: search },
  { weight: 4, arbitrary: article },
  { weight: 1, arbitrary: other },
);

describe('nextStep', () => {
  it('answers 2xx when followed, after any request', async () => {
    const seen = { good: 0, bad: 0, without: 0 };
    await fc.assert(
      fc.asyncProperty(request, async (path) => {
        const response = await contract.get(path);
        expect(response.status, path).toBeLessThan(500);
        if (!response.headers.get('content-type')?.startsWith('application/json')) return;
        const { body } = await contract.api(path);
        if (body.meta.nextStep === undefined) {
          seen.without += 1;
          return;
        }
        const next = await followed(contract, body);
        expect(Math.floor(next.status / 100), `${path} → ${body.meta.nextStep}`).toBe(2);
        seen[response.ok ? 'good' : 'bad'] += 1;
      }),
      { numRuns: 500 },
    );
    // Both kinds of answers have led somewhere, else this would have shown nothing.
    expect(seen.good).toBeGreaterThan(30);
    expect(seen.bad).toBeGreaterThan(30);
  });
});
