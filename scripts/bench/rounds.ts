// Repeats measurements in turns: each round measures every candidate, so that a slow phase of the machine affects all candidates alike.

/**
 * Runs each candidate once per round, after one uncounted warm-up. Each round begins with another candidate.
 *
 * @returns the samples of each candidate, in the order of the candidates
 */
export async function inTurns<Candidate, Sample>(
  candidates: readonly Candidate[],
  rounds: number,
  run: (candidate: Candidate, round: number) => Promise<Sample> | Sample,
): Promise<Sample[][]> {
  const samples: Sample[][] = candidates.map(() => []);
  for (let round = -1; round < rounds; round += 1) {
    for (let step = 0; step < candidates.length; step += 1) {
      const at = (round + 1 + step) % candidates.length;
      const candidate = candidates[at];
      if (candidate === undefined) continue;
      const sample = await run(candidate, round);
      if (round >= 0) samples[at]?.push(sample);
    }
  }
  return samples;
}

/** The smallest value such that at least a fraction `share` (0–1) of the values is not larger (nearest rank). NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The median over the rounds of the ratio `ours` / `theirs`. */
export const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
