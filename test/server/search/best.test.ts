import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf } from '../../../server/search/best.ts';

/** Few different scores, so that many are ties; ties go to the smaller member. */
const scores = fc.array(fc.nat(6), { maxLength: 60 });

describe('the best of many', () => {
  it('are the first that sorting all of them gives, in whatever order', () => {
    fc.assert(
      fc.property(scores, fc.nat(70), (all, count) => {
        const isBefore = (left: number, right: number): boolean =>
          (all[left] ?? 0) > (all[right] ?? 0) || (all[left] === all[right] && left < right);
        const sorted = all.map((_, member) => member).sort((left, right) => (isBefore(left, right) ? -1 : 1));
        const best = bestOf(all.length, count, isBefore);
        expect(best.sort((left, right) => (isBefore(left, right) ? -1 : 1))).toEqual(sorted.slice(0, count));
      }),
      { numRuns: 2000 },
    );
  });

  it('are found without comparing each with each', () => {
    const shuffled = Uint32Array.from({ length: 100_000 }, (_, member) => (member * 7919) % 100_003);
    let comparisons = 0;
    const best = bestOf(shuffled.length, 200, (left, right) => {
      comparisons += 1;
      return (shuffled[left] as number) < (shuffled[right] as number);
    });
    const values = best.map((member) => shuffled[member] as number).sort((left, right) => left - right);
    expect(values).toEqual([...shuffled].sort((left, right) => left - right).slice(0, 200));
    expect(comparisons).toBeLessThan(200_000);
  });
});
