// Facets against the searches that they promise: on a server with many articles, whatever is asked.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, startContract } from './contract.ts';
import { manyArticles, unanswered, vocabulary } from './many-articles.ts';
import { domainValues } from './specification/search-items.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await startContract(await manyArticles());
});
afterAll(() => contract.server.close());

const statuses = ['verified', 'partial', 'unverified'] as const;
const risks = ['low', 'medium', 'high'] as const;
const thresholds = ['50', '70', '80', '90'] as const;
const word = fc.constantFrom(...vocabulary.flat(), 'nothing');
const question = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
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

const dataFor = async (given: Record<string, string>) =>
  (await contract.api(`/api/v1/search?${new URLSearchParams(given)}`)).body.data;

describe('the counts of facets', () => {
  it('are the totals of the searches with that filter set to that value', async () => {
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
      { numRuns: 60 },
    );
  });

  it('change neither items nor order', async () => {
    await fc.assert(
      fc.asyncProperty(criteria, async (given) => {
        const { facets: _, ...counted } = await dataFor({ ...given, facets: 'true' });
        const { suggestions: __, ...plain } = await dataFor(given);
        const { suggestions: ___, ...own } = counted;
        expect(own).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });
});

describe('excerpts', () => {
  it('say what the article says, and never a question that has no answer yet', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (words) => {
        const q = `${words} ${unanswered.zh} ${unanswered.en} TODO 待补充`;
        const { items } = await dataFor({ q, snippet: 'true' });
        expect(JSON.stringify(items)).not.toMatch(new RegExp(`${unanswered.zh}|${unanswered.en}|TODO|待补充`));
        for (const { slug, matched, snippet } of items.slice(0, 3)) {
          expect(['zh', 'en', 'both']).toContain(matched);
          const { content } = (await contract.api(`/api/v1/articles/${slug}`)).body.data;
          for (const [language, text] of Object.entries<string>(snippet)) {
            const plain = text.replaceAll(/\*\*|…/g, '');
            expect(content[language].replaceAll(/#+ |\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(plain);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
