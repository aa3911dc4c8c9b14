// How well an article is found whose words stand only in the other language: half of the articles lose, in the index alone, the
// side of the query's language, and only queries about those articles are asked.
import { sha256 } from '../../build/edition/hash.ts';
import { searchIndexFile, searchTablesFile } from '../../build/edition/locations.ts';
import { type Language, languages } from '../../build/edition/vocabulary.ts';
import { Vocabulary } from '../../build/indexing/occurrences.ts';
import { type ArticleSearch, articleSearchOf, searchFilesOf } from '../../build/indexing/search-files.ts';
import { type SourceArticle, toArticle } from '../../build/source/article.ts';
import { readDraft } from '../../build/source/draft.ts';
import { isMarkdown, type SourceEntry } from '../../build/source/entry.ts';
import type { EditionFiles } from '../../server/edition-files.ts';
import { type Library, openLibrary } from '../../server/library.ts';
import { UsageError } from '../content-option.ts';
import type { QuerySet } from './queries.ts';
import { ownSystem, type Run, runAll } from './systems.ts';

/** Which articles lose a side: another half than that of the dev queries. */
export const isStripped = (slug: string): boolean =>
  Number.parseInt(sha256(`one language: ${slug}`).slice(0, 2), 16) % 2 === 0;

/** The queries all of whose answers have lost a side; sets that hold none are left out. */
export function strippedQueries(sets: readonly QuerySet[]): QuerySet[] {
  return sets
    .map((set) => ({
      ...set,
      name: `${set.name}+one-language`,
      queries: set.queries
        .filter(({ language, relevant }) => language !== 'mixed' && relevant.every(isStripped))
        .map((query) => ({ ...query, kind: `${query.kind}+one-language` })),
    }))
    .filter(({ queries }) => queries.length > 0);
}

/** Asks each query of the library whose articles have lost the side of its language. */
export async function runOneLanguage(
  sets: readonly QuerySet[],
  files: EditionFiles,
  entries: readonly SourceEntry[],
): Promise<Run> {
  const queries = sets.flatMap((set) => set.queries);
  const answers: Run['answers'][number][] = queries.map(() => undefined);
  const times: number[] = queries.map(() => 0);
  for (const language of languages) {
    const places = [...queries.keys()].filter((place) => queries[place]?.language === language);
    if (places.length === 0) continue;
    const asked = places.map((place) => queries[place]?.q ?? '');
    const [run] = runAll([ownSystem(await strippedLibrary(files, entries, language))], asked);
    places.forEach((place, at) => {
      answers[place] = run?.answers[at];
      times[place] = run?.times[at] ?? 0;
    });
  }
  return { name: 'stele', answers, times };
}

/**
 * The library of an edition with another index: that of the same articles, half of them without the fields of a language.
 * Whatever else search reads of an edition must be made here anew too, from the same fields. Throws a UsageError when the
 * content is not what the edition was made of.
 */
async function strippedLibrary(
  edition: EditionFiles,
  entries: readonly SourceEntry[],
  language: Language,
): Promise<Library> {
  const whole = await openLibrary(edition);
  const vocabulary = new Vocabulary();
  const searches = new Map<string, ArticleSearch>();
  for (const article of articlesOf(entries)) {
    const sides = languages.filter((side) => side !== language || !isStripped(article.slug));
    searches.set(article.slug, articleSearchOf(article, vocabulary, sides));
  }
  const ordered = whole.articles.map(({ slug }) => {
    const found = searches.get(slug);
    if (found === undefined) throw new UsageError(`--content has no article ${slug}, which the edition has`);
    return found;
  });
  const { eachPart, tables } = searchFilesOf(ordered, vocabulary.terms);
  const parts: [string, Buffer][] = [];
  eachPart((part) => parts.push([searchIndexFile(parts.length), part]));
  const files = new Map(edition.files).set(searchTablesFile, tables);
  // The canary is a Chinese title, which may be among what was taken away.
  const manifest = { ...edition.manifest, canary: null };
  return openLibrary({
    ...edition,
    manifest,
    files,
    async *indexParts() {
      yield* parts;
    },
  });
}

function articlesOf(entries: readonly SourceEntry[]): SourceArticle[] {
  return entries.flatMap((entry) => (isMarkdown(entry.path) ? (toArticle(readDraft(entry)) ?? []) : []));
}
