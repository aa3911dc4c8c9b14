// The search data of an edition: the parts of the FlexSearch index, and the search tables.
import { addTo, exportIndex, idOf, newIndex, type SearchIndex, slotOfImpact } from '../edition/search-index.ts';
import { type SearchTables, writeSearchTables } from '../edition/search-tables.ts';
import { inBoth } from '../edition/vocabulary.ts';
import type { SourceArticle } from '../source/source-article.ts';
import { fieldsOf } from './fields.ts';
import { eachHeadline, headlinesOf, packHeadlines } from './headlines.ts';
import { weigherFor } from './impacts.ts';
import { type Occurrences, occurrencesOf, Vocabulary } from './occurrences.ts';
import { packParallels, parallelsOf, translationsOf } from './translations.ts';

/** The search data of one article. The other fields refer to a term by its index in `terms`. */
export interface ArticleSearch {
  terms: string[];
  occurrences: Occurrences;
  /** As returned by `packHeadlines`. */
  headlines: Uint32Array;
  /** As returned by `packParallels`. */
  parallels: Uint32Array;
}

export interface SearchFiles {
  /** Passes the parts of the FlexSearch index to `use` one by one, because together they need much memory. */
  eachPart(use: (part: Buffer) => void): void;
  tables: Buffer;
}

export function articleSearchOf(article: SourceArticle): ArticleSearch {
  const vocabulary = new Vocabulary();
  const occurrences = occurrencesOf(
    inBoth((language) => fieldsOf(article, language)),
    vocabulary,
  );
  const headlines = packHeadlines(headlinesOf(article), vocabulary);
  const parallels = packParallels(parallelsOf(article), vocabulary);
  return { terms: vocabulary.terms, occurrences, headlines, parallels };
}

/**
 * Computes the search data of all articles. It reads the articles one by one. It keeps the numbers of each article's terms in
 * memory, but not the terms themselves.
 */
export function searchFilesOf(articles: readonly (() => ArticleSearch)[]): SearchFiles {
  const vocabulary = new Vocabulary();
  const numbered = articles.map((read) => renumbered(read(), vocabulary));
  const { terms } = vocabulary;
  const indexed = indexArticles(
    numbered.map(({ occurrences }) => occurrences),
    terms,
  );
  const translations = translationsOf(
    numbered.map(({ parallels }) => parallels),
    indexed.orderOf,
  );
  const tables: SearchTables = {
    ...headlineTables(numbered, indexed, terms),
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
  articles: readonly NumberedSearch[],
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
  // Count first, to allocate arrays of the right size. Arrays that grow to tens of millions of numbers would take several times
  // the memory.
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

// The functions below replace the term numbers of an article with those of the vocabulary of all articles.

export type NumberedSearch = Omit<ArticleSearch, 'terms'>;

/** Converts the term numbers of an article to those of `vocabulary`. The arrays of the article are changed in place. */
export function renumbered({ terms, ...search }: ArticleSearch, vocabulary: Vocabulary): NumberedSearch {
  const numbers = Uint32Array.from(terms, (term) => vocabulary.numberOf(term));
  const renumber = (own: Uint32Array): void => {
    for (let at = 0; at < own.length; at += 1) own[at] = numbers[own[at] as number] as number;
  };
  renumber(search.occurrences.terms);
  eachHeadline(search.headlines, (_, own) => renumber(own));
  // Each side of a parallel text is stored as the number of its terms, followed by the terms.
  for (let at = 0; at < search.parallels.length; ) {
    const end = at + 1 + (search.parallels[at] as number);
    renumber(search.parallels.subarray(at + 1, end));
    at = end;
  }
  return search;
}

export interface IndexedArticles {
  index: SearchIndex;
  /** The numbers of the vocabulary's terms in the order of the index. An edition refers to a term by its place in this order. */
  order: number[];
  /** For each term of the vocabulary, its place in `order`. It is −1 for a term that no article has. */
  orderOf: Int32Array;
}

/**
 * Builds the FlexSearch index of a collection: each article with its terms, each term in the slot of its impact. `terms` is the
 * vocabulary to which the numbers in `articles` refer. The same articles give the same index, however their terms are numbered.
 */
export function indexArticles(articles: readonly Occurrences[], terms: readonly string[]): IndexedArticles {
  const order: number[] = [];
  const orderOf = new Int32Array(terms.length).fill(-1);
  const slots = new Map<string, number>();
  const index = newIndex({ terms: () => [...slots.keys()], slotOf: (term) => slots.get(term) ?? 0 });
  const weigh = weigherFor(articles);
  for (let position = 0; position < articles.length; position += 1) {
    const bySides: [term: number, impact: number][][] = [[], [], [], []];
    weigh(position, (term, impact, sides) => bySides[sides]?.push([term, impact]));
    bySides.forEach((found, sides) => {
      slots.clear();
      for (const [term, impact] of found) {
        slots.set(terms[term] as string, slotOfImpact(impact));
        if (orderOf[term] === -1) orderOf[term] = order.push(term) - 1;
      }
      addTo(index, idOf(position, sides));
    });
  }
  return { index, order, orderOf };
}
