// Properties of search, tested with random requests to a server with many articles.
import fc from 'fast-check';
import { Converter } from 'opencc-js/cn2t';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, everyItem, type SearchItemLike, slugsOf, startContract } from './contract.ts';
import { manyArticles, vocabulary } from './many-articles.ts';
import { domainValues } from './specification/search-items.ts';

const statuses = ['verified', 'partial', 'unverified'] as const;
const risks = ['low', 'medium', 'high'] as const;
const thresholds = ['31', '61', '70', '80'] as const;
const question = fc
  .array(fc.constantFrom(...vocabulary.flat()), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const criteria = fc.record(
  {
    q: question,
    domain: fc.constantFrom(...domainValues),
    status: fc.constantFrom(...statuses),
    minConfidence: fc.integer({ min: 0, max: 100 }).map(String),
    maxRisk: fc.constantFrom(...risks),
  },
  { requiredKeys: [] },
);
const language = fc.constantFrom('zh', 'en');

const queryOf = (given: Record<string, string | number>): string =>
  new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)])).toString();
const passes =
  ({ domain, status, minConfidence = '0', maxRisk = 'high' }: Record<string, string>) =>
  (item: SearchItemLike) =>
    (domain === undefined || item.domain === domain) &&
    (status === undefined || item.verificationStatus === status) &&
    item.confidenceScore >= Number(minConfidence) &&
    risks.indexOf(item.riskLevel as 'low') <= risks.indexOf(maxRisk as 'low');

/** Declares the tests; each property is tested with `numRuns` examples. */
export function describeSearches(numRuns: number): void {
  let contract: Contract;
  let all: SearchItemLike[];
  beforeAll(async () => {
    contract = await startContract(await manyArticles());
    all = await everyItem(contract);
  });
  afterAll(() => contract.server.close());

  const dataFor = async (given: Record<string, string | number>) =>
    (await contract.api(`/api/v1/search?${queryOf(given)}`)).body.data;

  describe('search', () => {
    it('returns pages that are consecutive parts of the whole list, with exact totals', async () => {
      await fc.assert(
        fc.asyncProperty(criteria, fc.integer({ min: 1, max: 100 }), async (given, pageSize) => {
          const whole = await everyItem(contract, queryOf(given));
          const totalPages = Math.ceil(whole.length / pageSize);
          const paged: SearchItemLike[] = [];
          for (let page = 1; page <= totalPages + 1; page += 1) {
            const { data } = (await contract.api(`/api/v1/search?${queryOf({ ...given, page, pageSize })}`)).body;
            expect(data.pagination).toEqual({ page, pageSize, total: whole.length, totalPages });
            expect(data.items).toHaveLength(Math.max(0, Math.min(pageSize, whole.length - paged.length)));
            paged.push(...data.items);
          }
          expect(paged).toEqual(whole);
          expect(new Set(slugsOf(paged)).size).toBe(paged.length);
        }),
        { numRuns },
      );
    });

    it('applies every filter and keeps the order of the remaining articles', async () => {
      await fc.assert(
        fc.asyncProperty(criteria, async (given) => {
          const { q } = given;
          const unfiltered = q === undefined ? all : await everyItem(contract, queryOf({ q }));
          expect(await everyItem(contract, queryOf(given))).toEqual(unfiltered.filter(passes(given)));
        }),
        { numRuns },
      );
    });

    it('finds every article that has the word in its title, and no article without the word', async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...vocabulary), async ([zh, en]) => {
          const titled = all.filter(({ title }) => title.en?.includes(en)).map(({ slug }) => slug);
          const found = slugsOf(await everyItem(contract, queryOf({ q: en })));
          expect(found).toEqual(expect.arrayContaining(titled));
          for (const slug of found.slice(0, 5)) {
            const { data } = (await contract.api(`/api/v1/articles/${slug}`)).body;
            expect(`${data.title.en} ${data.content.en}`).toContain(en);
            expect(`${data.title.zh} ${data.content.zh}`).toContain(zh);
          }
        }),
        { numRuns },
      );
    });

    it('returns the same items if lang is given, each in that language only', async () => {
      await fc.assert(
        fc.asyncProperty(criteria, language, async (given, lang) => {
          const both = await everyItem(contract, queryOf(given));
          const single = await everyItem(contract, queryOf({ ...given, lang }));
          expect(single).toEqual(both.map((item) => inOne(item, lang)));
          const slug = both[0]?.slug;
          if (slug === undefined) return;
          const [whole, part] = [`/api/v1/articles/${slug}`, `/api/v1/articles/${slug}?lang=${lang}`];
          expect((await contract.api(part)).body.data).toEqual(inOne((await contract.api(whole)).body.data, lang));
        }),
        { numRuns },
      );
    });

    it('returns the same result for capitals, full width, ligatures and Traditional characters', async () => {
      const toTraditional = Converter({ from: 'cn', to: 't' });
      const variants: readonly ((q: string) => string)[] = [
        (q) => q.toUpperCase(),
        (q) => q.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
        (q) => q.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0)),
        (q) => q.replaceAll(' ', '\u3000'),
        (q) => q.replaceAll('fi', 'ﬁ'),
        (q) => ` ${q}\u00a0`,
        toTraditional,
        (q) => toTraditional(q).toUpperCase(),
      ];
      const form = fc.constantFrom(
        ...['{}', '什么是{}？', '为什么{}？', '请问{}是什么意思', '{}怎么办', 'how do I {}?', '{}吗？'],
      );
      await fc.assert(
        fc.asyncProperty(question, form, fc.constantFrom(...variants), async (words, asked, vary) => {
          const q = asked.replace('{}', words);
          const plain = await dataFor({ q });
          const varied = await dataFor({ q: vary(q) });
          expect(varied).toEqual(plain);
          expect(plain.pagination.total).toBeGreaterThan(0);
        }),
        { numRuns },
      );
    });
  });

  describe('the facets of a search', () => {
    it('give for each value of a filter the total of the same search with that filter', async () => {
      await fc.assert(
        fc.asyncProperty(criteria, async (given) => {
          const { facets, pagination } = await dataFor({ ...given, facets: 'true', pageSize: '1' });
          for (const [name, values] of [
            ['domain', domainValues],
            ['status', statuses],
            ['maxRisk', risks],
            ['minConfidence', thresholds],
          ] as const) {
            expect(Object.keys(facets[name]), name).toEqual(values);
            for (const value of values) {
              const { total } = (await dataFor({ ...given, [name]: value, pageSize: '1' })).pagination;
              expect(facets[name][value], JSON.stringify({ ...given, [name]: value })).toBe(total);
            }
          }
          if (given.domain !== undefined) expect(facets.domain[given.domain]).toBe(pagination.total);
          if (given.status !== undefined) expect(facets.status[given.status]).toBe(pagination.total);
          if (given.maxRisk !== undefined) expect(facets.maxRisk[given.maxRisk]).toBe(pagination.total);
        }),
        { numRuns },
      );
    });
  });
}

/** A JSON value in which each object with `zh` and `en` keeps only one language. */
function inOne(value: unknown, lang: string): unknown {
  if (Array.isArray(value)) return value.map((inner) => inOne(inner, lang));
  if (typeof value !== 'object' || value === null) return value;
  if ('zh' in value && 'en' in value) return { [lang]: value[lang as keyof typeof value] };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inOne(inner, lang)]));
}
