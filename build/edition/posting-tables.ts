// The postings of every term as tables of numbers, which a server views where they lie: what it would otherwise have to import
// from the FlexSearch index first. The index stays the source: before a server is ready it holds these tables against it.
import { resolution } from './impact.ts';
import { readNumberTables, type Scrutiny, writeNumberTables } from './number-tables.ts';

/** Data alone, so that one thread can hand it to another. */
export interface PostingTables {
  /** Term number → term, in the order of the index. */
  names: readonly string[];
  /** The postings of term t are those from `starts[t]` to before `starts[t + 1]`, strongest first. */
  starts: Uint32Array;
  positions: Uint32Array;
  slots: Uint8Array;
}

const widths = { starts: 4, positions: 4, slots: 1 } as const;

export const writePostingTables = ({ names, starts, positions, slots }: PostingTables): Buffer =>
  writeNumberTables({ starts, positions, slots }, names);

/** Throws an Error that says what is wrong with tables that are not those of so many articles. */
export function readPostingTables(file: Uint8Array, articles: number, scrutiny?: Scrutiny): PostingTables {
  const { tables, words: names } = readNumberTables(file, widths, scrutiny);
  const { starts, positions, slots } = tables as Pick<PostingTables, 'starts' | 'positions' | 'slots'>;
  if (scrutiny === 'viewed') return { names, starts, positions, slots };
  const total = positions.length;
  if (starts.length !== names.length + 1 || starts[0] !== 0 || starts[names.length] !== total || !isAscending(starts))
    throw new Error('has postings that belong to no term');
  if (slots.length !== total || isReached(slots, resolution)) throw new Error('has postings of an unknown impact');
  if (isReached(positions, articles)) throw new Error('has postings of articles that are nowhere');
  return { names, starts, positions, slots };
}

/** Whether two tables say the same. */
export function isSamePostings(left: PostingTables, right: PostingTables): boolean {
  return (
    left.names.length === right.names.length &&
    left.names.every((name, term) => name === right.names[term]) &&
    isEqual(left.starts, right.starts) &&
    isEqual(left.positions, right.positions) &&
    isEqual(left.slots, right.slots)
  );
}

const isEqual = (left: Uint8Array | Uint32Array, right: Uint8Array | Uint32Array): boolean =>
  Buffer.from(left.buffer, left.byteOffset, left.byteLength).equals(
    Buffer.from(right.buffer, right.byteOffset, right.byteLength),
  );

function isAscending(numbers: Uint32Array): boolean {
  for (let at = 1; at < numbers.length; at += 1) {
    if ((numbers[at] as number) < (numbers[at - 1] as number)) return false;
  }
  return true;
}

/** Whether a number is not below the limit. Millions of numbers: a loop, and no function called for each. */
function isReached(numbers: Uint8Array | Uint32Array, limit: number): boolean {
  for (let at = 0; at < numbers.length; at += 1) if ((numbers[at] as number) >= limit) return true;
  return false;
}
