// A collection of articles as the ranking sees it: terms with postings, headlines, translations. Made once when an edition is
// opened; knows no article's text.
import { holdsHan, isCommonWord, isSingleHan } from '../../build/edition/analysis.ts';
import type { SearchIndex } from '../../build/edition/search-index.ts';
import { readSearchTables, type SearchTables } from '../../build/edition/search-tables.ts';
import { type Dictionary, openDictionary, type WordTables, wordTables } from './dictionary.ts';
import { frequencyOf, inverseDocumentFrequency, openTerms, type Terms, type TermTables, viewTerms } from './terms.ts';

/** What takes long to make, as data alone, so that one thread can hand it to another. */
export interface CollectionTables {
  /** How many articles there are. */
  size: number;
  /** A view of the FlexSearch index, which is asked for nothing afterwards and let go. */
  terms: TermTables;
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

/** Members of group g: `members[starts[g]]` to before `members[starts[g + 1]]`. */
export interface Groups {
  starts: Uint32Array;
  members: Uint32Array;
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
  const rarity = Float64Array.from({ length: allNames.length }, (_, term) =>
    inverseDocumentFrequency(size, frequencyOf(terms, term)),
  );
  const kinds = hanKindsOf(allNames);
  const made: CollectionTables = {
    size,
    terms,
    rarity,
    words: wordTables(names),
    translationStarts: grouped(tables.translationFrom, tables.translationTo, names.length).starts,
    tables,
    headlineMass: massesOf(tables, { names: allNames, kinds, rarity }),
    ...headlineGroups(tables, allNames.length),
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

/** Of every name: whether it is one Han character, or several. */
const hanKinds = { none: 0, single: 1, several: 2 } as const;

const hanKindsOf = (names: readonly string[]): Uint8Array =>
  Uint8Array.from(names, (name) => {
    if (!holdsHan(name)) return hanKinds.none;
    return isSingleHan(name) ? hanKinds.single : hanKinds.several;
  });

function massesOf(
  { headlineStarts, headlineTerms }: SearchTables,
  { names, kinds, rarity }: { names: readonly string[]; kinds: Uint8Array; rarity: Float64Array },
): Float64Array {
  const alone = rarity.slice();
  const among = rarity.slice();
  for (let term = 0; term < names.length; term += 1) {
    if (kinds[term] === hanKinds.single) among[term] = (rarity[term] as number) * singleHanShare;
    else if (kinds[term] === hanKinds.none && isCommonWord(names[term] as string))
      alone[term] = among[term] = (rarity[term] as number) * commonWordShare;
  }
  const masses = new Float64Array(headlineStarts.length - 1);
  for (let headline = 0; headline < masses.length; headline += 1) {
    const [from, to] = [headlineStarts[headline] as number, headlineStarts[headline + 1] as number];
    let own = alone;
    for (let at = from; at < to; at += 1) if (kinds[headlineTerms[at] as number] === hanKinds.several) own = among;
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += own[headlineTerms[at] as number] as number;
    masses[headline] = sum;
  }
  return masses;
}

function headlineGroups(
  { articleStarts, headlineStarts, headlineKinds: kinds, headlineTerms }: SearchTables,
  termCount: number,
): Pick<Collection, 'articleOf' | 'headlinesOf'> {
  const articleOf = new Uint32Array(kinds.length);
  const owners = new Uint32Array(headlineTerms.length);
  for (let position = 0; position + 1 < articleStarts.length; position += 1) {
    const [from, to] = [articleStarts[position] as number, articleStarts[position + 1] as number];
    articleOf.fill(position, from, to);
    for (let headline = from; headline < to; headline += 1) {
      owners.fill(headline, headlineStarts[headline], headlineStarts[headline + 1]);
    }
  }
  return { articleOf, headlinesOf: grouped(headlineTerms, owners, termCount) };
}

/** Groups `owners[i]` by `keys[i]`, each group in the given order. A counting sort. */
function grouped(keys: ArrayLike<number>, owners: ArrayLike<number>, groups: number): Groups {
  const starts = new Uint32Array(groups + 1);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number;
    starts[key + 1] = (starts[key + 1] as number) + 1;
  }
  for (let group = 0; group < groups; group += 1) {
    starts[group + 1] = (starts[group + 1] as number) + (starts[group] as number);
  }
  const next = starts.slice();
  const members = new Uint32Array(keys.length);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number;
    members[next[key] as number] = owners[at] as number;
    next[key] = (next[key] as number) + 1;
  }
  return { starts, members };
}
