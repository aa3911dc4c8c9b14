// All that an edition holds for search: the parts of the index, and the tables that stand beside them.
import { lookupTablesOf, writeLookupTables } from '../edition/lookup-tables.ts';
import { writePostingTables } from '../edition/posting-tables.ts';
import { packSides, type SearchTables, writeSearchTables } from '../edition/search-tables.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import { inBoth, type SourceArticle } from '../source/article.ts';
import { type FieldTerms, fieldNames, fieldsOf } from './fields.ts';
import { eachHeadline, headlinesOf, packHeadlines } from './headlines.ts';
import { type Occurrences, occurrencesOf, type Vocabulary } from './occurrences.ts';
import { packParallels, parallelsOf } from './parallels.ts';
import { type CollectedPostings, collectPostings, indexPartsOf } from './postings.ts';
import { translationsOf } from './translations.ts';

/** What search needs to know of one article, as numbers of a vocabulary. */
export interface ArticleSearch {
  occurrences: Occurrences;
  /** `packHeadlines`. */
  headlines: Uint32Array;
  /** `packParallels`. */
  parallels: Uint32Array;
}

export interface SearchFiles {
  /** Of the FlexSearch index. */
  parts: Buffer[];
  lookups: Buffer;
  postings: Buffer;
  tables: Buffer;
}

/** `sides` are the languages that count: an article without one of them is what an evaluation of the other needs. */
export function articleSearchOf(
  article: SourceArticle,
  vocabulary: Vocabulary,
  sides: readonly Language[] = languages,
): ArticleSearch {
  const isWhole = languages.every((language) => sides.includes(language));
  return {
    occurrences: occurrencesOf(
      inBoth((language) => (sides.includes(language) ? fieldsOf(article, language) : noFields)),
      vocabulary,
    ),
    headlines: packHeadlines(headlinesOf(article, sides), vocabulary),
    parallels: packParallels(isWhole ? parallelsOf(article) : [], vocabulary),
  };
}

const noFields = Object.fromEntries(fieldNames.map((field) => [field, []])) as unknown as FieldTerms;

/** All that search reads, and the index that it was made of; the same articles give the same bytes, however the terms are numbered. */
export function searchFilesOf(articles: readonly ArticleSearch[], terms: readonly string[]): SearchFiles {
  const postings = collectPostings(
    articles.map(({ occurrences }) => occurrences),
    terms.length,
  );
  const translations = translationsOf(
    articles.map(({ parallels }) => parallels),
    postings.orderOf,
  );
  const names = postings.order.map((term) => terms[term] ?? '');
  const tables: SearchTables = {
    sides: packSides(postings.sides),
    ...headlineTables(articles, postings, terms),
    translationFrom: Uint32Array.from(translations, ({ from }) => from),
    translationTo: Uint32Array.from(translations, ({ to }) => to),
    translationDice: Uint8Array.from(translations, ({ dice }) => Math.round(dice * 255)),
  };
  return {
    parts: indexPartsOf(postings, terms),
    lookups: writeLookupTables(lookupTablesOf(names, tables)),
    postings: writePostingTables({ ...postings, names }),
    tables: writeSearchTables(tables),
  };
}

function headlineTables(
  articles: readonly ArticleSearch[],
  { order, orderOf }: CollectedPostings,
  terms: readonly string[],
) {
  const extra = new Map<number, number>();
  const numberOf = (term: number): number => {
    const place = orderOf[term] as number;
    if (place !== -1) return place;
    const known = extra.get(term) ?? order.length + extra.size;
    extra.set(term, known);
    return known;
  };
  const articleStarts: number[] = [0];
  const headlineStarts: number[] = [0];
  const kinds: number[] = [];
  const numbers: number[] = [];
  for (const { headlines } of articles) {
    eachHeadline(headlines, (kind, own) => {
      kinds.push(kind);
      for (const term of own) numbers.push(numberOf(term));
      headlineStarts.push(numbers.length);
    });
    articleStarts.push(kinds.length);
  }
  return {
    extraTerms: [...extra.keys()].map((term) => terms[term] ?? ''),
    articleStarts: Uint32Array.from(articleStarts),
    headlineStarts: Uint32Array.from(headlineStarts),
    headlineKinds: Uint8Array.from(kinds),
    headlineTerms: Uint32Array.from(numbers),
  };
}
