import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../scripts/eval/random.ts';
import { criticalT, trendOf } from '../../../scripts/stress/trend.ts';

describe('a trend', () => {
  it('of a line is its slope, and no chance', () => {
    const trend = trendOf([1, 3, 5, 7, 9]);
    expect(trend?.slope).toBeCloseTo(2, 10);
    expect(trend?.isSignificant).toBe(true);
  });

  it('of level values is none', () => {
    expect(trendOf([4, 4, 4, 4])).toEqual({ slope: 0, t: 0, isSignificant: false });
  });

  it('is seen through noise when it is larger, and not when there is none', () => {
    const random = randomFrom('trend');
    const noise = Array.from({ length: 30 }, () => random() - 0.5);
    expect(trendOf(noise)?.isSignificant).toBe(false);
    expect(trendOf(noise.map((value, step) => value + step * 0.1))?.isSignificant).toBe(true);
  });

  it('of three values is not judged', () => {
    expect(trendOf([1, 2, 3])).toBeUndefined();
  });
});

describe("the quantile of Student's t", () => {
  it.each([
    [3, 3.182],
    [5, 2.571],
    [10, 2.228],
    [28, 2.048],
    [120, 1.98],
  ])('with %d degrees of freedom is %d, as in the tables', (degrees, expected) => {
    expect(criticalT(degrees)).toBeCloseTo(expected, 1);
  });
});
