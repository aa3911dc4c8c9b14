// Repetition: everything that is compared takes turns, so that what slows the machine for a while slows all alike. Pure.

/**
 * Runs each candidate once per round and once before, which is not counted. Each round begins with another candidate.
 *
 * @returns what each candidate's runs gave, in the order of the candidates
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

/** The smallest value that at least `share` of all values do not exceed (nearest rank). NaN when there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** The median of one round's ratios: of `ours` to `theirs`. */
export const medianRatio = (ours: readonly number[], theirs: readonly number[]): number =>
  median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
