// What follows from the terms and headlines of an edition, and would otherwise be worked out at every start: which kind each
// term is, which words look alike, which headlines have a term. Made with the edition, and viewed by a server where it lies.
import { holdsHan, isCommonWord, isSingleHan } from './analysis.ts';
import { type NumberTable, readNumberTables, type Scrutiny, writeNumberTables } from './number-tables.ts';
import type { SearchTables } from './search-tables.ts';

/** What a term weighs in a headline depends on these. */
export const nameKinds = { word: 0, common: 1, singleHan: 2, severalHan: 3 } as const;

export interface WordLookups {
  /** Words in Latin or other letters, by their names. */
  alphabetical: Uint32Array;
  /** The words of `lengths[i]` UTF-16 units are `wordsByLength[lengthStarts[i]]` to before `lengthStarts[i + 1]`. */
  lengths: Uint32Array;
  lengthStarts: Uint32Array;
  wordsByLength: Uint32Array;
  /** For each of those, which letters it has: see `lettersOf`. */
  signatures: Uint32Array;
}

export interface LookupTables extends WordLookups {
  /** For each term, those of headlines included: one of `nameKinds`. */
  kinds: Uint8Array;
  /** For each headline, the position of its article. */
  articleOf: Uint32Array;
  /** The headlines that have term t are `headlinesOf[headlineStartsOf[t]]` to before `headlineStartsOf[t + 1]`. */
  headlineStartsOf: Uint32Array;
  headlinesOf: Uint32Array;
}

const widths = {
  alphabetical: 4,
  lengths: 4,
  lengthStarts: 4,
  wordsByLength: 4,
  signatures: 4,
  kinds: 1,
  articleOf: 4,
  headlineStartsOf: 4,
  headlinesOf: 4,
} as const;

export const writeLookupTables = (tables: LookupTables): Buffer => writeNumberTables({ ...tables }, []);

/** Throws an Error that says what is wrong with the file. Whether it says the truth, only making it again tells. */
export const readLookupTables = (file: Uint8Array, scrutiny?: Scrutiny): LookupTables =>
  readNumberTables(file, widths, scrutiny).tables as { [Name in keyof LookupTables]: NumberTable } as LookupTables;

/** `names` are the terms of the index. */
export function lookupTablesOf(names: readonly string[], tables: SearchTables): LookupTables {
  const kinds = Uint8Array.from([...names, ...tables.extraTerms], kindOf);
  return { ...wordLookups(names), kinds, ...headlineLookups(tables, kinds.length) };
}

function kindOf(name: string): number {
  if (holdsHan(name)) return isSingleHan(name) ? nameKinds.singleHan : nameKinds.severalHan;
  return isCommonWord(name) ? nameKinds.common : nameKinds.word;
}

/** Takes long with many terms. */
export function wordLookups(names: readonly string[]): WordLookups {
  const words: number[] = [];
  names.forEach((name, term) => {
    if (name.length > 1 && !holdsHan(name)) words.push(term);
  });
  const lengthOf = (term: number): number => names[term]?.length ?? 0;
  const lengths = [...new Set(words.map(lengthOf))].sort((left, right) => left - right);
  const placeOf = new Map(lengths.map((length, place) => [length, place]));
  const byLength = grouped(
    words.map((term) => placeOf.get(lengthOf(term)) ?? 0),
    words,
    lengths.length,
  );
  return {
    lengths: Uint32Array.from(lengths),
    lengthStarts: byLength.starts,
    wordsByLength: byLength.members,
    signatures: Uint32Array.from(byLength.members, (term) => lettersOf(names[term] ?? '')),
    alphabetical: Uint32Array.from(
      words.sort((left, right) => ((names[left] as string) < (names[right] as string) ? -1 : 1)),
    ),
  };
}

/** Which letters a word has, as bits: a to z, and six more for all other characters together. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    letters |= 1 << (unit >= 0x61 && unit <= 0x7a ? unit - 0x61 : 26 + (unit % 6));
  }
  return letters;
}

function headlineLookups(
  { articleStarts, headlineStarts, headlineKinds: kinds, headlineTerms }: SearchTables,
  terms: number,
): Omit<LookupTables, keyof WordLookups | 'kinds'> {
  const articleOf = new Uint32Array(kinds.length);
  for (let position = 0; position + 1 < articleStarts.length; position += 1)
    articleOf.fill(position, articleStarts[position], articleStarts[position + 1]);
  const owners = new Uint32Array(headlineTerms.length);
  for (let headline = 0; headline < kinds.length; headline += 1)
    owners.fill(headline, headlineStarts[headline], headlineStarts[headline + 1]);
  const headlines = grouped(headlineTerms, owners, terms);
  return { articleOf, headlineStartsOf: headlines.starts, headlinesOf: headlines.members };
}

/** Members of group g: `members[starts[g]]` to before `members[starts[g + 1]]`. */
export interface Groups {
  starts: Uint32Array;
  members: Uint32Array;
}

/** Groups `owners[i]` by `keys[i]`, each group in the given order. A counting sort. */
export function grouped(keys: ArrayLike<number>, owners: ArrayLike<number>, groups: number): Groups {
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
