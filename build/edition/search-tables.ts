// What search knows beside the index: the headlines of every article, and which terms of the two languages mean the same. Terms
// are numbers: their place in the index.
import { readNumberTables, writeNumberTables } from './number-tables.ts';

/**
 * A short text that names what an article, or a part of it, is about. `name` is the words of its slug, `item` an item of a list
 * or a keyword of several words, which says one thing.
 */
export const headlineKinds = ['title', 'heading', 'question', 'name', 'item'] as const;
export type HeadlineKind = (typeof headlineKinds)[number];

export interface SearchTables {
  /** Terms of headlines that are not in the index, which leaves out common words: term `index size + i` is `extraTerms[i]`. */
  extraTerms: string[];
  /** The headlines of the article at position p are those from `articleStarts[p]` to before `articleStarts[p + 1]`. */
  articleStarts: Uint32Array;
  /** The terms of headline h are `headlineTerms[headlineStarts[h]]` to before `headlineStarts[h + 1]`, each once. */
  headlineStarts: Uint32Array;
  /** Of each headline, the number of its kind in `headlineKinds`. */
  headlineKinds: Uint8Array;
  headlineTerms: Uint32Array;
  /** Translations: term `translationFrom[i]` in one language is often `translationTo[i]` in the other; sorted by `from`. */
  translationFrom: Uint32Array;
  translationTo: Uint32Array;
  /** How often, as a Dice coefficient in 255ths. */
  translationDice: Uint8Array;
}

const widths = {
  articleStarts: 4,
  headlineStarts: 4,
  headlineKinds: 1,
  headlineTerms: 4,
  translationFrom: 4,
  translationTo: 4,
  translationDice: 1,
} as const;

export function writeSearchTables({ extraTerms, ...tables }: SearchTables): Buffer {
  return writeNumberTables(tables, extraTerms);
}

/** Throws an Error that says what is wrong with tables that do not fit an index of so many terms and articles. */
export function readSearchTables(file: Uint8Array, index: { terms: number; articles: number }): SearchTables {
  const { tables, words } = readNumberTables(file, widths);
  const read = { extraTerms: words, ...tables } as SearchTables;
  const terms = index.terms + words.length;
  if (new Set(words).size < words.length) throw new Error('names a term twice');
  expectStarts(read.articleStarts, { groups: index.articles, members: read.headlineKinds.length });
  expectStarts(read.headlineStarts, { groups: read.headlineKinds.length, members: read.headlineTerms.length });
  if (read.headlineKinds.some((kind) => kind >= headlineKinds.length))
    throw new Error('has headlines of an unknown kind');
  expectBelow(read.headlineTerms, terms);
  expectBelow(read.translationFrom, index.terms);
  expectBelow(read.translationTo, index.terms);
  const pairs = read.translationFrom.length;
  if (read.translationTo.length !== pairs || read.translationDice.length !== pairs) {
    throw new Error('has translations without an end');
  }
  if (!isAscending(read.translationFrom)) throw new Error('has translations in another order than their terms');
  return read;
}

function expectStarts(starts: Uint32Array, { groups, members }: { groups: number; members: number }): void {
  if (starts.length !== groups + 1 || starts[0] !== 0 || starts[groups] !== members || !isAscending(starts)) {
    throw new Error('has headlines that belong to no article');
  }
}

function isAscending(numbers: Uint32Array): boolean {
  for (let at = 1; at < numbers.length; at += 1) {
    if ((numbers[at] as number) < (numbers[at - 1] as number)) return false;
  }
  return true;
}

function expectBelow(numbers: Uint32Array, limit: number): void {
  // Millions of numbers: a loop takes a tenth of the time that a function called for each takes.
  let largest = -1;
  for (let at = 0; at < numbers.length; at += 1) largest = Math.max(largest, numbers[at] as number);
  if (largest >= limit) throw new Error('refers to terms that the index does not have');
}
