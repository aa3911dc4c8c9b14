// How sure a difference between two systems is: the paired bootstrap over the queries that both answered. Pure.
import { randomFrom } from './random.ts';

export interface Difference {
  /** The mean of ours − theirs. */
  mean: number;
  /** The bounds of the 95 % confidence interval. */
  low: number;
  high: number;
}

export const resamples = 10_000;

/**
 * The mean difference of two systems' values on the same queries, with its 95 % confidence interval by the percentile method:
 * queries are drawn with replacement 10,000 times, and the interval spans from the 2.5th to the 97.5th percentile of the
 * means (Efron & Tibshirani 1993, chapter 13; Sakai 2006 for its use on rankings). The seed is fixed: the same values give
 * the same interval.
 */
export function pairedDifference(ours: readonly number[], theirs: readonly number[]): Difference {
  if (ours.length !== theirs.length) throw new RangeError('both systems must have answered the same queries');
  const differences = Float64Array.from(ours, (value, index) => value - (theirs[index] ?? 0));
  const count = differences.length;
  if (count === 0) return { mean: 0, low: 0, high: 0 };
  const random = randomFrom('paired bootstrap');
  const means = new Float64Array(resamples);
  for (let sample = 0; sample < resamples; sample += 1) {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) sum += differences[Math.floor(random() * count)] ?? 0;
    means[sample] = sum / count;
  }
  means.sort();
  const at = (share: number): number => means[Math.min(resamples - 1, Math.floor(share * resamples))] ?? 0;
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / count;
  return { mean, low: at(0.025), high: at(0.975) };
}
