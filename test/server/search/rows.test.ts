import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsOf } from '../../../server/search/rows.ts';

it('gives every term its row, however many others were asked for meanwhile, and makes no more than there may be', () => {
  const terms = fc.array(fc.nat(9), { maxLength: 80 });
  fc.assert(
    fc.property(terms, fc.integer({ min: 1, max: 12 }), (asked, many) => {
      let made = 0;
      const rows = rowsOf({
        many,
        terms: 10,
        make: () => [made++],
        fill: (term, row) => void row.splice(0, row.length, term),
      });
      for (const term of asked) expect(rows.of(term)).toEqual([term]);
      expect(made).toBe(Math.min(many, new Set(asked).size));
    }),
    { numRuns: 300 },
  );
});

it('fills a row once for as long as it is kept', () => {
  const filled: number[] = [];
  const rows = rowsOf({ many: 2, terms: 4, make: () => ({}), fill: (term) => void filled.push(term) });
  for (const term of [1, 2, 1, 2, 3, 2, 1]) rows.of(term);
  expect(filled).toEqual([1, 2, 3, 1]);
});
