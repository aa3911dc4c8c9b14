// Judged queries: what one line of a query file says, and what is wrong with a line that says it badly. Pure.
import { z } from 'zod';
import { sha256 } from '../../build/edition/hash.ts';
import { languages } from '../../build/edition/vocabulary.ts';

/** Constants are chosen on the dev half of the queries; the test half shows what they are worth. */
export const halves = ['dev', 'test'] as const;
export type Half = (typeof halves)[number];

const queryLanguages = [...languages, 'mixed'] as const;

export interface JudgedQuery {
  q: string;
  /** The language of the query; `mixed` for one with words of both. */
  language: (typeof queryLanguages)[number];
  /** Any of these articles answers the query. */
  relevant: readonly string[];
  /** What sort of query it is, such as `anchor`. */
  kind: string;
  /** Whether the query is the title of an article that answers it; undefined when nobody said. */
  isTitle: boolean | undefined;
  half: Half;
  /** The sections that answer, if they were judged: the anchors of each and of those below it. */
  targets?: readonly SectionTarget[];
  /** Whether the query is the heading of a section that answers it. */
  isHeading?: boolean;
  /** The answer as it stands in a text, if that was judged: any of these. */
  answers?: readonly string[];
}

export interface SectionTarget {
  slug: string;
  within: readonly string[];
}

export interface QuerySet {
  /** The file's name without its language and ending: `vue.anchor` of `vue.anchor.en.jsonl`. */
  name: string;
  /** The file as it was named. */
  file: string;
  queries: readonly JudgedQuery[];
}

/** Why a line cannot be used: where it is, what was found there and what was expected. */
export interface BadLine {
  line: number;
  found: string;
  expected: string;
}

export const isBadLine = (read: QuerySet | BadLine): read is BadLine => 'expected' in read;

/**
 * Reads JSON Lines: `{"q", "lang", "relevantSlugs"}` and, if given, `"kind"`, `"eqTitle"`, `"split"`, and of judged sections
 * `"targets"`, `"eqHeading"`, of judged answers `"answers"`. Empty lines are left out. A
 * file called `….dev.jsonl` or `….test.jsonl` is all of that half.
 */
export function readQuerySet(text: string, file: string): QuerySet | BadLine {
  const { name, kind } = namesOf(file);
  const half = halves.find((known) => name.endsWith(`.${known}`));
  const queries: JudgedQuery[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line, kind, half);
    if ('expected' in read) return { line: index + 1, ...read };
    queries.push(read);
  }
  if (queries.length === 0) return { line: 1, found: 'no query', expected: `one query a line, such as ${example}` };
  return { name, file, queries };
}

const example = '{"q":"how to retry","lang":"en","relevantSlugs":["retries"]}';

/** `source.kind.lang.jsonl` names set, kind and language; any other name is the name of both set and kind. */
function namesOf(file: string): { name: string; kind: string } {
  const parts = (file.split(/[\\/]/).at(-1) ?? file).replace(/\.jsonl?$/, '').split('.');
  if (!languages.some((language) => language === parts.at(-1))) return { name: parts.join('.'), kind: parts.join('.') };
  return { name: parts.slice(0, -1).join('.'), kind: parts.slice(1, -1).join('.') || parts.slice(0, -1).join('.') };
}

type Fault = Omit<BadLine, 'line'>;

function readLine(line: string, kindOfFile: string, halfOfFile: Half | undefined): JudgedQuery | Fault {
  const value = parsed(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { found: shown(value ?? line), expected: `one JSON object, such as ${example}` };
  }
  const fields: Record<string, unknown> = { ...value };
  const { q, lang, relevantSlugs, kind, eqTitle, split, targets, eqHeading, answers } = fields;
  const fault = (name: string, expected: string): Fault => ({
    found: name in fields ? `${name} is ${shown(fields[name])}` : `no ${name}`,
    expected,
  });
  if (typeof q !== 'string' || q.trim() === '') return fault('q', 'the query, as a text that is not empty');
  const language = queryLanguages.find((known) => known === lang);
  if (language === undefined) return fault('lang', 'one of "zh", "en", "mixed"');
  const isUnanswerable = typeof kind === 'string' && kind.startsWith('unanswerable');
  if (!isTexts(relevantSlugs) || (relevantSlugs.length === 0) !== isUnanswerable)
    return fault('relevantSlugs', 'a list of one slug or more; of none where the kind begins with unanswerable');
  const judged = sectionTargets.safeParse(targets);
  if (!judged.success) return fault('targets', 'a list of {"slug", "within": [anchors]}, or nothing');
  if (answers !== undefined && !isTexts(answers)) return fault('answers', 'a list of texts, or nothing');
  if (kind !== undefined && typeof kind !== 'string') return fault('kind', 'a text, or nothing');
  if (eqTitle !== undefined && typeof eqTitle !== 'boolean') return fault('eqTitle', 'true, false or nothing');
  const half = halves.find((known) => known === split);
  if (split !== undefined && half === undefined) return fault('split', 'one of "dev", "test", or nothing');
  const relevant = [...new Set(relevantSlugs)];
  return {
    q,
    language,
    relevant,
    kind: kind ?? kindOfFile,
    isTitle: eqTitle,
    half: half ?? halfOfFile ?? halfOf(relevant),
    ...(judged.data !== undefined && { targets: judged.data }),
    ...(eqHeading === true && { isHeading: true }),
    ...(answers !== undefined && { answers }),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && text !== '');

const sectionTargets = z
  .array(z.object({ slug: z.string(), within: z.array(z.string()) }))
  .min(1)
  .optional();

/** All queries about one article lie in one half, in both languages, so that nothing of the test half was ever tuned on. */
function halfOf(relevant: readonly string[]): Half {
  return Number.parseInt(sha256(relevant[0] ?? '').slice(0, 2), 16) % 2 === 0 ? 'dev' : 'test';
}
