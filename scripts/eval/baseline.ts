// The baseline: a file with the numbers of an earlier run. A later run fails if one of its numbers is worse.
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { UsageError } from '../content-option.ts';
import { parsedJson } from '../parsed-json.ts';
import type { AbstentionGroup } from './abstention.ts';
import type { AnswerGroup } from './answers.ts';
import type { GroupReport } from './ranking.ts';
import { share } from './table.ts';

/** Numbers may get worse by this much. Shares of few questions may also get worse by one question. */
export const toleranceMin = 0.005;

interface Measure {
  key: string;
  label: string;
  /** 1 if a higher value is better, -1 if a lower value is better. */
  sign: 1 | -1;
  /** For a share of questions: the key of the number of these questions. The share may get worse by one question. */
  questions?: string;
}

/** The numbers of each part that the baseline contains, and how they are compared. */
const measures = {
  sets: [
    { key: 'mrr10', label: 'MRR@10', sign: 1 },
    { key: 'recall1', label: 'recall@1', sign: 1 },
    { key: 'recall5', label: 'recall@5', sign: 1 },
    { key: 'recall10', label: 'recall@10', sign: 1 },
    { key: 'ndcg10', label: 'nDCG@10', sign: 1 },
    { key: 'zeroRate', label: 'zero-result rate', sign: -1 },
  ],
  answers: [
    { key: 'articles400', label: 'answering article in context at 400 tokens', sign: 1, questions: 'n' },
    { key: 'articles800', label: 'answering article in context at 800 tokens', sign: 1, questions: 'n' },
  ],
  abstention: [
    { key: 'auroc', label: 'AUROC', sign: 1 },
    { key: 'calibrationError', label: 'calibration error', sign: -1 },
    { key: 'answerableNone', label: 'answerable called none', sign: -1, questions: 'answerable' },
    { key: 'unanswerableWeakOrNone', label: 'unanswerable called weak or none', sign: 1, questions: 'unanswerable' },
  ],
} as const satisfies Record<string, readonly Measure[]>;
type Part = keyof typeof measures;
const partNames = Object.keys(measures) as Part[];

type Numbers = Record<string, number>;

/** The schema of one part: set → language → numbers. `n` is the number of queries. */
function numbersOf(part: Part) {
  const compared: readonly Measure[] = measures[part];
  const names = new Set(['n', ...compared.flatMap(({ key, questions }) => [key, questions ?? key])]);
  const numbers: z.ZodType<Numbers> = z.strictObject(Object.fromEntries([...names].map((name) => [name, z.number()])));
  return z.record(z.string(), z.record(z.string(), numbers));
}

const baseline = z.strictObject({
  sets: numbersOf('sets'),
  answers: numbersOf('answers'),
  abstention: numbersOf('abstention'),
});
export type Baseline = z.infer<typeof baseline>;

export interface Measured {
  groups: readonly GroupReport[];
  answers: readonly AnswerGroup[];
  abstention: readonly AbstentionGroup[];
}

export interface Comparison {
  /** A sentence for each number that got worse by more than the tolerance. */
  falls: string[];
  /** Sentences about sets that changed in size or were not measured. They are no failures. */
  notes: string[];
  /** The number of compared pairs of set and language. */
  compared: number;
}

/** Selects and rounds the numbers that a baseline contains. Pure. */
export function baselineOf({ groups, answers, abstention }: Measured): Baseline {
  const kept: Baseline = { sets: {}, answers: {}, abstention: {} };
  const keep = (part: Part, name: string, language: string, numbers: Numbers): void => {
    const rounded = Object.entries(numbers).map(([key, value]) => [key, Math.round(value * 1e5) / 1e5]);
    kept[part][name] ??= {};
    kept[part][name][language] = { ...kept[part][name][language], ...Object.fromEntries(rounded) };
  };
  for (const { level, name, language, quality } of groups) {
    const { n, mrr10, recall1, recall5, recall10, ndcg10, zeroRate } = quality;
    if (level === 'set') keep('sets', name, language, { n, mrr10, recall1, recall5, recall10, ndcg10, zeroRate });
  }
  for (const { name, language, n, maxTokens, articles } of answers)
    keep('answers', name, language, { n, [`articles${maxTokens}`]: articles });
  for (const { name, language, answerable, unanswerable, ...group } of abstention) {
    // Leaves out sets with questions of only one kind, because their AUROC is undefined.
    if (Number.isNaN(group.auroc)) continue;
    const { auroc, calibrationError, answerableNone, unanswerableWeakOrNone } = group;
    const n = answerable + unanswerable;
    const numbers = { n, answerable, unanswerable, auroc, calibrationError, answerableNone, unanswerableWeakOrNone };
    keep('abstention', name, language, numbers);
  }
  return kept;
}

/** Compares measured numbers with a baseline. Pure. */
export function compareWith(expected: Baseline, measured: Baseline): Comparison {
  const comparison: Comparison = { falls: [], notes: [], compared: 0 };
  for (const part of partNames) {
    for (const [set, languages] of Object.entries(expected[part])) {
      for (const [language, before] of Object.entries(languages)) {
        const name = `${part === 'sets' ? '' : `${part}, `}${set} ${language}`;
        const now = measured[part][set]?.[language];
        if (now === undefined) {
          comparison.notes.push(`${name} is in the baseline and was not measured`);
          continue;
        }
        comparison.compared += 1;
        if (now.n !== before.n)
          comparison.notes.push(`${name} has ${now.n} queries now, and had ${before.n} in the baseline`);
        comparison.falls.push(...fallsOf(name, measures[part], { before, now }));
      }
    }
  }
  return comparison;
}

function fallsOf(
  name: string,
  compared: readonly Measure[],
  { before, now }: Record<'before' | 'now', Numbers>,
): string[] {
  return compared.flatMap(({ key, label, sign, questions }) => {
    const [was, is] = [before[key], now[key]];
    if (was === undefined || is === undefined) return [];
    // A fall by exactly the tolerance is accepted. The small constants absorb rounding: shares are stored with five digits, and
    // subtraction has rounding errors.
    const question = questions === undefined ? 0 : 1 / (before[questions] ?? 1) + 1e-5;
    if (sign * (was - is) <= Math.max(toleranceMin, question) + 1e-9) return [];
    return [`${name}: ${label} ${sign === 1 ? 'fell' : 'rose'} from ${share4(was)} to ${share4(is)}`];
  });
}

/** A share with four digits, so that a fall of .0051 differs from a fall of .005. */
const share4 = (value: number): string => (Number.isInteger(value) ? share(value) : value.toFixed(4).replace(/^0/, ''));

export async function writeBaseline(file: string, measured: Measured): Promise<void> {
  await writeFile(file, `${JSON.stringify(baselineOf(measured), null, 2)}\n`);
}

/** Compares `measured` with a baseline file. Throws a UsageError if the file is missing or invalid, or has none of the measured sets. */
export async function checkBaseline(file: string, measured: Measured): Promise<Comparison> {
  const comparison = compareWith(await readBaseline(file), baselineOf(measured));
  if (comparison.compared > 0) return comparison;
  throw new UsageError(
    `${file} has no numbers for the measured query sets; write a new baseline with --write-baseline ${file}`,
  );
}

async function readBaseline(file: string): Promise<Baseline> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new UsageError(`there is no baseline at ${file}; write it with --write-baseline ${file}`);
  });
  const checked = baseline.safeParse(parsedJson(text));
  if (checked.success) return checked.data;
  throw new UsageError(`${file} is no baseline: ${z.prettifyError(checked.error).split('\n')[0]}`);
}
