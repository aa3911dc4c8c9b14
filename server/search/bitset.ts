// Sets of article positions as bit arrays: a filter is one set, and several filters are their intersection.

/** A set over the positions 0 … size − 1. */
export interface Bitset {
  readonly size: number;
  readonly words: Uint32Array;
}

export function bitsetOf(positions: Iterable<number>, size: number): Bitset {
  const words = new Uint32Array(Math.ceil(size / 32));
  for (const position of positions) words[position >>> 5] = (words[position >>> 5] ?? 0) | (1 << (position & 31));
  return { size, words };
}

export function fullBitset(size: number): Bitset {
  return bitsetOf(Array.from({ length: size }).keys(), size);
}

/** The positions that are in all of the sets. All sets must have the same size. */
export function intersect(first: Bitset, ...others: readonly Bitset[]): Bitset {
  const words = first.words.slice();
  for (const other of others) {
    for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) & (other.words[at] ?? 0);
  }
  return { size: first.size, words };
}

export function has({ words }: Bitset, position: number): boolean {
  return (((words[position >>> 5] ?? 0) >>> (position & 31)) & 1) === 1;
}

/** The number of positions that are in all of the sets. All sets must have the same size. */
export function countIn(first: Bitset, ...others: readonly Bitset[]): number {
  let count = 0;
  for (let at = 0; at < first.words.length; at += 1) {
    let word = first.words[at] ?? 0;
    for (const other of others) word &= other.words[at] ?? 0;
    count += bitsIn(word);
  }
  return count;
}

/** Population count of a 32-bit word: adds up pairs, then fours, then bytes (Warren, Hacker's Delight, figure 5-2). */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The positions of a set, ascending. */
export function positionsOf({ size, words }: Bitset): number[] {
  const positions: number[] = [];
  for (let position = 0; position < size; position += 1) {
    if (has({ size, words }, position)) positions.push(position);
  }
  return positions;
}
