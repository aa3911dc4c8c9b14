// Computes the probability that a hit answers a query from the ranking: from the score of the hit as a share of the query's total weight
// (`mass`), its lead over the mean of the seven other best hits, and the number of words. Pure.
//   z = b₀ + b₁ · ln(score ÷ mass + .05) + b₂ · lead + b₃ · ln(words + 1) + b₄ · ln(mass + 1) + b₅ · han,   p = 1 ÷ (1 + e^−z)
// There are two logistic regressions over the same judged queries: «this hit answers» and «something here answers», which differ where
// many articles answer equally well. They were fitted on editions with half of the articles. The guide to the benchmarks shows their
// calibration; `npm run eval -- --corpus` measures it, and `--fit` prints new constants.
import { analyse, wordsIn } from '../../build/edition/analysis.ts';
import type { Collection } from './collection.ts';
import type { Reading } from './evidence.ts';
import { readQuery } from './query.ts';
import { leadersMax, type Matches, type Scored } from './ranking.ts';

/** The features of the regression. */
export interface Signals {
  /** ln(score ÷ mass + .05) */
  score: number;
  lead: number;
  /** ln(words + 1) */
  words: number;
  /** ln(mass + 1) */
  mass: number;
  /** 1 for a query with Han characters, else 0: its pairs of characters are more terms, with more mass, than its words would be. */
  han: number;
}

export const signalNames = ['score', 'lead', 'words', 'mass', 'han'] as const satisfies (keyof Signals)[];

export interface Curve extends Signals {
  constant: number;
}

export const curves = {
  thisHitAnswers: { constant: -6.45, score: 1.42, lead: 8.07, words: 3.3, mass: -1.6, han: 0.93 },
  somethingAnswers: { constant: -3.83, score: 1.61, lead: 5.66, words: 4.02, mass: -2.36, han: 1.47 },
} as const satisfies Record<string, Curve>;
/** Keeps the logarithm of a score near zero finite. */
const scoreFloor = 0.05;

export const matchKinds = ['strong', 'weak', 'none'] as const;
export type Match = (typeof matchKinds)[number];

/** The match is strong from the first probability on, and weak from the second one on. */
const strongMin = 0.6;
const weakMin = 0.13;

/**
 * The relevance of each hit from rank `from` up to, but not including, rank `to`: a number from 0 to 1, rounded to hundredths. Empty for
 * a listing.
 */
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
  reading: Pick<Reading, 'mass' | 'words' | 'hasHan'>,
  curve: Curve,
): number {
  const signals = signalsOf(own, leaders, reading);
  if (signals === undefined) return 0;
  const z = signalNames.reduce((sum, name) => sum + curve[name] * signals[name], curve.constant);
  return 1 / (1 + Math.exp(-z));
}

/** The features of a hit; undefined for a hit without evidence. */
export function signalsOf(
  { position, score }: Scored,
  leaders: readonly Scored[],
  { mass, words, hasHan }: Pick<Reading, 'mass' | 'words' | 'hasHan'>,
): Signals | undefined {
  if (score <= 0 || mass <= 0) return undefined;
  const others = leaders.filter((leader) => leader.position !== position).slice(0, leadersMax - 1);
  const mean = others.reduce((sum, other) => sum + other.score, 0) / Math.max(1, others.length);
  return {
    score: Math.log(score / mass + scoreFloor),
    lead: (score - mean) / Math.max(score, mean),
    words: Math.log(words + 1),
    mass: Math.log(mass + 1),
    han: Number(hasHan),
  };
}

/** The maximum number of unmatched words in an answer. */
const unmatchedMax = 16;

/**
 * The words of a query that are not in the index and have no near match. A Han character counts as unmatched when the index has
 * none of the pairs that it forms with its neighbours.
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
