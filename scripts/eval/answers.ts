// How well the context of a question answers it, in few tokens, and how well the service knows that nothing here answers.
// What is counted, and how: scripts/eval/README.md.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Library } from '../../server/library.ts';
import { getContext } from '../../server/operations/get-context.ts';
import { withUsedWords } from '../../server/operations/match.ts';
import { findMatches } from '../../server/operations/search.ts';
import { type Match, matchOf, relevancesOf } from '../../server/search/relevance.ts';
import type { JudgedQuery, QuerySet } from './queries.ts';
import { timeOf } from './systems.ts';
import { milliseconds, share, tableText } from './table.ts';

export const budgets = [400, 800] as const;

export interface AnswerGroup {
  name: string;
  language: string;
  n: number;
  maxTokens: number;
  /** The share of questions for which a passage is of an answering article; of all of them, where a question needs several. */
  articles: number;
  /** With a passage of an answering section; undefined when no sections were judged. */
  sections?: number;
  /** With the answer, as it stands in the text, in one passage; undefined when no answers were judged. */
  answers?: number;
  /** Medians over the questions: of the passages' text, and of the whole body of the response. */
  textTokens: number;
  wholeTokens: number;
  /** Of a context and of a search, in turn. */
  p50Ms: number;
  searchP50Ms: number;
}

/** Groups of answerable questions; a set whose questions are headings is measured on the others alone. */
export function answerGroups(library: Library, sets: readonly QuerySet[]): AnswerGroup[] {
  return eachGroup(sets, ({ relevant, isHeading }) => relevant.length > 0 && isHeading !== true).flatMap(
    ({ name, language, queries }) =>
      budgets.map((maxTokens) => groupOf(library, { name, language, queries }, maxTokens)),
  );
}

interface Group {
  name: string;
  language: string;
  queries: readonly JudgedQuery[];
}

function eachGroup(sets: readonly QuerySet[], isWanted: (query: JudgedQuery) => boolean): Group[] {
  const groups = new Map<string, JudgedQuery[]>();
  for (const { name, queries } of sets) {
    // Sets that differ in where they were taken from alone are reported as one: `vue.section` and `dify.section`.
    const kind = queries.some(({ targets }) => targets !== undefined) ? 'sections of documentation' : name;
    for (const query of queries.filter(isWanted)) {
      const key = `${kind}\n${query.language}`;
      groups.set(key, [...(groups.get(key) ?? []), query]);
    }
  }
  return [...groups].map(([key, queries]) => {
    const [name = '', language = ''] = key.split('\n');
    return { name, language, queries };
  });
}

function groupOf(library: Library, { name, language, queries }: Group, maxTokens: number): AnswerGroup {
  const asked = queries.map((query) => ask(library, query, maxTokens));
  const shareOf = (of: (one: Asked) => boolean): number => asked.filter(of).length / Math.max(1, asked.length);
  return {
    ...{ name, language, n: queries.length, maxTokens },
    articles: shareOf(({ hasArticles }) => hasArticles),
    ...(queries.every(({ targets }) => targets !== undefined) && { sections: shareOf(({ hasSection }) => hasSection) }),
    ...(queries.every(({ answers }) => answers !== undefined) && { answers: shareOf(({ hasAnswer }) => hasAnswer) }),
    textTokens: median(asked.map(({ textTokens }) => textTokens)),
    wholeTokens: median(asked.map(({ wholeTokens }) => wholeTokens)),
    p50Ms: median(asked.map(({ ms }) => ms)),
    searchP50Ms: median(asked.map(({ searchMs }) => searchMs)),
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? 0;

interface Asked {
  hasArticles: boolean;
  hasSection: boolean;
  hasAnswer: boolean;
  textTokens: number;
  wholeTokens: number;
  ms: number;
  searchMs: number;
}

function ask(library: Library, query: JudgedQuery, maxTokens: number): Asked {
  const { q, language, relevant, targets = [], answers = [], kind } = query;
  const lang = language === 'mixed' ? undefined : language;
  const input = getContext.input.parse({ q, maxTokens: String(maxTokens), ...(lang !== undefined && { lang }) });
  const context = { library, origin: '', preferredFormat: 'json' as const, agent: undefined };
  let body = '';
  const ms = timeOf(() => {
    const outcome = getContext.run(context, input);
    if (outcome.kind === 'data') body = outcome.pieces.join('');
  });
  const searchMs = timeOf(() => findMatches(library, withUsedWords(library, { q: input.q })).page(0, 20));
  const { passages, tokens } = getContext.output.parse(JSON.parse(body));
  const found = new Set(passages.map(({ slug }) => slug));
  const wanted = answers.map(plain);
  return {
    hasArticles:
      kind === 'two-articles' ? relevant.every((slug) => found.has(slug)) : relevant.some((slug) => found.has(slug)),
    hasSection: passages.some(({ slug, section }) =>
      targets.some((target) => target.slug === slug && target.within.includes(section)),
    ),
    hasAnswer: passages.some(({ text }) => wanted.some((answer) => plain(text).includes(answer))),
    textTokens: tokens,
    wholeTokens: countTokens(body),
    ms,
    searchMs,
  };
}

/** As the answers of the judged set are compared: NFKC, without white space and without the marks of Markdown. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\\*_`~]/g, '');

/** How well a service knows that nothing answers, asked of an edition that holds the answers of some questions alone. */
export interface AbstentionGroup {
  name: string;
  language: string;
  answerable: number;
  unanswerable: number;
  /** Of the relevance of the first item, answerable against unanswerable: Mann & Whitney 1947. NaN when all are of one kind. */
  auroc: number;
  /** The share of each that is called so. */
  answerableNone: number;
  answerableStrong: number;
  unanswerableNone: number;
  unanswerableWeakOrNone: number;
  /** Expected calibration error of that relevance, against «the first item answers»: ten bins of equal width (Naeini et al. 2015). */
  calibrationError: number;
  /** Of each bin: how many fell into it, their mean relevance, and the share whose first item answers. */
  bins: { n: number; relevance: number; answered: number }[];
}

interface Judged {
  isAnswerable: boolean;
  relevance: number;
  match: Match;
  isAnswered: boolean;
}

export function abstentionGroups(library: Library, sets: readonly QuerySet[]): AbstentionGroup[] {
  return eachGroup(sets, () => true).map(({ name, language, queries }) => {
    const judged = queries.map((query) => judge(library, query));
    const answerable = judged.filter(({ isAnswerable }) => isAnswerable);
    const unanswerable = judged.filter(({ isAnswerable }) => !isAnswerable);
    const shareOf = (some: readonly Judged[], ...kinds: Match[]): number =>
      some.filter(({ match }) => kinds.includes(match)).length / some.length;
    const bins = binsOf(judged);
    return {
      ...{ name, language, answerable: answerable.length, unanswerable: unanswerable.length },
      auroc: aurocOf(answerable, unanswerable),
      answerableNone: shareOf(answerable, 'none'),
      answerableStrong: shareOf(answerable, 'strong'),
      unanswerableNone: shareOf(unanswerable, 'none'),
      unanswerableWeakOrNone: shareOf(unanswerable, 'weak', 'none'),
      calibrationError:
        bins.reduce((sum, { n, relevance, answered }) => sum + n * Math.abs(relevance - answered), 0) / judged.length,
      bins,
    };
  });
}

function judge(library: Library, { q, relevant }: JudgedQuery): Judged {
  const matches = findMatches(library, withUsedWords(library, { q: q.normalize('NFKC').trim() }));
  const [first] = matches.page(0, 1);
  const [relevance = 0] = relevancesOf(matches, 0, 1);
  return {
    isAnswerable: relevant.some((slug) => library.positionOfSlug.has(slug)),
    relevance,
    match: matchOf(matches) ?? 'none',
    isAnswered: first !== undefined && relevant.includes(library.articles[first]?.slug ?? ''),
  };
}

function aurocOf(answerable: readonly Judged[], unanswerable: readonly Judged[]): number {
  let wins = 0;
  for (const { relevance } of answerable)
    for (const other of unanswerable) wins += relevance > other.relevance ? 1 : relevance === other.relevance ? 0.5 : 0;
  return wins / (answerable.length * unanswerable.length);
}

const binCount = 10;

function binsOf(judged: readonly Judged[]): AbstentionGroup['bins'] {
  return Array.from({ length: binCount }, (_, bin) => {
    const own = judged.filter(({ relevance }) => Math.min(binCount - 1, Math.floor(relevance * binCount)) === bin);
    return {
      n: own.length,
      relevance: own.reduce((sum, { relevance }) => sum + relevance, 0) / Math.max(1, own.length),
      answered: own.filter(({ isAnswered }) => isAnswered).length / Math.max(1, own.length),
    };
  });
}

export function answersText(groups: readonly AnswerGroup[]): string {
  return tableText(
    ['set', '', 'n', 'tokens ≤', 'article', 'section', 'answer', 'text', 'whole', 'p50 ms', 'search'],
    groups.map((group) => [
      group.name,
      group.language,
      String(group.n),
      String(group.maxTokens),
      share(group.articles),
      group.sections === undefined ? '' : share(group.sections),
      group.answers === undefined ? '' : share(group.answers),
      String(group.textTokens),
      String(group.wholeTokens),
      milliseconds(group.p50Ms),
      milliseconds(group.searchP50Ms),
    ]),
    2,
  );
}

export function abstentionText(groups: readonly AbstentionGroup[]): string {
  return tableText(
    ['set', '', 'answerable', 'not', 'AUROC', 'ECE', 'answerable none', 'strong', 'not: none', 'weak or none'],
    groups.map((group) => [
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
      ].map((value) => (Number.isNaN(value) ? '' : share(value))),
    ]),
    2,
  );
}
