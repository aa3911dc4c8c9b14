// The numbers that must not fall: written to a file once, compared by every later run. Pure.
import { z } from 'zod';
import type { GroupReport } from './report.ts';
import { share } from './table.ts';

/** What counts as a fall. Smaller moves are noise of a few queries. */
export const tolerance = 0.005;

const headline = z.strictObject({
  n: z.int().min(1),
  mrr10: z.number(),
  recall1: z.number(),
  recall5: z.number(),
  recall10: z.number(),
  ndcg10: z.number(),
  zeroRate: z.number(),
});
type Headline = z.infer<typeof headline>;

/** Set → language → its numbers. */
export const baseline = z.strictObject({ sets: z.record(z.string(), z.record(z.string(), headline)) });
export type Baseline = z.infer<typeof baseline>;

const metrics = [
  { key: 'mrr10', label: 'MRR@10', sign: 1 },
  { key: 'recall1', label: 'recall@1', sign: 1 },
  { key: 'recall5', label: 'recall@5', sign: 1 },
  { key: 'recall10', label: 'recall@10', sign: 1 },
  { key: 'ndcg10', label: 'nDCG@10', sign: 1 },
  { key: 'zeroRate', label: 'zero-result rate', sign: -1 },
] as const;

export interface Comparison {
  /** A sentence for each number that fell by more than the tolerance. */
  falls: string[];
  /** What else a reader of the comparison should know. */
  notes: string[];
  /** How many pairs of set and language were compared. */
  compared: number;
}

export function baselineOf(groups: readonly GroupReport[]): Baseline {
  const sets: Record<string, Record<string, Headline>> = {};
  for (const { level, name, language, quality } of groups) {
    if (level !== 'set') continue;
    const { n, mrr10, recall1, recall5, recall10, ndcg10, zeroRate } = quality;
    const rounded = (value: number): number => Math.round(value * 1e5) / 1e5;
    sets[name] = {
      ...sets[name],
      [language]: {
        n,
        mrr10: rounded(mrr10),
        recall1: rounded(recall1),
        recall5: rounded(recall5),
        recall10: rounded(recall10),
        ndcg10: rounded(ndcg10),
        zeroRate: rounded(zeroRate),
      },
    };
  }
  return { sets };
}

export function compareWith(expected: Baseline, groups: readonly GroupReport[]): Comparison {
  const measured = baselineOf(groups);
  const comparison: Comparison = { falls: [], notes: [], compared: 0 };
  for (const [set, languages] of Object.entries(expected.sets)) {
    for (const [language, before] of Object.entries(languages)) {
      const now = measured.sets[set]?.[language];
      if (now === undefined) {
        comparison.notes.push(`${set} ${language} is in the baseline and was not measured`);
        continue;
      }
      comparison.compared += 1;
      if (now.n !== before.n)
        comparison.notes.push(`${set} ${language} has ${now.n} queries now, and had ${before.n} in the baseline`);
      comparison.falls.push(...fallsOf(`${set} ${language}`, before, now));
    }
  }
  return comparison;
}

function fallsOf(name: string, before: Headline, now: Headline): string[] {
  return metrics.flatMap(({ key, label, sign }) => {
    const worse = sign * (before[key] - now[key]);
    // A fall by exactly the tolerance is none, whatever the last bits of the subtraction say.
    if (worse <= tolerance + 1e-9) return [];
    return [`${name}: ${label} ${sign === 1 ? 'fell' : 'rose'} from ${share4(before[key])} to ${share4(now[key])}`];
  });
}

/** Four digits: a fall of .0051 must not look like one of .005. */
const share4 = (value: number): string => (Number.isInteger(value) ? share(value) : value.toFixed(4).replace(/^0/, ''));
