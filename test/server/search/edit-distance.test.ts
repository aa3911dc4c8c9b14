import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceWithin } from '../../../server/search/edit-distance.ts';

/** Optimal string alignment by the whole table, as it is defined (Boytsov 2011, section 2.2.2). */
function plainDistance(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_cell, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const cell = (row: number, column: number): number => table[row]?.[column] ?? 0;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const costs = [
        cell(row - 1, column) + 1,
        cell(row, column - 1) + 1,
        cell(row - 1, column - 1) + (isSame ? 0 : 1),
      ];
      const isExchange =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (isExchange) costs.push(cell(row - 2, column - 2) + 1);
      (table[row] as number[])[column] = Math.min(...costs);
    }
  }
  return cell(left.length, right.length);
}

/** Words of few letters, so that many are near each other. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 127 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
/** A word and another that a few slips made of it. */
const slips = fc.array(fc.tuple(fc.constantFrom('leave out', 'add', 'replace', 'exchange'), fc.nat()), {
  maxLength: 4,
});
function withSlips(spelt: string, made: readonly [string, number][]): string {
  const letters = spelt.split('');
  for (const [kind, where] of made) {
    const at = where % (letters.length + 1);
    if (kind === 'leave out') letters.splice(at, 1);
    if (kind === 'add') letters.splice(at, 0, 'a');
    if (kind === 'replace') letters.splice(at, 1, 'b');
    if (kind === 'exchange') letters.splice(at, 2, ...letters.slice(at, at + 2).reverse());
  }
  return letters.join('').slice(0, 127);
}

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

  it('is that of the whole table, and one more than the limit beyond it', () => {
    fc.assert(
      fc.property(word, word, fc.nat(4), (left, right, limit) => {
        expect(distanceWithin(left, right, limit)).toBe(Math.min(limit + 1, plainDistance(left, right)));
      }),
      { numRuns: 2000 },
    );
  });

  it('is that of the whole table for words that are a few slips apart', () => {
    fc.assert(
      fc.property(word, slips, fc.nat(4), (left, made, limit) => {
        const right = withSlips(left, made);
        const distance = plainDistance(left, right);
        expect(distanceWithin(left, right, limit)).toBe(Math.min(limit + 1, distance));
        expect(distanceWithin(right, left, limit)).toBe(Math.min(limit + 1, distance));
      }),
      { numRuns: 2000 },
    );
  });

  it('does not depend on the words that were compared before', () => {
    fc.assert(
      fc.property(word, word, word, word, (before, other, left, right) => {
        const first = distanceWithin(left, right, 2);
        distanceWithin(before, other, 9);
        expect(distanceWithin(left, right, 2)).toBe(first);
      }),
    );
  });
});
