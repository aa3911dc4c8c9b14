import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bitset, bitsetOf, fullBitset, has, intersect, positionsOf } from '../../../server/search/bitset.ts';

/** A size and some sets of positions below it: sizes around the borders of words above all. */
const sized = fc
  .oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(0, 1, 31, 32, 33, 63, 64, 65, 96))
  .chain((size) =>
    fc.record({
      size: fc.constant(size),
      sets: fc.array(fc.array(fc.integer({ min: 0, max: Math.max(0, size - 1) })), { minLength: 1, maxLength: 4 }),
    }),
  )
  .map(({ size, sets }) => ({ size, sets: sets.map((positions) => new Set(size === 0 ? [] : positions)) }));

const ascending = (positions: Iterable<number>): number[] => [...positions].sort((left, right) => left - right);

describe('a bitset', () => {
  it('holds what a Set of the same positions holds', () => {
    fc.assert(
      fc.property(sized, ({ size, sets: [first = new Set<number>()] }) => {
        const bits = bitsetOf(first, size);
        expect(bits.size).toBe(size);
        expect(positionsOf(bits)).toEqual(ascending(first));
        for (let position = 0; position < size; position += 1) expect(has(bits, position)).toBe(first.has(position));
      }),
    );
  });

  it('intersects as Sets do, and leaves its operands alone', () => {
    fc.assert(
      fc.property(sized, ({ size, sets }) => {
        const operands = sets.map((set) => bitsetOf(set, size));
        const [first, ...others] = operands as [Bitset, ...Bitset[]];
        const [ofFirst = new Set<number>(), ...ofOthers] = sets;
        const inAll = [...ofFirst].filter((position) => ofOthers.every((set) => set.has(position)));
        expect(positionsOf(intersect(first, ...others))).toEqual(ascending(inAll));
        expect(operands.map(positionsOf)).toEqual(sets.map(ascending));
      }),
    );
  });

  it('is full with every position and not one more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (size) => {
        expect(positionsOf(fullBitset(size))).toEqual(Array.from({ length: size }, (_, position) => position));
        expect(has(fullBitset(size), size)).toBe(false);
      }),
    );
  });

  it('does not care how often or in which order positions are given', () => {
    expect(bitsetOf([40, 3, 40, 0, 3], 41)).toEqual(bitsetOf([0, 3, 40], 41));
  });

  it('holds the last position of a word as any other', () => {
    expect(positionsOf(bitsetOf([31, 63], 64))).toEqual([31, 63]);
  });
});
