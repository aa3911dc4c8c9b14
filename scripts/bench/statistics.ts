// The statistics of measurements: medians, percentiles, and whether two samples differ. Pure.

/** The smallest value that at least `share` of all values do not exceed (nearest rank). NaN when there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle. NaN when there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export interface Welch {
  /** The difference in standard errors. Beyond ±4.5 the samples differ, by the convention of leakage tests (ISO 17825). */
  t: number;
  /** Mean of the left − mean of the right, in their unit. */
  difference: number;
  standardError: number;
}

/** Welch's t-test for two samples that need not vary alike (Welch 1947). Each needs two values at least. */
export function welch(left: readonly number[], right: readonly number[]): Welch {
  const [a, b] = [momentsOf(left), momentsOf(right)];
  const difference = a.mean - b.mean;
  const standardError = Math.sqrt(a.variance / left.length + b.variance / right.length);
  // Two constants that are the same do not differ, however often they are measured.
  return { t: difference === 0 ? 0 : difference / standardError, difference, standardError };
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  if (values.length < 2) throw new RangeError('a sample needs two values at least');
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}

/**
 * Both samples without the values above one threshold, below which `share` of all of them lie: pauses of the machine say nothing
 * and hide much. The threshold is the same for both, so that cropping cannot make a difference (Reparaz, Balasch & Verbauwhede
 * 2017, «Dude, is my code constant time?»).
 */
export function cropped(
  left: readonly number[],
  right: readonly number[],
  share: number,
): [left: number[], right: number[]] {
  const threshold = percentile([...left, ...right], share);
  const isKept = (value: number): boolean => value <= threshold;
  return [left.filter(isKept), right.filter(isKept)];
}
