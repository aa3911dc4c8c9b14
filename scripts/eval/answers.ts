// Measures how often the passages of `/context` answer a question, and how many tokens they have. scripts/eval/README.md defines the
// measures.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Library } from '../../server/library.ts';
import { getContext } from '../../server/operations/get-context.ts';
import { search } from '../../server/operations/search.ts';
import { type JudgedQuery, type QueryGroup, type QuerySet, queryGroups } from './queries.ts';
import { timeOf } from './ranking.ts';
import { milliseconds, share, type Table } from './table.ts';

const budgets = [400, 800] as const;

export interface AnswerGroup {
  name: string;
  language: string;
  n: number;
  maxTokens: number;
  /** The share of questions with a passage from an answering article; for the kind `two-articles`, from every answering article. */
  articles: number;
  /** The share of questions with a passage from an answering section; undefined without judged sections. */
  sections?: number;
  /** The share of questions with the verbatim answer in one passage; undefined without judged answers. */
  answers?: number;
  /** The median number of tokens of the passages. */
  textTokens: number;
  /** The median number of tokens of the response body. */
  wholeTokens: number;
  /** The median time of the operation behind `/context`. */
  p50Ms: number;
  /** The median time of the operation behind `/search` with the same `q` and `lang`. */
  searchP50Ms: number;
}

/** Measures answerable questions per set and language. Questions that equal a heading are left out. */
export function answerGroups(library: Library, sets: readonly QuerySet[]): AnswerGroup[] {
  return queryGroups(sets, ({ relevant, eqHeading }) => relevant.length > 0 && eqHeading !== true).flatMap((group) =>
    budgets.map((maxTokens) => measured(library, group, maxTokens)),
  );
}

function measured(library: Library, { name, language, queries }: QueryGroup, maxTokens: number): AnswerGroup {
  const asked = queries.map((query) => ask(library, query, maxTokens));
  const shareOf = (of: (one: Asked) => boolean): number => asked.filter(of).length / asked.length;
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

/** The result for a question that the API refuses. */
const refused: Asked = {
  ...{ hasArticles: false, hasSection: false, hasAnswer: false },
  ...{ textTokens: 0, wholeTokens: 0, ms: 0, searchMs: 0 },
};

function ask(library: Library, query: JudgedQuery, maxTokens: number): Asked {
  const { q, language, relevant, targets = [], answers = [], kind } = query;
  const lang = language === 'mixed' ? undefined : language;
  const input = getContext.input.safeParse({ q, maxTokens: String(maxTokens), lang });
  if (!input.success) return refused;
  const context = { library, origin: '', preferredFormat: 'json' as const, agent: undefined };
  let body = '';
  const ms = timeOf(() => {
    const outcome = getContext.run(context, input.data);
    if (outcome.kind === 'data') body = outcome.pieces.join('');
  });
  const searching = search.input.parse({ q, lang });
  const searchMs = timeOf(() => search.run(context, searching));
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

/** Normalises a text for the comparison with judged answers: NFKC, without white space and Markdown markup. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\\*_`~]/g, '');

export function answersTable(groups: readonly AnswerGroup[]): Table {
  return {
    head: ['answers', '', 'n', 'tokens ≤', 'article', 'section', 'answer', 'text', 'whole', 'p50 ms', 'search'],
    leftColumns: 2,
    rows: groups.map((group) => [
      group.name,
      group.language,
      String(group.n),
      String(group.maxTokens),
      share(group.articles),
      share(group.sections ?? Number.NaN),
      share(group.answers ?? Number.NaN),
      String(group.textTokens),
      String(group.wholeTokens),
      milliseconds(group.p50Ms),
      milliseconds(group.searchP50Ms),
    ]),
  };
}
