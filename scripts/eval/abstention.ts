// Measures how well search detects that no article answers a question. The questions are asked of an edition in which only some of them
// have an answer. scripts/eval/README.md describes the protocol.
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
  /** The number of questions with an answer in the edition. `unanswerable` is the number of those without. */
  answerable: number;
  unanswerable: number;
  /**
   * Area under the ROC curve when `relevance` of the first item is used to tell answerable from unanswerable questions (Mann & Whitney
   * 1947).
   * NaN if all questions are of one kind.
   */
  auroc: number;
  /** The shares of the answerable or unanswerable questions whose `data.match` has the named value; NaN without such questions. */
  answerableNone: number;
  answerableStrong: number;
  unanswerableNone: number;
  unanswerableWeakOrNone: number;
  /**
   * Expected calibration error: how far `relevance` of the first item differs from the share of questions that the first item answers.
   * It is computed over ten bins of equal width (Naeini et al. 2015).
   */
  calibrationError: number;
}

/** The result of one question: `relevance` and `match` are the output of search, the rest follows from the judged query. */
export interface Judged {
  isAnswerable: boolean;
  /** The relevance of the first item; 0 without items. */
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

/** Computes the measures of a group from the results of its questions. Pure. */
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
  };
}

function aurocOf(answerable: readonly Judged[], unanswerable: readonly Judged[]): number {
  let wins = 0;
  for (const { relevance } of answerable)
    for (const other of unanswerable) wins += relevance > other.relevance ? 1 : relevance === other.relevance ? 0.5 : 0;
  return wins / (answerable.length * unanswerable.length);
}

/** Sum over the bins of |sum of relevance − number of answered questions|, divided by the number of questions. */
function calibrationErrorOf(judged: readonly Judged[]): number {
  const gaps = Array.from({ length: 10 }, (_, bin) => {
    const own = judged.filter(({ relevance }) => Math.min(9, Math.floor(relevance * 10)) === bin);
    return Math.abs(own.reduce((sum, { relevance, isAnswered }) => sum + relevance - (isAnswered ? 1 : 0), 0));
  });
  return gaps.reduce((sum, gap) => sum + gap, 0) / judged.length;
}

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
