// The counted terms of one article: for each term, the fields and languages in which it occurs and how often. Terms are numbers
// of a vocabulary, so that thousands of articles can be weighed fast and cached in little space.

import { type Bilingual, languages } from '../edition/vocabulary.ts';
import { type FieldTerms, fieldNames } from './fields.ts';

/** Numbers terms from 0, in the order of their first use. */
export class Vocabulary {
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.push(term) - 1;
    this.#numbers.set(term, number);
    return number;
  }
}

/** A sector is a field in one language. Its number is its index here: the Chinese fields come first, in the order of `fieldNames`. */
export const sectors = languages.flatMap((language) => fieldNames.map((field) => ({ language, field })));

/**
 * An entry holds the sector (one of 16) in its upper four bits and the count in the other 28. The count fits, because a file of
 * at most 256 KiB has fewer terms.
 */
const countBits = 28;
const countMask = 2 ** countBits - 1;

/**
 * Counted terms. Entry i means that the term `terms[i]` occurs `countOf(entries[i])` times in the sector `sectorOf(entries[i])`.
 * The entries of a term are adjacent, with ascending sectors. Terms are in the order of their first use in the article.
 */
export interface Occurrences {
  terms: Uint32Array;
  entries: Uint32Array;
}

export const sectorOf = (entry: number): number => entry >>> countBits;
export const countOf = (entry: number): number => entry & countMask;

/** Counts the terms in the fields of an article. */
export function occurrencesOf(fields: Bilingual<FieldTerms>, vocabulary: Vocabulary): Occurrences {
  const bySector = new Map<number, Map<number, number>>();
  sectors.forEach(({ language, field }, sector) => {
    for (const term of fields[language][field]) {
      const number = vocabulary.numberOf(term);
      const counts = bySector.get(number) ?? new Map<number, number>();
      bySector.set(number, counts);
      counts.set(sector, (counts.get(sector) ?? 0) + 1);
    }
  });
  const counted = [...bySector].flatMap(([term, counts]) =>
    [...counts].map(([sector, count]) => ({ term, entry: (sector << countBits) | Math.min(count, countMask) })),
  );
  return {
    terms: Uint32Array.from(counted, ({ term }) => term),
    entries: Uint32Array.from(counted, ({ entry }) => entry),
  };
}

/** Adds the number of terms of each sector, with repetitions, to `lengths[from + sector]`. */
export function addLengths({ entries }: Occurrences, lengths: Float64Array, from: number): void {
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at] as number;
    const sector = from + sectorOf(entry);
    lengths[sector] = (lengths[sector] as number) + countOf(entry);
  }
}
