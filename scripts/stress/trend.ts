// Whether numbers that were measured one after the other grow. Pure.

export interface Trend {
  /** Per step, in the unit of the values. */
  slope: number;
  /** The slope in standard errors. */
  t: number;
  /** Whether a slope like this comes by chance in fewer than one of twenty rows without any (two-sided). */
  isSignificant: boolean;
}

/** Of so few values nothing can be said. */
export const valuesMin = 4;

/** The least squares line through values at equal steps; undefined when there are too few of them. */
export function trendOf(values: readonly number[]): Trend | undefined {
  const count = values.length;
  if (count < valuesMin) return undefined;
  const meanStep = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  let [spread, common] = [0, 0];
  for (const [step, value] of values.entries()) {
    spread += (step - meanStep) ** 2;
    common += (step - meanStep) * (value - mean);
  }
  const slope = common / spread;
  const rest = values.reduce((sum, value, step) => sum + (value - mean - slope * (step - meanStep)) ** 2, 0);
  const standardError = Math.sqrt(rest / (count - 2) / spread);
  // A line without any deviation is no chance, unless it is level.
  const t = slope === 0 ? 0 : slope / standardError;
  return { slope, t, isSignificant: Math.abs(t) > criticalT(count - 2) };
}

/** The quantile .975 of Student's t, by the expansion of Cornish and Fisher (1938); three digits are right from two degrees on. */
export function criticalT(degrees: number): number {
  if (degrees <= 2) return 4.303;
  const z = 1.959_964;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((sum, term, power) => sum + term / degrees ** power, 0);
}
