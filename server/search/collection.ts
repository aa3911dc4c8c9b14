// The input of the ranking: the FlexSearch index, and tables that are derived from it and from the search tables when an edition is opened.
// A term's number is its place in the index. Terms that only headlines contain are numbered after the terms of the index.
import { holdsHan, isCommonWord, isSingleHan } from '../../build/edition/analysis.ts';
import { type Postings, postingsOf, type SearchIndex, termsOf } from '../../build/edition/search-index.ts';
import { readSearchTables, type SearchTables } from '../../build/edition/search-tables.ts';
import { type Dictionary, openDictionary } from './dictionary.ts';

export interface Collection {
  /** The number of articles. */
  size: number;
  /** The terms of the index. */
  names: readonly string[];
  /** Number of a term of the index → its document frequency. */
  frequencies: Uint32Array;
  /** The number of the term with this name, if the index contains the term. */
  termOf(name: string): number | undefined;
  /** The number of the term with this name. Unlike `termOf`, it also knows the terms that only headlines contain. */
  numberOf(name: string): number | undefined;
  /** The postings of a term, read from FlexSearch. */
  postings(term: number): Postings;
  /** Number of a term, including those of headlines → its inverse document frequency. */
  rarity: Float64Array;
  /** The translations of term t begin at `translationStarts[t]` and end before `translationStarts[t + 1]`. */
  translationStarts: Uint32Array;
  tables: SearchTables;
  /** Headline → the sum of the weights of its terms. */
  headlineMass: Float64Array;
  /** Finds terms of the index that resemble an unknown word. */
  dictionary: Dictionary;
  /** Position of an article → its rank among equal scores, by confidence and then id; smaller first. */
  tieRank: ArrayLike<number>;
}

export interface CollectionParts {
  index: SearchIndex;
  /** The content of the file with the search tables. */
  tables: Uint8Array;
  tieRank: ArrayLike<number>;
}

/** Opens a collection. Throws an Error that names the fault when the tables do not fit the index. */
export function openCollection({ index, tables: file, tieRank }: CollectionParts): Collection {
  const size = tieRank.length;
  const names = termsOf(index);
  const numbers = new Map(names.map((name, term) => [name, term]));
  const tables = readSearchTables(file, { terms: names.length, articles: size });
  if (tables.extraTerms.some((name) => numbers.has(name))) throw new Error('an extra term is also in the index');
  const extra = new Map(tables.extraTerms.map((name, at) => [name, names.length + at]));
  const postings = (term: number): Postings => postingsOf(index, names[term] as string);
  const frequencies = Uint32Array.from(names, (_, term) => countOf(postings(term)));
  const rarity = new Float64Array(names.length + extra.size);
  for (let term = 0; term < rarity.length; term += 1)
    rarity[term] = inverseDocumentFrequency(size, frequencies[term] ?? 0);
  return {
    size,
    names,
    frequencies,
    termOf: (name) => numbers.get(name),
    numberOf: (name) => numbers.get(name) ?? extra.get(name),
    postings,
    rarity,
    translationStarts: startsOf(tables.translationFrom, names.length),
    tables,
    headlineMass: massesOf(tables, [...names, ...tables.extraTerms], rarity),
    dictionary: openDictionary(names, frequencies),
    tieRank,
  };
}

function countOf(postings: Postings): number {
  let count = 0;
  for (const ids of postings) count += ids?.length ?? 0;
  return count;
}

/** idf(t) = ln(1 + (N − df + .5) / (df + .5)) for N articles (Robertson & Spärck Jones; the form that is never negative). */
export function inverseDocumentFrequency(size: number, frequency: number): number {
  return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
}

/** For ascending keys below `groups`: the place at which each group of equal keys starts, and the end of the last group. */
function startsOf(keys: Uint32Array, groups: number): Uint32Array {
  const starts = new Uint32Array(groups + 1);
  for (const key of keys) starts[key + 1] = (starts[key + 1] as number) + 1;
  for (let group = 0; group < groups; group += 1)
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  return starts;
}

/** The weight (mass) of a term in a headline, and in a query that is compared with headlines: its rarity, reduced for weak evidence. */
export function massOf(term: string, rarity: number, isAmongPairs: boolean): number {
  if (isCommonWord(term)) return rarity * commonWordShare;
  return isAmongPairs && isSingleHan(term) ? rarity * singleHanShare : rarity;
}

/** The factor for common words, of which titles often consist, and which say little about the subject. */
const commonWordShare = 0.3;
/** The factor for a single Han character when the text also has pairs of characters, which contain it. */
const singleHanShare = 0.5;

export const isHanPair = (term: string): boolean => holdsHan(term) && !isSingleHan(term);

function massesOf(
  { headlineStarts, headlineTerms }: SearchTables,
  names: readonly string[],
  rarity: Float64Array,
): Float64Array {
  // The weight of each term, in a headline without Han pairs (`alone`) and in one with Han pairs (`among`).
  const alone = Float64Array.from(names, (name, term) => massOf(name, rarity[term] as number, false));
  const among = Float64Array.from(names, (name, term) => massOf(name, rarity[term] as number, true));
  const arePairs = Uint8Array.from(names, (name) => Number(isHanPair(name)));
  return Float64Array.from({ length: headlineStarts.length - 1 }, (_, headline) => {
    const [from, to] = [headlineStarts[headline] as number, headlineStarts[headline + 1] as number];
    let [sumAlone, sumAmong, pairs] = [0, 0, 0];
    for (let at = from; at < to; at += 1) {
      const term = headlineTerms[at] as number;
      sumAlone += alone[term] as number;
      sumAmong += among[term] as number;
      pairs |= arePairs[term] as number;
    }
    return pairs === 0 ? sumAlone : sumAmong;
  });
}
