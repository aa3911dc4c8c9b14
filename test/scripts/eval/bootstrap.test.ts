import { describe, expect, it } from 'vitest';
import { pairedDifference } from '../../../scripts/eval/bootstrap.ts';
import { randomFrom } from '../../../scripts/eval/random.ts';

const reciprocalRanks = (seed: string, count = 300): number[] => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => 1 / (1 + Math.floor(random() * 10)));
};

describe('pairedDifference', () => {
  it('is nothing at all for the same answers', () => {
    const values = reciprocalRanks('one');
    expect(pairedDifference(values, values)).toEqual({ mean: 0, low: 0, high: 0 });
  });

  it('holds 0 for two systems that differ by chance alone', () => {
    const { low, high } = pairedDifference(reciprocalRanks('one'), reciprocalRanks('another'));
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  it('lies above 0 for a clear winner, and below for a clear loser', () => {
    const worse = reciprocalRanks('one');
    const better = worse.map((value) => Math.min(1, value * 1.5));
    const won = pairedDifference(better, worse);
    expect(won.low).toBeGreaterThan(0);
    expect([won.low <= won.mean, won.mean <= won.high]).toEqual([true, true]);
    const lost = pairedDifference(worse, better);
    expect(lost.high).toBeLessThan(0);
    expect(lost.mean).toBeCloseTo(-won.mean, 12);
  });

  it('is as wide as the normal approximation says, give or take a tenth', () => {
    const [ours, theirs] = [reciprocalRanks('one'), reciprocalRanks('another')];
    const differences = ours.map((value, index) => value - (theirs[index] ?? 0));
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / differences.length;
    const expected = 2 * 1.96 * Math.sqrt(variance / differences.length);
    const { low, high } = pairedDifference(ours, theirs);
    expect((high - low) / expected).toBeGreaterThan(0.9);
    expect((high - low) / expected).toBeLessThan(1.1);
  });

  it('is the same every time', () => {
    const [ours, theirs] = [reciprocalRanks('one'), reciprocalRanks('another')];
    expect(pairedDifference(ours, theirs)).toEqual(pairedDifference(ours, theirs));
  });

  it('refuses answers to different queries', () => {
    expect(() => pairedDifference([1, 0], [1])).toThrow('same queries');
  });

  it('is zero for no query', () => {
    expect(pairedDifference([], [])).toEqual({ mean: 0, low: 0, high: 0 });
  });
});
