// Judged queries: their files, and which of them are reported together.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { byCodeUnit, sha256 } from '../../build/edition/hash.ts';
import { languages } from '../../build/edition/vocabulary.ts';
import { UsageError } from '../content-option.ts';
import { packageRoot } from '../package-root.ts';

/** Constants are chosen on the dev half of the queries; the test half shows what they are worth. */
export const halves = ['dev', 'test'] as const;
export type Half = (typeof halves)[number];

const line = z
  .object({
    q: z.string().regex(/\S/, 'is empty'),
    /** `mixed` for a query with words of both languages. */
    lang: z.enum([...languages, 'mixed']),
    /** Any of these articles answers the query; none where the kind begins with `unanswerable`. */
    relevantSlugs: z.array(z.string().min(1)),
    /** What sort of query it is, such as `anchor`; without it, what the file's name says. */
    kind: z.string().optional(),
    split: z.enum(halves).optional(),
    /** The sections that answer, if they were judged: the anchors of each and of those below it. */
    targets: z
      .array(z.object({ slug: z.string(), within: z.array(z.string()) }))
      .min(1)
      .optional(),
    /** Whether the query is the heading of a section that answers it. */
    eqHeading: z.boolean().optional(),
    /** The answer as it stands in a text, if that was judged: any of these. */
    answers: z.array(z.string().min(1)).optional(),
  })
  .refine(({ kind, relevantSlugs }) => (kind?.startsWith('unanswerable') === true) === (relevantSlugs.length === 0), {
    path: ['relevantSlugs'],
    message: 'names an article, or none where the kind begins with unanswerable',
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
/** Real articles and queries, beside the repository. */
export const usualCorpus = join(packageRoot, '..', 'shared', 'corpus');

/** Our own queries about `content/`: what search is measured with, and what answers and abstention are measured with besides. */
export const ownSearchFiles = (): Promise<string[]> => queryFilesIn(judgedFolder);
export const ownAnswerFiles = (): Promise<string[]> => queryFilesIn(join(judgedFolder, 'answers'));

export async function queryFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.jsonl')).sort(byCodeUnit);
  if (files.length === 0) throw new UsageError(`there are no judged queries in ${folder}; name files with --queries`);
  return files.map((name) => join(folder, name));
}

/** Reads JSON Lines. Throws a UsageError that names file and line of what cannot be used. */
export async function readQueryFiles(files: readonly string[]): Promise<QuerySet[]> {
  const sets = await Promise.all(files.map(async (file) => querySet(file, await readFile(file, 'utf8'))));
  // Two files of one name and language would be reported as one.
  const names = sets.map(({ name, queries }) => `${name} ${queries[0]?.language}`);
  return sets.map((set, at) => (names.indexOf(names[at] ?? '') === at ? set : { ...set, name: files[at] ?? '' }));
}

const example = '{"q":"how to retry","lang":"en","relevantSlugs":["retries"]}';

function querySet(file: string, text: string): QuerySet {
  // `source.kind.lang.jsonl` names set, kind and language; any other name is the name of both set and kind.
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
      const read = line.safeParse(parsed(written));
      if (!read.success) {
        const why = z.prettifyError(read.error).replaceAll(/\s+/g, ' ');
        throw new UsageError(`${file}:${index + 1}: ${why}; a line is such as ${example}`);
      }
      const { lang, relevantSlugs, split, kind = kindOfFile, ...query } = read.data;
      const relevant = [...new Set(relevantSlugs)];
      return [{ ...query, language: lang, relevant, kind, half: split ?? halfOfFile ?? halfOf(relevant) }];
    });
  if (queries.length === 0) throw new UsageError(`${file} holds no query; a line is such as ${example}`);
  return { name, queries };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All queries about one article lie in one half, in both languages, so that nothing of the test half was ever tuned on. */
const halfOf = ([slug = '']: readonly string[]): Half =>
  Number.parseInt(sha256(slug).slice(0, 2), 16) % 2 === 0 ? 'dev' : 'test';

/** The queries of one set in one language. */
export interface QueryGroup {
  name: string;
  language: JudgedQuery['language'];
  queries: JudgedQuery[];
}

/** Sets in the order given, those of one name as one; Chinese first. Groups without a query are left out. */
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
