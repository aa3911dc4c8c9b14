import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confidenceThresholds,
  domains,
  type RiskLevel,
  riskLevels,
  verificationStatuses,
} from '../../../build/edition/vocabulary.ts';
import { bitsetOf, countIn } from '../../../server/search/bitset.ts';
import { countFacets, facetCounts } from '../../../server/search/facets.ts';
import type { Filters } from '../../../server/search/filters.ts';

interface Row {
  domain: (typeof domains)[number];
  status: (typeof verificationStatuses)[number];
  risk: RiskLevel;
  confidence: number;
  isFound: boolean;
}
const rows = fc.array(
  fc.record<Row>({
    domain: fc.constantFrom(...domains),
    status: fc.constantFrom(...verificationStatuses),
    risk: fc.constantFrom(...riskLevels),
    confidence: fc.integer({ min: 0, max: 100 }),
    isFound: fc.boolean(),
  }),
  { maxLength: 100 },
);
const filters = fc.record(
  {
    domain: fc.constantFrom(...domains),
    status: fc.constantFrom(...verificationStatuses),
    maxRisk: fc.constantFrom(...riskLevels),
    minConfidence: fc.integer({ min: 0, max: 100 }),
  },
  { requiredKeys: [] },
);

const positionsWhere = (all: readonly Row[], matches: (row: Row) => boolean) =>
  bitsetOf(
    all.flatMap((row, position) => (matches(row) ? [position] : [])),
    all.length,
  );

/** What a row must be like to pass a filter. */
const passes = {
  domain: (row: Row, asked: Filters) => (asked.domain ?? row.domain) === row.domain,
  status: (row: Row, asked: Filters) => (asked.status ?? row.status) === row.status,
  maxRisk: (row: Row, asked: Filters) =>
    asked.maxRisk === undefined || riskLevels.indexOf(row.risk) <= riskLevels.indexOf(asked.maxRisk),
  minConfidence: (row: Row, asked: Filters) => row.confidence >= (asked.minConfidence ?? 0),
} as const;
const filterNames = ['domain', 'status', 'maxRisk', 'minConfidence'] as const;

describe('the counts of facets', () => {
  it('are how many found articles have the value and pass the other filters', () => {
    fc.assert(
      fc.property(rows, filters, (all, given) => {
        const counts = countFacets(
          positionsWhere(all, ({ isFound }) => isFound),
          given,
          (asked) => [
            positionsWhere(all, () => true),
            ...filterNames.map((name) => positionsWhere(all, (row) => passes[name](row, asked))),
          ],
        );
        expect(facetCounts.parse(counts)).toEqual(counts);
        const found = all.filter(({ isFound }) => isFound);
        const expected = (set: Filters): number =>
          found.filter((row) => filterNames.every((name) => passes[name](row, { ...given, ...set }))).length;
        for (const domain of domains) expect(counts.domain[domain], domain).toBe(expected({ domain }));
        for (const status of verificationStatuses) expect(counts.status[status], status).toBe(expected({ status }));
        for (const maxRisk of riskLevels) expect(counts.maxRisk[maxRisk], maxRisk).toBe(expected({ maxRisk }));
        for (const least of confidenceThresholds) {
          expect(counts.minConfidence[least], `${least}`).toBe(expected({ minConfidence: least }));
        }
      }),
    );
  });
});

describe('the count of what is in all sets', () => {
  it('is that of Sets', () => {
    const positions = fc.uniqueArray(fc.nat({ max: 199 }));
    fc.assert(
      fc.property(fc.array(positions, { minLength: 1, maxLength: 4 }), (sets) => {
        const [first = [], ...others] = sets;
        const [firstBits, ...otherBits] = sets.map((set) => bitsetOf(set, 200));
        if (firstBits === undefined) return;
        const inAll = first.filter((position) => others.every((set) => set.includes(position)));
        expect(countIn(firstBits, ...otherBits)).toBe(inAll.length);
      }),
    );
  });

  it('counts every bit of a word, the last one too', () => {
    expect(countIn(bitsetOf(Array.from({ length: 64 }).keys(), 64))).toBe(64);
    expect(countIn(bitsetOf([31, 63], 64))).toBe(2);
  });
});
