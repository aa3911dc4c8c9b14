// The postings that a FlexSearch index holds as typed arrays: its arrays of arrays take several times as long to follow for every
// query. A server that reads them where they lie does not load FlexSearch before it verifies them.
import type { PostingTables } from '../../build/edition/posting-tables.ts';
import { allPostings, type Postings, type SearchIndex } from '../../build/edition/search-index.ts';

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
