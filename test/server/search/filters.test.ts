import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogueRow, Facets } from '../../../build/edition/catalogue.ts';
import { domains, riskLevels, verificationStatuses } from '../../../build/edition/vocabulary.ts';
import { intersect, positionsOf } from '../../../server/search/bitset.ts';
import { type Filters, openFilters } from '../../../server/search/filters.ts';

const row = fc.record({
  domain: fc.constantFrom(...domains),
  verificationStatus: fc.constantFrom(...verificationStatuses),
  // Few scores, so that thresholds lie on them, between them and beyond them.
  confidenceScore: fc.constantFrom(0, 7, 30, 57, 81, 99, 100),
  riskLevel: fc.constantFrom(...riskLevels),
});
const rowsOf = (parts: Partial<CatalogueRow>[]): CatalogueRow[] =>
  parts.map((part, position) => ({
    id: `art_${position}`,
    slug: `article-${position}`,
    aliases: [],
    domain: 'mcp',
    verificationStatus: 'unverified',
    confidenceScore: 30,
    riskLevel: 'low',
    updatedAt: '2026-01-01T00:00:00Z',
    digest: '',
    shard: 0,
    bodies: Object.create(null),
    ...part,
  }));
const filters: fc.Arbitrary<Filters> = fc.record(
  {
    domain: fc.constantFrom(...domains),
    status: fc.constantFrom(...verificationStatuses),
    minConfidence: fc.integer({ min: 0, max: 100 }),
    maxRisk: fc.constantFrom(...riskLevels),
  },
  { requiredKeys: [] },
);

function facetsOf(rows: readonly CatalogueRow[]): Facets {
  const facets: Facets = { domain: {}, verificationStatus: {}, riskLevel: {} };
  rows.forEach((one, position) => {
    for (const facet of ['domain', 'verificationStatus', 'riskLevel'] as const) {
      const positions = facets[facet][one[facet]] ?? [];
      facets[facet][one[facet]] = [...positions, position];
    }
  });
  return facets;
}

describe('filters', () => {
  it('let pass what a look at every article lets pass, asked in any order and more than once', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 80 }),
        fc.array(filters, { minLength: 1, maxLength: 8 }),
        (parts, asked) => {
          const rows = rowsOf(parts);
          const having = openFilters(rows, facetsOf(rows));
          for (const { domain, status, minConfidence = 0, maxRisk = 'high' } of [...asked, ...asked]) {
            const expected = rows.flatMap((one, position) =>
              (domain ?? one.domain) === one.domain &&
              (status ?? one.verificationStatus) === one.verificationStatus &&
              one.confidenceScore >= minConfidence &&
              riskLevels.indexOf(one.riskLevel) <= riskLevels.indexOf(maxRisk)
                ? [position]
                : [],
            );
            const given = { domain, status, minConfidence, maxRisk };
            expect(positionsOf(intersect(...having(given))), JSON.stringify(given)).toEqual(expected);
          }
        },
      ),
    );
  });

  it('make no set twice: what lies between two scores is one set', () => {
    const rows = rowsOf([{ confidenceScore: 30 }, { confidenceScore: 90 }]);
    const having = openFilters(rows, facetsOf(rows));
    const setFor = (minConfidence: number) => having({ minConfidence })[1];
    expect(setFor(31)).toBe(setFor(90));
    expect(setFor(0)).toBe(setFor(30));
    expect(setFor(30)).not.toBe(setFor(31));
    expect(having({})).toHaveLength(1);
  });
});
