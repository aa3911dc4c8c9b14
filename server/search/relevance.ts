// Computes the probability that a hit answers a query from the ranking: from the score of the hit as a share of the query's total weight
// (`mass`), its lead over the next hit, and the number of words. Pure.
//   z = b₀ + b₁ · ln(score ÷ mass + .05) + b₂ · lead + b₃ · ln(words + 1) + b₄ · ln(mass + 1),   probability = 1 ÷ (1 + e^−z)
// There are two logistic regressions over the same judged queries: «this hit answers» and «something here answers», which differ where
// many articles answer equally well. They were fitted on editions with half of the articles. The guide to the benchmarks shows their
// calibration; `npm run eval -- --corpus` measures it, and `--fit` prints new constants.
import { analyse, wordsIn } from '../../build/edition/analysis.ts';
import type { Collection } from './collection.ts';
import type { Reading } from './evidence.ts';
import { readQuery } from './query.ts';
import type { Matches, Scored } from './ranking.ts';

/** The features of the regression. */
export interface Signals {
  /** ln(score ÷ mass + .05) */
  score: number;
  lead: number;
  /** ln(words + 1) */
  words: number;
  /** ln(mass + 1) */
  mass: number;
}

export interface Curve extends Signals {
  constant: number;
}

export const curves = {
  thisHitAnswers: { constant: -4.97, score: 1.85, lead: 5.46, words: 2.41, mass: -0.52 },
  somethingAnswers: { constant: -3.26, score: 1.88, lead: 3.67, words: 2.84, mass: -0.92 },
} as const satisfies Record<string, Curve>;
/** Keeps the logarithm of a score near zero finite. */
const scoreFloor = 0.05;

export const matchKinds = ['strong', 'weak', 'none'] as const;
export type Match = (typeof matchKinds)[number];

/** The match is strong from the first probability on, and weak from the second one on. */
const strongMin = 0.6;
const weakMin = 0.13;

/** The relevance of the hits from place `from` to before place `to`, from 0 to 1, rounded to hundredths. Empty for a listing. */
export function relevancesOf(matches: Matches, from: number, to: number): number[] {
  const { reading } = matches;
  if (reading === undefined) return [];
  const leaders = matches.leaders();
  return matches
    .scored(from, to)
    .map((own) => Math.round(probability(own, leaders, reading, curves.thisHitAnswers) * 100) / 100);
}

/** Whether anything answers a query; undefined for a listing. */
export function matchOf(matches: Matches): Match | undefined {
  if (matches.reading === undefined) return undefined;
  const [first] = matches.scored(0, 1);
  const likely =
    first === undefined ? 0 : probability(first, matches.leaders(), matches.reading, curves.somethingAnswers);
  return likely >= strongMin ? 'strong' : likely >= weakMin ? 'weak' : 'none';
}

function probability(
  own: Scored,
  leaders: readonly Scored[],
  reading: Pick<Reading, 'mass' | 'words'>,
  curve: Curve,
): number {
  const signals = signalsOf(own, leaders, reading);
  if (signals === undefined) return 0;
  const { score, lead, words, mass } = signals;
  const z = curve.constant + curve.score * score + curve.lead * lead + curve.words * words + curve.mass * mass;
  return 1 / (1 + Math.exp(-z));
}

/** The features of a hit; undefined for a hit without evidence. */
export function signalsOf(
  { position, score }: Scored,
  [leader, second]: readonly Scored[],
  { mass, words }: Pick<Reading, 'mass' | 'words'>,
): Signals | undefined {
  if (score <= 0 || mass <= 0) return undefined;
  const other = (position === leader?.position ? second : leader)?.score ?? 0;
  return {
    score: Math.log(score / mass + scoreFloor),
    lead: (score - other) / Math.max(score, other),
    words: Math.log(words + 1),
    mass: Math.log(mass + 1),
  };
}

/** The maximum number of unmatched words in an answer. */
const unmatchedMax = 16;

/**
 * The words of a query that are not in the index and have no near match. A Han character counts as unmatched when the index has no
 * pair of it and a neighbour.
 */
export function unmatchedWords(query: string, { reading }: Matches, { termOf }: Collection): string[] {
  if (reading === undefined) return [];
  const isUnknown = (term: string): boolean =>
    termOf(term) === undefined && (reading.near.get(term)?.length ?? 0) === 0;
  const { text } = readQuery(query);
  const words = wordsIn(text).flatMap(({ start, end, isHan }) => {
    const word = text.slice(start, end);
    if (isHan) return unknownRuns([...word], isUnknown);
    const terms = analyse(word);
    return terms.length > 0 && terms.every(isUnknown) ? [word] : [];
  });
  return [...new Set(words)].slice(0, unmatchedMax);
}

function unknownRuns(characters: readonly string[], isUnknown: (term: string) => boolean): string[] {
  const pairs = characters.slice(1).map((character, at) => isUnknown(`${characters[at]}${character}`));
  const runs: string[] = [];
  let run = '';
  characters.forEach((character, at) => {
    const isAlone = characters.length === 1 ? isUnknown(character) : (pairs[at - 1] ?? true) && (pairs[at] ?? true);
    if (isAlone) run += character;
    if (run !== '' && (!isAlone || at === characters.length - 1)) {
      // A single character between known words is usually a particle, so it is listed only if the index lacks it.
      if ([...run].length > 1 || isUnknown(run)) runs.push(run);
      run = '';
    }
  });
  return runs;
}
