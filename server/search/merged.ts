// A word of the index and all words that translate it as one list of postings, as rough as an estimate may be: made when the word is
// first asked for, and kept for as long as there is room.
import type { Collection } from './collection.ts';
import type { Evidence } from './evidence.ts';
import { impacts } from './terms.ts';

export interface Merged {
  positions: Uint32Array;
  /** Of each, what it gains at most by the evidence, as 255ths of `most`. */
  shares: Uint8Array;
  /** What is gained at most, where the first alternative has a gain of 1. */
  most: number;
}

/** So many positions are kept for each article, of five bytes each. */
const roomShare = 400;
/** Quotients are rounded; this is more than by how much. */
const rounding = 1e-9;

/** Merges the postings of evidence that is `whole`. */
export function openMerged(
  { size, terms }: Collection,
  room: number = roomShare * size,
): (evidence: Evidence) => Merged {
  const { starts, positions, slots } = terms;
  const known = new Map<number, Merged>();
  const gains = new Float64Array(size);
  const met = new Uint32Array(size);
  let kept = 0;

  function merge(alternatives: Evidence['alternatives']): Merged {
    const first = alternatives[0]?.gain ?? 1;
    let [count, most] = [0, 0];
    for (const { term, gain } of alternatives) {
      const end = starts[term + 1] as number;
      for (let at = starts[term] as number; at < end; at += 1) {
        const position = positions[at] as number;
        const before = gains[position] as number;
        const own = (gain / first) * (impacts[slots[at] as number] as number);
        if (before === 0) met[count++] = position;
        gains[position] = Math.max(before, own);
        most = Math.max(most, own);
      }
    }
    most *= 1 + rounding;
    const found = met.slice(0, count);
    const shares = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) {
      const position = found[at] as number;
      shares[at] = Math.ceil(((gains[position] as number) / most) * 255);
      gains[position] = 0;
    }
    return { positions: found, shares, most };
  }

  return ({ whole = -1, alternatives }) => {
    const own = known.get(whole);
    if (own !== undefined) return own;
    const made = merge(alternatives);
    kept += made.positions.length;
    // The oldest go first.
    for (const [term, { positions: gone }] of known) {
      if (kept <= room) break;
      known.delete(term);
      kept -= gone.length;
    }
    known.set(whole, made);
    return made;
  };
}
