// The main property of the ranking: it finds the same articles in the same order as the reference ranking
// (`reference-ranking.ts`), which uses the same FlexSearch index.
import fc from 'fast-check';
import { expect } from 'vitest';
import { bitsetOf } from '../../../server/search/bitset.ts';
import { openRanking } from '../../../server/search/ranking.ts';
import { collectionOf } from './collections.ts';
import { referenceRanking } from './reference-ranking.ts';

export const words = [
  ...['tea', 'pot', 'lid', 'the', 'set', 'teapotLid', 'dock.setMenu', 'transports'],
  ...['茶', '茶壶', '壶盖', '水'],
];
const text = fc.array(fc.constantFrom(...words), { maxLength: 5 }).map((some) => some.join(' '));
const side = fc.record({
  title: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((some) => some.join(' ')),
  headings: fc.array(text, { maxLength: 3 }),
  items: fc.array(text, { maxLength: 2 }),
  body: text,
});
const allowed = fc.subarray(Array.from({ length: 12 }).map((_, position) => position));
const taught = fc.constantFrom<[zh: string, en: string]>(['茶壶', 'teapot'], ['茶壶', 'tea'], ['壶盖', 'lid']);
const taughtArticles = fc.array(
  fc.record({ zh: side, en: side, name: text, parallels: fc.array(taught, { maxLength: 4 }) }),
  { minLength: 1, maxLength: 12 },
);
const misspelt = [
  ...['te', 'tae', 'ste', 'lids', 'tran', 'transpotr', 'trnasprt', 'tarnsprots', 'teapotLdi'],
  ...['what is', 'xylophone'],
];
const askedFor = fc
  .array(fc.constantFrom(...words, ...words, ...misspelt), { minLength: 1, maxLength: 5 })
  .map((some) => some.join(' '));

/** Fails the test if the ranking differs from the reference ranking on one of `numRuns` random small sites. */
export function holdToReference(numRuns: number): void {
  let found = 0;
  const asking = fc.array(askedFor, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(taughtArticles, asking, allowed, (plain, asked, some) => {
      const opened = collectionOf(plain);
      const passing = some.filter((position) => position < plain.length);
      const rank = openRanking(opened.collection);
      const reference = referenceRanking({ ...opened, ...opened.collection });
      for (const query of asked) {
        const { total, page } = rank(query, bitsetOf(passing, plain.length));
        const expected = reference(query, (position) => passing.includes(position));
        expect({ query, order: page(0, plain.length) }).toEqual({ query, order: expected });
        expect(total).toBe(expected.length);
        found += Math.min(1, total);
      }
    }),
    { numRuns },
  );
  expect(found).toBeGreaterThan(numRuns);
}
