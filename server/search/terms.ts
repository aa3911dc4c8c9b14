// The terms of an edition with their postings, as typed arrays (`viewed-index.ts` says how they follow from the index).
import { impactOfSlot, resolution } from '../../build/edition/impact.ts';
import type { PostingTables } from '../../build/edition/posting-tables.ts';

export interface Terms extends PostingTables {
  numberOf(term: string): number | undefined;
}

/** Slot → impact. */
export const impacts = Float64Array.from({ length: resolution }, (_, slot) => impactOfSlot(slot));

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
