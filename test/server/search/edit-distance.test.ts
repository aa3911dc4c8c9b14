import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceWithin } from '../../../server/search/dictionary.ts';
import { slipsBetween } from './reference-near.ts';

/** Words over few letters, so that many are similar. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 127 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

describe('the distance of two words', () => {
  it.each([
    ['', '', 0],
    ['tea', 'tea', 0],
    ['conection', 'connection', 1],
    ['teh', 'the', 1],
    ['pstgresqll', 'postgresql', 2],
    ['ca', 'abc', 3],
    ['a', 'xyz', 3],
  ])('of %j and %j is %i', (left, right, distance) => {
    expect(distanceWithin(left, right, 5)).toBe(distance);
  });

  it('equals that of the full table, or limit + 1, independent of earlier calls', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, fc.nat(4)), { maxLength: 12 }), (compared) => {
        for (const [left, right, limit] of compared)
          expect(distanceWithin(left, right, limit)).toBe(Math.min(limit + 1, slipsBetween(left, right)));
      }),
    );
  });
});
