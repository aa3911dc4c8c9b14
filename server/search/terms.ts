// The terms of an edition with their postings, as typed arrays. They are what the FlexSearch index holds, whose arrays of arrays
// take several times as long to follow for every query.
import { impactOfSlot, resolution } from '../../build/edition/impact.ts';
import type { PostingTables } from '../../build/edition/posting-tables.ts';
import { allPostings, type Postings, type SearchIndex } from '../../build/edition/search-index.ts';

export interface Terms extends PostingTables {
  numberOf(term: string): number | undefined;
}

/** Slot → impact. */
export const impacts = Float64Array.from({ length: resolution }, (_, slot) => impactOfSlot(slot));

/** Views an index. `names` are its terms in the order of its parts: their numbers in the edition. */
export function viewTerms(index: SearchIndex, names: readonly string[]): PostingTables {
  const found = allPostings(index);
  const starts = new Uint32Array(names.length + 1);
  for (let term = 0; term < names.length; term += 1) {
    let frequency = 0;
    for (const positions of slotsOf(names[term], found)) frequency += positions?.length ?? 0;
    starts[term + 1] = (starts[term] as number) + frequency;
  }
  const total = starts[names.length] as number;
  const positions = new Uint32Array(total);
  const slots = new Uint8Array(total);
  for (let term = 0; term < names.length; term += 1) {
    const own = slotsOf(names[term], found);
    let at = starts[term] as number;
    for (let slot = 0; slot < own.length; slot += 1) {
      const inSlot = own[slot];
      if (!inSlot) continue;
      slots.fill(slot, at, at + inSlot.length);
      for (let index = 0; index < inSlot.length; index += 1) positions[at++] = inSlot[index] as number;
    }
  }
  return { names, starts, positions, slots };
}

const slotsOf = (name: string | undefined, found: ReadonlyMap<string, Postings>): Postings =>
  found.get(name ?? '') ?? [];

/** `numbers` is `names` the other way round. */
export function openTerms(tables: PostingTables, numbers: ReadonlyMap<string, number> = numbersOf(tables)): Terms {
  return { ...tables, numberOf: (term) => numbers.get(term) };
}

function numbersOf({ names }: PostingTables): Map<string, number> {
  const numbers = new Map<string, number>();
  for (let number = 0; number < names.length; number += 1) numbers.set(names[number] as string, number);
  return numbers;
}

/** How many articles have a term; none, when only headlines have it. */
export function frequencyOf({ names, starts }: Terms, term: number): number {
  return term < names.length ? (starts[term + 1] as number) - (starts[term] as number) : 0;
}

/** idf(t) = ln(1 + (N − df + .5) / (df + .5)) for N articles (Robertson & Spärck Jones; the form that is never negative). */
export function inverseDocumentFrequency(size: number, frequency: number): number {
  return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
}
