import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestFirst, offer, roomFor } from '../../../server/search/best.ts';

/** Few different scores, so that many are ties. */
const scores = fc.array(fc.nat(6), { maxLength: 60 });

/** The best `count` of positions 0, 1, 2 …, best first. */
function bestOf(all: ArrayLike<number>, count: number, tieRank: ArrayLike<number>): number[] {
  const kept = roomFor(count, tieRank);
  for (let position = 0; position < all.length; position += 1) offer(kept, position, all[position] as number);
  const next = bestFirst(kept);
  return Array.from({ length: kept.size }, next);
}

describe('the best of many', () => {
  it('are the first that sorting all of them gives, in that order', () => {
    fc.assert(
      fc.property(scores, fc.nat(70), fc.boolean(), (all, count, isReversed) => {
        const tieRank = all.map((_, position) => (isReversed ? all.length - position : position));
        const order = all
          .map((score, position) => ({ score, position, tie: tieRank[position] ?? 0 }))
          .sort((left, right) => right.score - left.score || left.tie - right.tie)
          .map(({ position }) => position);
        expect(bestOf(all, count, tieRank)).toEqual(order.slice(0, count));
      }),
      { numRuns: 2000 },
    );
  });

  it('are kept when there is room for more than there are', () => {
    expect(bestOf([1, 3, 2], 5, [0, 1, 2])).toEqual([1, 2, 0]);
    expect(bestOf([], 5, [])).toEqual([]);
  });

  it('are found among a hundred thousand', () => {
    const shuffled = Uint32Array.from({ length: 100_000 }, (_, position) => (position * 7919) % 100_003);
    const best = bestOf(shuffled, 200, new Uint32Array(100_000)).map((position) => shuffled[position] as number);
    expect(best).toEqual([...shuffled].sort((left, right) => right - left).slice(0, 200));
  });
});
