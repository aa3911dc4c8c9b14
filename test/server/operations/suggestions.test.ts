import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSite, domainIds } from '../../../build/edition/site-settings.ts';
import { riskLevels, verificationStatuses } from '../../../build/edition/vocabulary.ts';
import { type Criteria, suggestionsFor, suggestionsMax } from '../../../server/operations/suggestions.ts';

const domains = domainIds(defaultSite);

const everything = { finds: () => true, tellingOf: (word: string) => word.length };

describe('the suggestions when nothing is found', () => {
  it('first drop filters, then correct the query, then use its rarest words, then keep only the filters', () => {
    const asked = { q: 'postgers pool', domain: 'mcp', status: 'partial' } as const;
    const only = (...kinds: string[]) =>
      suggestionsFor(asked, {
        finds: ({ q = '', domain, status }) => kinds.includes([q, domain, status].filter(Boolean).join('/')),
        tellingOf: (word) => (word === 'pool' ? 2 : 1),
        corrections: () => ['postgres pool'],
      });
    const { q, domain, status } = asked;
    expect(only(`${q}/partial`, `${q}/mcp`, q)).toEqual([{ q, domain }, { q, status }, { q }]);
    expect(only('postgres pool', 'postgres pool/mcp/partial')).toEqual([
      { q: 'postgres pool', domain, status },
      { q: 'postgres pool' },
    ]);
    expect(only('pool', 'postgers', 'mcp')).toEqual([{ q: 'pool' }, { q: 'postgers' }, { domain }]);
    expect(only('mcp/partial', 'mcp', 'partial', '')).toEqual([{ domain, status }, { domain }, { status }, {}]);
    expect(only()).toEqual([]);
  });

  it('use pairs of adjacent Chinese characters as words', () => {
    const telling = { 数据: 1, 据库: 3 } as Record<string, number>;
    const found = suggestionsFor(
      { q: '数据库' },
      { finds: ({ q }) => q !== undefined, tellingOf: (word) => telling[word] ?? 0 },
    );
    expect(found).toEqual([{ q: '据库' }, { q: '数据' }]);
  });

  it('all find something, differ from the query and from each other, and are at most five', () => {
    const criteria = fc.record(
      {
        q: fc.constantFrom('a b c d e f', '数据库连接', 'x'),
        domain: fc.constantFrom(...domains),
        status: fc.constantFrom(...verificationStatuses),
        minConfidence: fc.integer({ min: 0, max: 100 }),
        maxRisk: fc.constantFrom(...riskLevels),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(criteria, fc.func(fc.boolean()), (asked, finds) => {
        const tried: Criteria[] = [];
        const found = suggestionsFor(asked, {
          ...everything,
          corrections: () => ['y', 'z'],
          finds(candidate) {
            if (!finds(JSON.stringify(candidate))) return false;
            tried.push(candidate);
            return true;
          },
        });
        expect(found.length).toBeLessThanOrEqual(suggestionsMax);
        expect(found).toEqual(tried);
        expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(found.length);
        expect(found).not.toContainEqual(asked);
      }),
    );
  });
});
