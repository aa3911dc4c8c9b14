import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domains, verificationStatuses } from '../../../build/edition/vocabulary.ts';
import { bitsetOf, countIn } from '../../../server/search/bitset.ts';
import { countFacets, facetCounts } from '../../../server/search/facets.ts';

interface Row {
  domain: (typeof domains)[number];
  status: (typeof verificationStatuses)[number];
  isFound: boolean;
}
const rows = fc.array(
  fc.record<Row>({
    domain: fc.constantFrom(...domains),
    status: fc.constantFrom(...verificationStatuses),
    isFound: fc.boolean(),
  }),
  { maxLength: 100 },
);
const filters = fc.record(
  { domain: fc.constantFrom(...domains), status: fc.constantFrom(...verificationStatuses) },
  { requiredKeys: [] },
);

const positionsWhere = (all: readonly Row[], matches: (row: Row) => boolean) =>
  bitsetOf(
    all.flatMap((row, position) => (matches(row) ? [position] : [])),
    all.length,
  );

describe('the counts of facets', () => {
  it('are how many found articles have the value and pass the other filter', () => {
    fc.assert(
      fc.property(rows, filters, (all, given) => {
        const counts = countFacets(
          positionsWhere(all, ({ isFound }) => isFound),
          given,
          (asked) => [
            positionsWhere(all, (row) => (asked.domain ?? row.domain) === row.domain),
            positionsWhere(all, (row) => (asked.status ?? row.status) === row.status),
          ],
        );
        expect(facetCounts.parse(counts)).toEqual(counts);
        const found = all.filter(({ isFound }) => isFound);
        for (const value of domains) {
          const own = found.filter((row) => row.domain === value && (given.status ?? row.status) === row.status);
          expect(counts.domain[value], value).toBe(own.length);
        }
        for (const value of verificationStatuses) {
          const own = found.filter((row) => row.status === value && (given.domain ?? row.domain) === row.domain);
          expect(counts.status[value], value).toBe(own.length);
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
