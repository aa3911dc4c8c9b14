// A collection of articles as the ranking sees it: terms with postings, headlines, translations. Made once when an edition is
// opened; knows no article's text.
import { holdsHan, isCommonWord, isSingleHan } from '../../build/edition/analysis.ts';
import type { SearchIndex } from '../../build/edition/search-index.ts';
import { headlineKinds, readSearchTables, type SearchTables } from '../../build/edition/search-tables.ts';
import { type Dictionary, openDictionary } from './dictionary.ts';
import { frequencyOf, inverseDocumentFrequency, type Terms, viewTerms } from './terms.ts';

export interface Collection {
  /** How many articles there are. */
  size: number;
  terms: Terms;
  /** The number of any term of a text or a headline. */
  numberOf(term: string): number | undefined;
  /** For each term, those of headlines included: its inverse document frequency. */
  rarity: Float64Array;
  /** Terms like a word that the index does not have. */
  dictionary: Dictionary;
  /** The translations of term t are those from `translationStarts[t]` to before `translationStarts[t + 1]`. */
  translationStarts: Uint32Array;
  tables: SearchTables;
  /** For each headline, what its terms weigh together. */
  headlineMass: Float64Array;
  /** The distinct terms of an article's titles and name, for each position; single Han characters are left out. */
  nameTerms: readonly Uint32Array[];
  /** Breaks ties: the position's rank by confidence, then id. Smaller comes first. */
  tieRank: ArrayLike<number>;
}

export interface CollectionParts {
  index: SearchIndex;
  /** The terms of the index, in the order of its parts. */
  names: readonly string[];
  tables: Uint8Array;
  tieRank: ArrayLike<number>;
}

/** Throws an Error that says what is wrong with tables that do not fit the index. */
export function openCollection({ index, names, tables: file, tieRank }: CollectionParts): Collection {
  const size = tieRank.length;
  const terms = viewTerms(index, names);
  const tables = readSearchTables(file, { terms: names.length, postings: terms.positions.length, articles: size });
  if (tables.extraTerms.some((term) => terms.numberOf(term) !== undefined)) {
    throw new Error('names a term that the index has');
  }
  const allNames = [...names, ...tables.extraTerms];
  const extra = new Map(tables.extraTerms.map((term, at) => [term, names.length + at]));
  const rarity = Float64Array.from({ length: names.length + extra.size }, (_, term) =>
    inverseDocumentFrequency(size, frequencyOf(terms, term)),
  );
  return {
    size,
    terms,
    numberOf: (term) => terms.numberOf(term) ?? extra.get(term),
    rarity,
    dictionary: openDictionary(terms),
    translationStarts: startsOf(tables.translationFrom, names.length),
    tables,
    headlineMass: massesOf(tables, allNames, rarity),
    nameTerms: nameTermsOf(tables, allNames),
    tieRank,
  };
}

/** What a term weighs in a headline, and in a query that is compared with headlines: its rarity, less for weak evidence. */
export function massOf(term: string, rarity: number, isAmongPairs: boolean): number {
  if (isCommonWord(term)) return rarity * commonWordShare;
  return isAmongPairs && isSingleHan(term) ? rarity * singleHanShare : rarity;
}

/** Titles are often made of common words, and still they tell little. */
const commonWordShare = 0.3;
/** A Han character beside the pairs that hold it. */
const singleHanShare = 0.5;

export const isHanPair = (term: string): boolean => holdsHan(term) && !isSingleHan(term);

function massesOf(
  { headlineStarts, headlineTerms }: SearchTables,
  names: readonly string[],
  rarity: Float64Array,
): Float64Array {
  const pairs = Uint8Array.from(names, (name) => Number(isHanPair(name)));
  const alone = Float64Array.from(names, (name, term) => massOf(name, rarity[term] as number, false));
  const among = Float64Array.from(names, (name, term) => massOf(name, rarity[term] as number, true));
  return Float64Array.from({ length: headlineStarts.length - 1 }, (_, headline) => {
    const own = headlineTerms.subarray(headlineStarts[headline], headlineStarts[headline + 1]);
    const masses = own.some((term) => pairs[term] === 1) ? among : alone;
    let sum = 0;
    for (let at = 0; at < own.length; at += 1) sum += masses[own[at] as number] as number;
    return sum;
  });
}

const naming = [headlineKinds.indexOf('title'), headlineKinds.indexOf('name')];

function nameTermsOf(
  { articleStarts, headlineStarts, headlineKinds: kinds, headlineTerms }: SearchTables,
  names: readonly string[],
): Uint32Array[] {
  const isSingle = (term: number): boolean => isSingleHan(names[term] ?? '');
  return Array.from({ length: articleStarts.length - 1 }, (_, position) => {
    const found = new Set<number>();
    const end = articleStarts[position + 1] as number;
    for (let headline = articleStarts[position] as number; headline < end; headline += 1) {
      if (!naming.includes(kinds[headline] as number)) continue;
      const own = headlineTerms.subarray(headlineStarts[headline], headlineStarts[headline + 1]);
      for (const term of own) if (!isSingle(term)) found.add(term);
    }
    return Uint32Array.from(found);
  });
}

/** Where the entries of each number begin in an ascending list; one more at the end. */
function startsOf(ascending: Uint32Array, numbers: number): Uint32Array {
  const starts = new Uint32Array(numbers + 1);
  for (const number of ascending) starts[number + 1] = (starts[number + 1] as number) + 1;
  for (let number = 0; number < numbers; number += 1) {
    starts[number + 1] = (starts[number + 1] as number) + (starts[number] as number);
  }
  return starts;
}
