// Measures how well the service detects that no article answers: it asks an edition that has the answers to only some of the
// questions. The protocol: scripts/eval/README.md.
import type { Library } from '../../server/library.ts';
import { withUsedWords } from '../../server/operations/match.ts';
import { queryText } from '../../server/operations/parameters.ts';
import { findMatches } from '../../server/operations/search.ts';
import { type Match, matchOf, relevancesOf } from '../../server/search/relevance.ts';
import { type JudgedQuery, type QuerySet, queryGroups } from './queries.ts';
import { share, type Table } from './table.ts';

export interface AbstentionGroup {
  name: string;
  language: string;
  /** The number of questions with and without an answer in the edition. */
  answerable: number;
  unanswerable: number;
  /** AUROC of the first item's relevance, answerable against unanswerable (Mann & Whitney 1947). NaN when all are of one kind. */
  auroc: number;
  /** The share of answerable and of unanswerable questions with this verdict; NaN without questions of a kind. */
  answerableNone: number;
  answerableStrong: number;
  unanswerableNone: number;
  unanswerableWeakOrNone: number;
  /**
   * Expected calibration error of the first item's relevance as the probability that this item answers: ten bins of equal width (Naeini et al. 2015).
   */
  calibrationError: number;
  /** For thresholds 0, .1 … .9: the results after dropping items below the threshold (El-Yaniv & Wiener 2010). */
  riskCoverage: RiskPoint[];
}

export interface RiskPoint {
  threshold: number;
  /** The share of questions whose first item reaches that relevance. */
  kept: number;
  /** Of these, the share whose first item answers; NaN when none is kept. */
  answered: number;
}

/** One question: the verdict of the service and the truth. */
export interface Judged {
  isAnswerable: boolean;
  /** Of the first item; 0 without one. */
  relevance: number;
  match: Match;
  /** Whether the first item is an article that answers. */
  isAnswered: boolean;
}

export function abstentionGroups(library: Library, sets: readonly QuerySet[]): AbstentionGroup[] {
  return queryGroups(sets).map(({ name, language, queries }) => ({
    name,
    language,
    ...abstentionOf(queries.map((query) => judge(library, query))),
  }));
}

function judge(library: Library, { q, relevant }: JudgedQuery): Judged {
  const isAnswerable = relevant.some((slug) => library.positionOfSlug.has(slug));
  const read = queryText.safeParse(q);
  if (!read.success) return { isAnswerable, relevance: 0, match: 'none', isAnswered: false };
  const matches = findMatches(library, withUsedWords(library, { q: read.data }));
  const [first] = matches.page(0, 1);
  const [relevance = 0] = relevancesOf(matches, 0, 1);
  return {
    isAnswerable,
    relevance,
    match: matchOf(matches) ?? 'none',
    isAnswered: first !== undefined && relevant.includes(library.articles[first]?.slug ?? ''),
  };
}

/** Pure. */
export function abstentionOf(judged: readonly Judged[]): Omit<AbstentionGroup, 'name' | 'language'> {
  const answerable = judged.filter(({ isAnswerable }) => isAnswerable);
  const unanswerable = judged.filter(({ isAnswerable }) => !isAnswerable);
  const called = (some: readonly Judged[], ...kinds: Match[]): number =>
    some.filter(({ match }) => kinds.includes(match)).length / some.length;
  return {
    answerable: answerable.length,
    unanswerable: unanswerable.length,
    auroc: aurocOf(answerable, unanswerable),
    answerableNone: called(answerable, 'none'),
    answerableStrong: called(answerable, 'strong'),
    unanswerableNone: called(unanswerable, 'none'),
    unanswerableWeakOrNone: called(unanswerable, 'weak', 'none'),
    calibrationError: calibrationErrorOf(judged),
    riskCoverage: riskCoverageOf(judged),
  };
}

function aurocOf(answerable: readonly Judged[], unanswerable: readonly Judged[]): number {
  let wins = 0;
  for (const { relevance } of answerable)
    for (const other of unanswerable) wins += relevance > other.relevance ? 1 : relevance === other.relevance ? 0.5 : 0;
  return wins / (answerable.length * unanswerable.length);
}

const tenths = Array.from({ length: 10 }, (_, tenth) => tenth);

/** Σ over the bins of |Σ relevance − number answered| ÷ number of questions. */
function calibrationErrorOf(judged: readonly Judged[]): number {
  const gaps = tenths.map((bin) => {
    const own = judged.filter(({ relevance }) => Math.min(9, Math.floor(relevance * 10)) === bin);
    return Math.abs(own.reduce((sum, { relevance, isAnswered }) => sum + relevance - (isAnswered ? 1 : 0), 0));
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / judged.length;
}

const riskCoverageOf = (judged: readonly Judged[]): RiskPoint[] =>
  tenths.map((tenth) => {
    const threshold = tenth / 10;
    const kept = judged.filter(({ relevance }) => relevance >= threshold);
    const answered = kept.filter(({ isAnswered }) => isAnswered).length / kept.length;
    return { threshold, kept: kept.length / judged.length, answered };
  });

export function abstentionTable(groups: readonly AbstentionGroup[]): Table {
  return {
    head: [
      ...['nothing answers', '', 'answerable', 'not', 'AUROC', 'ECE'],
      ...['answerable: none', 'strong', 'not: none', 'weak or none'],
    ],
    leftColumns: 2,
    rows: groups.map((group) => [
      group.name,
      group.language,
      String(group.answerable),
      String(group.unanswerable),
      ...[
        group.auroc,
        group.calibrationError,
        group.answerableNone,
        group.answerableStrong,
        group.unanswerableNone,
        group.unanswerableWeakOrNone,
      ].map(share),
    ]),
  };
}

/** One table per set, its languages side by side. */
export function riskCoverageTables(groups: readonly AbstentionGroup[]): Table[] {
  return [...new Set(groups.map(({ name }) => name))].map((name) => {
    const own = groups.filter((group) => group.name === name);
    return {
      head: [`${name}: relevance ≥`, ...own.flatMap(({ language }) => [`${language}: kept`, `${language}: answered`])],
      rows: tenths.map((tenth) => [
        (tenth / 10).toFixed(1),
        ...own.flatMap(({ riskCoverage }) => {
          const { kept = Number.NaN, answered = Number.NaN } = riskCoverage[tenth] ?? {};
          return [bar(kept), bar(answered)];
        }),
      ]),
    };
  });
}

/** A share as a number and a bar ten characters wide. */
function bar(value: number): string {
  const filled = Math.round((Number.isNaN(value) ? 0 : value) * 10);
  return `${share(value)} ${'█'.repeat(filled)}${'·'.repeat(10 - filled)}`;
}
