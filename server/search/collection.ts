// A collection of articles as the ranking sees it: terms with postings, headlines, translations. Made once when an edition is
// opened; knows no article's text.
import { holdsHan, isCommonWord, isSingleHan } from '../../build/edition/analysis.ts';
import {
  type Groups,
  grouped,
  type LookupTables,
  lookupTablesOf,
  nameKinds,
} from '../../build/edition/lookup-tables.ts';
import type { Scrutiny } from '../../build/edition/number-tables.ts';
import type { PostingTables } from '../../build/edition/posting-tables.ts';
import { readSearchTables, type SearchTables } from '../../build/edition/search-tables.ts';
import { type Dictionary, openDictionary, type WordTables, wordTablesIn } from './dictionary.ts';
import { frequencyOf, inverseDocumentFrequency, openTerms, type Terms } from './terms.ts';

/** What takes long to make, as data alone, so that one thread can hand it to another. */
export interface CollectionTables {
  /** How many articles there are. */
  size: number;
  terms: PostingTables;
  /** For each term, those of headlines included: its inverse document frequency. */
  rarity: Float64Array;
  words: WordTables;
  /** The translations of term t are those from `translationStarts[t]` to before `translationStarts[t + 1]`. */
  translationStarts: Uint32Array;
  tables: SearchTables;
  /** For each headline, what its terms weigh together. */
  headlineMass: Float64Array;
  /** For each headline, the position of its article. */
  articleOf: Uint32Array;
  /** For each term, the headlines that have it. */
  headlinesOf: Groups;
  /** Breaks ties: the position's rank by confidence, then id. Smaller comes first. */
  tieRank: ArrayLike<number>;
}

export interface Collection extends CollectionTables {
  terms: Terms;
  /** The number of any term of a text or a headline. */
  numberOf(term: string): number | undefined;
  /** Terms like a word that the index does not have. */
  dictionary: Dictionary;
}

export interface CollectionParts {
  /** What the FlexSearch index holds. */
  postings: PostingTables;
  tables: Uint8Array;
  /** Worked out without them. */
  lookups?: LookupTables;
  tieRank: ArrayLike<number>;
  scrutiny?: Scrutiny;
}

/** Throws an Error that says what is wrong with tables that do not fit the index. */
export function openCollection({ postings, tables: file, tieRank, ...given }: CollectionParts): Collection {
  const size = tieRank.length;
  const terms = openTerms(postings);
  const { names } = terms;
  const index = { terms: names.length, postings: terms.positions.length, articles: size };
  const tables = readSearchTables(file, index, given.scrutiny);
  if (tables.extraTerms.some((term) => terms.numberOf(term) !== undefined)) {
    throw new Error('names a term that the index has');
  }
  const { kinds, ...lookups } = given.lookups ?? lookupTablesOf(names, tables);
  const rarity = new Float64Array(kinds.length);
  for (let term = 0; term < rarity.length; term += 1)
    rarity[term] = inverseDocumentFrequency(size, frequencyOf(terms, term));
  const made: CollectionTables = {
    size,
    terms,
    rarity,
    words: wordTablesIn(lookups),
    translationStarts: grouped(tables.translationFrom, tables.translationTo, names.length).starts,
    tables,
    headlineMass: massesOf(tables, { kinds, rarity }),
    articleOf: lookups.articleOf,
    headlinesOf: { starts: lookups.headlineStartsOf, members: lookups.headlinesOf },
    tieRank,
  };
  return withLookups(made, terms);
}

/** A collection of tables that were made before, perhaps in another thread; `numbers` has the number of every term of the index. */
export const collectionOf = (made: CollectionTables, numbers: ReadonlyMap<string, number>): Collection =>
  withLookups(made, openTerms(made.terms, numbers));

function withLookups(made: CollectionTables, terms: Terms): Collection {
  const extra = new Map(made.tables.extraTerms.map((term, at) => [term, terms.names.length + at]));
  return {
    ...made,
    terms,
    numberOf: (term) => terms.numberOf(term) ?? extra.get(term),
    dictionary: openDictionary(terms, made.words),
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
  { kinds, rarity }: { kinds: Uint8Array; rarity: Float64Array },
): Float64Array {
  const alone = rarity.slice();
  const among = rarity.slice();
  for (let term = 0; term < kinds.length; term += 1) {
    if (kinds[term] === nameKinds.singleHan) among[term] = (rarity[term] as number) * singleHanShare;
    else if (kinds[term] === nameKinds.common) alone[term] = among[term] = (rarity[term] as number) * commonWordShare;
  }
  const masses = new Float64Array(headlineStarts.length - 1);
  for (let headline = 0; headline < masses.length; headline += 1) {
    const [from, to] = [headlineStarts[headline] as number, headlineStarts[headline + 1] as number];
    let own = alone;
    for (let at = from; at < to; at += 1) if (kinds[headlineTerms[at] as number] === nameKinds.severalHan) own = among;
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += own[headlineTerms[at] as number] as number;
    masses[headline] = sum;
  }
  return masses;
}
