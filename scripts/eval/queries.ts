// Reads files of judged queries (queries with the articles that answer them) and groups the queries for reports.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { byCodeUnit, sha256 } from '../../build/edition/hash.ts';
import { languages } from '../../build/edition/vocabulary.ts';
import { UsageError } from '../content-option.ts';
import { packageRoot } from '../package-root.ts';
import { parsedJson } from '../parsed-json.ts';

/** Constants are tuned on the dev half of the queries. The result is measured on the test half. */
export const halves = ['dev', 'test'] as const;
export type Half = (typeof halves)[number];

const line = z
  .object({
    q: z.string().regex(/\S/, 'is empty'),
    /** `mixed` for a query with words of both languages. */
    lang: z.enum([...languages, 'mixed']),
    /** The articles that answer the query; empty if the kind begins with `unanswerable`. */
    relevantSlugs: z.array(z.string().min(1)),
    /** The kind of query, such as `anchor`. The default is the kind in the file's name. */
    kind: z.string().optional(),
    split: z.enum(halves).optional(),
    /** The answering sections, if judged. `within` has the anchors of a section and its subsections. */
    targets: z
      .array(z.object({ slug: z.string(), within: z.array(z.string()) }))
      .min(1)
      .optional(),
    /** Whether the query is the heading of a section that answers it. */
    eqHeading: z.boolean().optional(),
    /** The accepted forms of the verbatim answer, if judged. */
    answers: z.array(z.string().min(1)).optional(),
  })
  .refine(({ kind, relevantSlugs }) => (kind?.startsWith('unanswerable') === true) === (relevantSlugs.length === 0), {
    path: ['relevantSlugs'],
    message: 'must be empty if the kind begins with unanswerable, and must name at least one article otherwise',
  });

export interface JudgedQuery extends Omit<z.infer<typeof line>, 'lang' | 'relevantSlugs' | 'split'> {
  language: z.infer<typeof line>['lang'];
  relevant: readonly string[];
  kind: string;
  half: Half;
}

export interface QuerySet {
  /** The file's name without its language and ending: `vue.anchor` of `vue.anchor.en.jsonl`. */
  name: string;
  queries: readonly JudgedQuery[];
}

const judgedFolder = join(packageRoot, 'test', 'fixtures', 'judged');
export const defaultBaselineFile = join(judgedFolder, 'baseline.json');
/** The default folder of `--corpus`, beside the repository. */
export const usualCorpus = join(packageRoot, '..', 'shared', 'corpus');

/** The files of our own judged queries about `content/`. `ownAnswerFiles` has further queries for answers and abstention. */
export const ownSearchFiles = (): Promise<string[]> => queryFilesIn(judgedFolder);
export const ownAnswerFiles = (): Promise<string[]> => queryFilesIn(join(judgedFolder, 'answers'));

export async function queryFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.jsonl')).sort(byCodeUnit);
  if (files.length === 0) throw new UsageError(`there are no judged queries in ${folder}; name files with --queries`);
  return files.map((name) => join(folder, name));
}

/** Reads JSON Lines. Throws a UsageError that names the file and the line of an invalid query. */
export async function readQueryFiles(files: readonly string[]): Promise<QuerySet[]> {
  const sets = await Promise.all(files.map(async (file) => querySet(file, await readFile(file, 'utf8'))));
  // If two files have the same set name and language, the second is named by its path: reports would merge sets of the same name.
  const names = sets.map(({ name, queries }) => `${name} ${queries[0]?.language}`);
  return sets.map((set, at) => (names.indexOf(names[at] ?? '') === at ? set : { ...set, name: files[at] ?? '' }));
}

const example = '{"q":"how to retry","lang":"en","relevantSlugs":["retries"]}';

function querySet(file: string, text: string): QuerySet {
  // The set of `source.kind.lang.jsonl` is `source.kind`. If the name has only one part, it is both the set and the kind.
  const parts = (file.split(/[\\/]/).at(-1) ?? file).replace(/\.jsonl?$/, '').split('.');
  if (languages.some((language) => language === parts.at(-1))) parts.pop();
  const name = parts.join('.');
  const kindOfFile = parts.slice(1).join('.') || name;
  const halfOfFile = halves.find((half) => name.endsWith(`.${half}`));
  const queries = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((written, index): JudgedQuery[] => {
      if (written.trim() === '') return [];
      const read = line.safeParse(parsedJson(written));
      if (!read.success) {
        const why = z.prettifyError(read.error).replaceAll(/\s+/g, ' ');
        throw new UsageError(`${file}:${index + 1}: ${why}; a valid line is ${example}`);
      }
      const { lang, relevantSlugs, split, kind = kindOfFile, ...query } = read.data;
      const relevant = [...new Set(relevantSlugs)];
      return [{ ...query, language: lang, relevant, kind, half: split ?? halfOfFile ?? halfOf(relevant) }];
    });
  if (queries.length === 0) throw new UsageError(`${file} has no query; a valid line is ${example}`);
  return { name, queries };
}

/**
 * The half to which a query without `split` belongs. It depends only on the relevant article, so that tuning never sees articles of the
 * test half.
 */
const halfOf = ([slug = '']: readonly string[]): Half =>
  Number.parseInt(sha256(slug).slice(0, 2), 16) % 2 === 0 ? 'dev' : 'test';

/** The queries of one set in one language. */
export interface QueryGroup {
  name: string;
  language: JudgedQuery['language'];
  queries: JudgedQuery[];
}

/** Groups queries by set and language, in the order of the sets; Chinese comes first. Empty groups are left out. */
export function queryGroups(
  sets: readonly QuerySet[],
  isWanted: (query: JudgedQuery) => boolean = () => true,
): QueryGroup[] {
  return [...new Set(sets.map(({ name }) => name))].flatMap((name) => {
    const own = sets.filter((set) => set.name === name).flatMap((set) => set.queries.filter(isWanted));
    return line.shape.lang.options.flatMap((language): QueryGroup[] => {
      const queries = own.filter((query) => query.language === language);
      return queries.length === 0 ? [] : [{ name, language, queries }];
    });
  });
}
