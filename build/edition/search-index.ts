// The FlexSearch index of an edition: an impact-ordered posting store. The build writes what FlexSearch would export
// (`build/indexing/postings.ts`), the server imports it here.
import { Index } from 'flexsearch';
import { resolution } from './impact.ts';

/** For each slot, the ascending positions of the articles in it, if any. FlexSearch's own arrays: never to be changed. */
export type Postings = readonly (readonly number[] | null | undefined)[];

/** One part of FlexSearch's export: its key, and what it exported as JSON, as a value and without the null padding. */
export interface IndexPart {
  key: string;
  entries: unknown[];
}

/** The index. Both sides analyse texts before they come here (`analyse`), so that its encoder never takes words apart. */
export type SearchIndex = Index;

/** An index ready to be asked for postings. */
export function importIndex(parts: readonly IndexPart[]): SearchIndex {
  const index = new Index({
    tokenize: 'strict',
    resolution,
    // A plain function: FlexSearch's own Encoder has a cache that can answer with another text's terms.
    encode: (term: string) => [term],
    // Indexes made for fast updates cannot be imported.
    fastupdate: false,
  });
  // FlexSearch takes the parsed value as well as the text, and parses only the text; its types name only the text.
  const importer: { import(key: string, exported: unknown): void } = index;
  for (const { key, entries } of parts) importer.import(key, isMap(key) ? pad(entries as StrippedEntry[]) : entries);
  return index;
}

/** The terms of an index, in the order of its parts. */
export function termsOf(parts: readonly IndexPart[]): string[] {
  return parts.flatMap(({ key, entries }) => (isMap(key) ? (entries as StrippedEntry[]).map(([term]) => term) : []));
}

/** The postings of one term; empty when no article has it. */
export function postingsOf(index: SearchIndex, term: string): Postings {
  return index.search({ query: term, resolve: false }).result as Postings;
}

/** The postings of every term, in the order of the parts. What FlexSearch imported, without asking for one after the other. */
export function allPostings(index: SearchIndex): ReadonlyMap<string, Postings> {
  if ('map' in index && index.map instanceof Map) return index.map;
  throw new Error('this version of FlexSearch keeps its terms elsewhere');
}

/** True for the part that maps terms to slots; the register of positions has no padding. */
const isMap = (key: string): boolean => key.endsWith('map');

type Slots = (number[] | null)[];
type PaddedEntry = [term: string, slots: Slots];
/** Without the empty slots, which are most of an export: `[null, null, [4]]` is `[2, [4]]`. */
export type StrippedEntry = [term: string, slotsAndPositions: (number | number[])[]];

function pad(entries: readonly StrippedEntry[]): PaddedEntry[] {
  return entries.map(([term, pairs]) => {
    // Slots ascend, so that the last pair says how many there are.
    const slots: Slots = new Array((pairs.at(-2) as number) + 1);
    for (let at = 0; at + 1 < pairs.length; at += 2) slots[pairs[at] as number] = pairs[at + 1] as number[];
    return [term, slots];
  });
}
