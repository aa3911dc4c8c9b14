import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cropped, median, percentile, welch } from '../../../scripts/bench/statistics.ts';

describe('a percentile', () => {
  it.each([
    [[5], 0.99, 5],
    [[3, 1, 2], 0.5, 2],
    [[4, 3, 2, 1], 0.5, 2],
    [[4, 3, 2, 1], 1, 4],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.99, 99],
  ])('of %j at %d is %d, by the nearest rank', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });
});

describe('a median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
    expect(median([])).toBeNaN();
  });
});

describe("Welch's t", () => {
  it('is what the textbook example says', () => {
    // Welch's test on two small samples of unlike variance, computed by hand: means 20.82 and 22.98.
    const left = [27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4];
    const right = [27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 26.4];
    const [meanLeft, meanRight] = [left, right].map((values) => values.reduce((sum, value) => sum + value) / 15);
    const { t, difference } = welch(left, right);
    expect(difference).toBeCloseTo((meanLeft ?? 0) - (meanRight ?? 0), 10);
    expect(t).toBeCloseTo(-2.98, 1);
  });

  it('turns its sign with its samples, and is 0 for a sample and itself', () => {
    const sample = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(sample, sample, (left, right) => {
        fc.pre(new Set([...left, ...right]).size > 2);
        expect(welch(left, right).t).toBeCloseTo(-welch(right, left).t, 8);
        expect(welch(left, left).t).toBe(0);
      }),
    );
  });

  it('needs two values of each', () => {
    expect(() => welch([1], [1, 2])).toThrow(RangeError);
  });
});

describe('cropped samples', () => {
  it('lose what lies above one threshold for both', () => {
    expect(cropped([1, 2, 100], [3, 4, 5], 0.5)).toEqual([[1, 2], [3]]);
  });
});
