// The ranking: from weighted terms and impact postings to articles in order of relevance. Pure; knows no HTTP, no file.
//   score(d) = Σ_t w_t · idf_t · impact(t, d),   idf = ln(1 + (N − df + .5) / (df + .5))   (Robertson & Spärck Jones)
import { impactOfSlot, resolution } from '../../build/edition/impact.ts';
import type { Postings } from '../../build/edition/search-index.ts';
import { type Bitset, has } from './bitset.ts';
import type { WeightedTerm } from './query.ts';

export interface RankedCollection {
  /** How many articles there are: N. */
  size: number;
  postings(term: string): Postings;
  /** Breaks ties: the position's rank by confidence, then id. Smaller comes first. */
  tieRank: ArrayLike<number>;
}

const impacts = Float64Array.from({ length: resolution }, (_, slot) => impactOfSlot(slot));

/** Every allowed article that holds at least one of the terms, best first. */
export function rank(terms: readonly WeightedTerm[], collection: RankedCollection, allowed: Bitset): number[] {
  const scores = new Float64Array(collection.size);
  const found: number[] = [];
  for (const { term, weight } of terms) {
    const postings = collection.postings(term);
    const frequency = postings.reduce((sum, positions) => sum + (positions?.length ?? 0), 0);
    if (frequency === 0) continue;
    const factor = weight * inverseDocumentFrequency(collection.size, frequency);
    postings.forEach((positions, slot) => {
      const gain = factor * (impacts[slot] ?? 0);
      for (const position of positions ?? []) {
        const before = scores[position] ?? 0;
        // Every gain is positive, so a score of zero means that the article was not met before.
        if (before === 0 && has(allowed, position)) found.push(position);
        scores[position] = before + gain;
      }
    });
  }
  const rankOf = collection.tieRank;
  // Impacts are evenly spaced, so equal sums of different parts are common; added up in another order they differ in their
  // last bits. In single precision they are the ties that they are.
  const relevance = Float32Array.from(scores);
  return found.sort(
    (left, right) => (relevance[right] ?? 0) - (relevance[left] ?? 0) || (rankOf[left] ?? 0) - (rankOf[right] ?? 0),
  );
}

function inverseDocumentFrequency(size: number, frequency: number): number {
  return Math.log(1 + (size - frequency + 0.5) / (frequency + 0.5));
}
