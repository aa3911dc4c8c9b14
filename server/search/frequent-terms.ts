// What a frequent term says about every article, by position: its postings lie by strength, and would have to be searched through.
import type { Collection } from './collection.ts';
import { type Rows, rowsOf } from './rows.ts';
import { impacts } from './terms.ts';

/** For the terms for which `isFrequent`: by position, how strong its posting is, from 1; zero without one. */
export interface FrequentTerms extends Rows<Uint8Array> {
  isFrequent(term: number): boolean;
}

const slotCount = impacts.length;

/** Level → impact. */
export const impactOfLevel = Float64Array.from(
  { length: slotCount + 1 },
  (_, level) => impacts[slotCount - level] ?? 0,
);

/** A term is frequent that more than one in so many articles have. */
const frequentShare = 16;
/** So many rows are kept, of a byte for each article. */
const rowsMax = 1200;

export function openFrequentTerms({ size, terms: { starts, positions, slots } }: Collection): FrequentTerms {
  const rows = rowsOf({
    many: rowsMax,
    terms: starts.length - 1,
    make: () => new Uint8Array(size),
    fill(term, row) {
      row.fill(0);
      const end = starts[term + 1] as number;
      for (let at = starts[term] as number; at < end; at += 1) {
        row[positions[at] as number] = slotCount - (slots[at] as number);
      }
    },
  });
  const frequencyMin = size / frequentShare;
  return {
    of: rows.of,
    isFrequent: (term) => (starts[term + 1] as number) - (starts[term] as number) > frequencyMin,
  };
}
