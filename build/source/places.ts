// Offsets of one file as lines and columns, for rules that have many places to tell: the lines are counted once.
import type { Place } from '../messages.ts';

/** The function that tells the place of an offset; each answer takes a binary search. */
export function placesIn(text: string): (offset: number) => Place {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
  };
}
