// All that an edition holds for search: the parts of the index, and the tables that stand beside them.
import { exportIndex } from '../edition/search-index.ts';
import { type SearchTables, writeSearchTables } from '../edition/search-tables.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import { inBoth, type SourceArticle } from '../source/article.ts';
import { type FieldTerms, fieldNames, fieldsOf } from './fields.ts';
import { eachHeadline, headlinesOf, packHeadlines } from './headlines.ts';
import { type IndexedArticles, indexArticles } from './indexed-articles.ts';
import { type Occurrences, occurrencesOf, type Vocabulary } from './occurrences.ts';
import { packParallels, parallelsOf, translationsOf } from './translations.ts';

/** What search needs to know of one article, as numbers of a vocabulary; the numbers may be good only until those of another are asked for. */
export interface ArticleSearch {
  occurrences: Occurrences;
  /** `packHeadlines`. */
  headlines: Uint32Array;
  /** `packParallels`. */
  parallels: Uint32Array;
}

export interface SearchFiles {
  /** Hands over the parts of the FlexSearch index one after the other: together they are large. */
  eachPart(use: (part: Buffer) => void): void;
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
  const indexed = indexArticles(
    articles.map(({ occurrences }) => occurrences),
    terms,
  );
  // Read again each time that they are gone through: of many articles they wait on a disk.
  const parallels = {
    *[Symbol.iterator]() {
      for (const article of articles) yield article.parallels;
    },
  };
  const translations = translationsOf(parallels, indexed.orderOf);
  const tables: SearchTables = {
    ...headlineTables(articles, indexed, terms),
    translationFrom: Uint32Array.from(translations, ({ from }) => from),
    translationTo: Uint32Array.from(translations, ({ to }) => to),
    translationDice: Uint8Array.from(translations, ({ dice }) => Math.round(dice * 255)),
  };
  return {
    eachPart: (use) => exportIndex(indexed.index, use),
    tables: writeSearchTables(tables),
  };
}

function headlineTables(
  articles: readonly ArticleSearch[],
  { order, orderOf }: IndexedArticles,
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
  // Counted first: arrays that grow to tens of millions of numbers would take several times the memory.
  let [headlineCount, termCount] = [0, 0];
  for (const { headlines } of articles) {
    eachHeadline(headlines, (_, own) => {
      headlineCount += 1;
      termCount += own.length;
    });
  }
  const tables = {
    articleStarts: new Uint32Array(articles.length + 1),
    headlineStarts: new Uint32Array(headlineCount + 1),
    headlineKinds: new Uint8Array(headlineCount),
    headlineTerms: new Uint32Array(termCount),
  };
  let [headline, at] = [0, 0];
  articles.forEach(({ headlines }, position) => {
    eachHeadline(headlines, (kind, own) => {
      tables.headlineKinds[headline] = kind;
      for (let place = 0; place < own.length; place += 1, at += 1)
        tables.headlineTerms[at] = numberOf(own[place] as number);
      headline += 1;
      tables.headlineStarts[headline] = at;
    });
    tables.articleStarts[position + 1] = headline;
  });
  return { extraTerms: [...extra.keys()].map((term) => terms[term] ?? ''), ...tables };
}
