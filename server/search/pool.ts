// The articles that the evidence of a query speaks most for. All that match are estimated, and those scored that by their estimates
// may be among the best: adding up whole numbers takes far less time than adding up scores.
import type { Scored } from './best.ts';
import type { Bitset } from './bitset.ts';
import { addTo, choose, chosenOf, forget } from './chosen.ts';
import type { Collection } from './collection.ts';
import { type Estimates, estimate, estimatesOf, sumMax } from './estimates.ts';
import type { Evidence } from './evidence.ts';
import { openFrequentTerms } from './frequent-terms.ts';
import { greatest } from './greatest.ts';

/** Leaves the best of those that are allowed in `kept`, in no order; returns how many match. */
export type FindPool = (evidence: readonly Evidence[], allowed: Bitset, kept: Scored) => number;

export function openPool(collection: Collection): FindPool {
  const { size, tieRank } = collection;
  const frequent = openFrequentTerms(collection);
  const estimates = estimatesOf(collection);
  const found: Found = { positions: new Uint32Array(size), sums: new Uint16Array(size), count: 0 };
  const chosen = chosenOf(size);
  /**
   * Impacts are evenly spaced, so equal sums of different parts are common; added up in another order they differ in their last
   * bits. In single precision they are the ties that they are.
   */
  const scores = new Float32Array(size);
  const moved = new Float32Array(size);

  return (evidence, allowed, kept) => {
    const pool = kept.positions.length;
    const excess = estimate(evidence, collection, estimates);
    const guess = guessLeast(estimates, allowed, pool);
    const total = collect(found, estimates, allowed, guess);
    if (found.count < pool && guess > 1) collect(found, estimates, allowed, 1);
    estimates.sums.fill(0);
    chooseBest(pool, excess);
    const scoring = { collection, frequent, chosen };
    for (const own of evidence) if (!own.isSupporting) addTo(scoring, own);
    for (const own of evidence) if (own.isSupporting) addTo(scoring, own);
    for (let at = 0; at < chosen.count; at += 1) moved[at] = scores[at] = chosen.scores[at + 1] as number;
    keep(kept);
    forget(chosen);
    return total;
  };

  /** Of those found, chooses the ones that may be among the best. */
  function chooseBest(pool: number, excess: number): void {
    const { positions, sums, count } = found;
    const least = count <= pool ? 0 : leastOf(found, pool) - excess;
    for (let at = 0; at < count; at += 1) {
      if ((sums[at] as number) >= least) choose(chosen, positions[at] as number);
    }
  }

  /** Keeps those with more than a score, and of those that have it as many as there is room for. */
  function keep(kept: Scored): void {
    const capacity = kept.positions.length;
    const worst = chosen.count <= capacity ? 0 : greatest(moved, chosen.count, capacity);
    const ties: number[] = [];
    kept.size = 0;
    for (let at = 0; at < chosen.count; at += 1) {
      const score = scores[at] as number;
      if (score < worst) continue;
      const position = chosen.positions[at + 1] as number;
      if (score === worst) ties.push(position);
      else put(kept, position, score);
    }
    const room = capacity - kept.size;
    if (ties.length > room) ties.sort((left, right) => (tieRank[left] as number) - (tieRank[right] as number));
    for (let at = 0; at < Math.min(room, ties.length); at += 1) put(kept, ties[at] as number, worst);
  }
}

/** Articles with high estimates; the first `count` are in use. */
interface Found {
  positions: Uint32Array;
  sums: Uint16Array;
  count: number;
}

/** Finds those with at least such an estimate. Returns how many match and are allowed. */
function collect(found: Found, estimates: Estimates, { size, words }: Bitset, least: number): number {
  const { sums, pairs } = estimates;
  let total = 0;
  found.count = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    const [from, to] = [32 * at, Math.min(size, 32 * at + 32)];
    if (word !== 0xffff_ffff) {
      for (let position = from; position < to; position += 1) {
        const sum = (sums[position] as number) & -((word >>> (position & 31)) & 1);
        // One when the sum is greater than zero: a branch would be guessed wrong too often.
        total += -sum >>> 31;
        if (sum >= least) note(found, position, sum);
      }
      continue;
    }
    for (let position = from; position < to; position += 2) {
      const pair = pairs[position >>> 1] as number;
      const [left, right] = [pair & 0xffff, pair >>> 16];
      total += (-left >>> 31) + (-right >>> 31);
      if (left < least && right < least) continue;
      for (let own = position; own < position + 2; own += 1) {
        const sum = sums[own] as number;
        if (sum >= least) note(found, own, sum);
      }
    }
  }
  return total;
}

function note(found: Found, position: number, sum: number): void {
  found.positions[found.count] = position;
  found.sums[found.count] = sum;
  found.count += 1;
}

/** One in so many is looked at for a guess. */
const sampleEvery = 16;
/** How many have one of 256 ranges of estimates. */
const histogram = new Uint32Array(2 ** 8);

/** An estimate that somewhat more than so many are likely to have at least; 1 when all that match may be needed. */
function guessLeast({ sums }: Estimates, { size, words }: Bitset, wanted: number): number {
  histogram.fill(0);
  for (let position = 0; position < size; position += sampleEvery) {
    const bit = ((words[position >>> 5] as number) >>> (position & 31)) & 1;
    const place = ((sums[position] as number) & -bit) >>> 8;
    histogram[place] = (histogram[place] as number) + 1;
  }
  // Half as many more as would do, and five, are seldom too few.
  const enough = (1.5 * wanted) / sampleEvery + 5;
  let more = 0;
  for (let at = histogram.length - 1; at > 0; at -= 1) {
    more += histogram[at] as number;
    if (more >= enough) return at << 8;
  }
  return 1;
}

/** An estimate that at least so many of those found have, and few more. */
function leastOf({ sums, count }: Found, wanted: number): number {
  let [lowest, highest] = [sumMax, 0];
  for (let at = 0; at < count; at += 1) {
    const sum = sums[at] as number;
    lowest = Math.min(lowest, sum);
    highest = Math.max(highest, sum);
  }
  const shift = Math.max(0, 24 - Math.clz32(highest - lowest));
  histogram.fill(0);
  for (let at = 0; at < count; at += 1) {
    const place = ((sums[at] as number) - lowest) >>> shift;
    histogram[place] = (histogram[place] as number) + 1;
  }
  let more = 0;
  for (let at = histogram.length - 1; at > 0; at -= 1) {
    more += histogram[at] as number;
    if (more >= wanted) return lowest + (at << shift);
  }
  return lowest;
}

function put(kept: Scored, position: number, score: number): void {
  kept.positions[kept.size] = position;
  kept.scores[kept.size] = score;
  kept.size += 1;
}
