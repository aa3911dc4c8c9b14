// The articles that the evidence of a query speaks most for. All that match are estimated, and those scored that by their estimates
// may be among the best: adding up whole numbers takes far less time than adding up scores.
import type { Scored } from './best.ts';
import type { Bitset } from './bitset.ts';
import { addTo, choose, chosenOf, forget } from './chosen.ts';
import type { Collection } from './collection.ts';
import { confine, type Estimates, estimate, estimatesOf, partLength, sumMax } from './estimates.ts';
import type { Evidence } from './evidence.ts';
import { openFrequentTerms } from './frequent-terms.ts';
import { greatest } from './greatest.ts';

/** Leaves the best of those that are allowed in `kept`, in no order; returns how many match. */
export type FindPool = (evidence: readonly Evidence[], allowed: Bitset, kept: Scored) => number;

export function openPool(collection: Collection): FindPool {
  const { size, tieRank } = collection;
  const frequent = openFrequentTerms(collection);
  const estimates = estimatesOf(collection);
  // Three more than are ever in use: see `collect`.
  const found: Found = { positions: new Uint32Array(size + 3), sums: new Uint16Array(size + 3), count: 0 };
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
    confine(estimates, allowed);
    const guess = guessLeast(estimates, pool);
    const total = collect(found, estimates, guess);
    if (found.count < pool && guess > 1) collect(found, estimates, 1);
    estimates.sums.fill(0);
    chooseBest(pool, excess);
    const scoring = { collection, frequent, chosen };
    frequent.begin();
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

const topBits = 0x8000_8000 | 0;

/**
 * Finds those with at least such an estimate, at least 1. Returns how many match. Two estimates are looked at as one number
 * (Warren, Hacker's Delight, section 2-18): each leaves its highest bit free, for what comes of a comparison.
 */
function collect(found: Found, { pairs }: Estimates, least: number): number {
  const both = (least * 0x1_0001) | 0;
  let total = 0;
  found.count = 0;
  // In parts as postings are, each of an even number.
  for (let from = 0; from < pairs.length; from += partLength) {
    total += collectPart(found, pairs, { from, to: Math.min(pairs.length, from + partLength), both });
  }
  return total;
}

function collectPart(
  found: Found,
  pairs: Int32Array,
  { from, to, both }: { from: number; to: number; both: number },
): number {
  const { positions, sums } = found;
  let matching = 0;
  let count = found.count;
  for (let at = from; at < to; at += 2) {
    const first = pairs[at] as number;
    const second = pairs[at + 1] as number;
    // The highest bit of each becomes one where it is greater than zero, and here where it is not below the other one.
    const firstMatches = (((first + 0x7fff_7fff) | 0) >>> 15) & 0x1_0001;
    const secondMatches = (((second + 0x7fff_7fff) | 0) >>> 15) & 0x1_0001;
    matching = (matching + firstMatches + secondMatches) | 0;
    const inFirst = (((first | topBits) - both) | 0) & topBits;
    const inSecond = (((second | topBits) - both) | 0) & topBits;
    if ((inFirst | inSecond) === 0) continue;
    // All four are written, and those kept where the count moves on.
    const position = 2 * at;
    positions[count] = position;
    sums[count] = first & 0xffff;
    count += (inFirst >>> 15) & 1;
    positions[count] = position + 1;
    sums[count] = first >>> 16;
    count += inFirst >>> 31;
    positions[count] = position + 2;
    sums[count] = second & 0xffff;
    count += (inSecond >>> 15) & 1;
    positions[count] = position + 3;
    sums[count] = second >>> 16;
    count += inSecond >>> 31;
  }
  found.count = count;
  return (matching & 0xffff) + (matching >>> 16);
}

/** One in so many is looked at for a guess. */
const sampleEvery = 16;
/** How many have one of 256 ranges of estimates. */
const histogram = new Uint32Array(2 ** 8);

/** An estimate that somewhat more than so many are likely to have at least; 1 when all that match may be needed. */
function guessLeast({ sums }: Estimates, wanted: number): number {
  histogram.fill(0);
  for (let position = 0; position < sums.length; position += sampleEvery) {
    const place = (sums[position] as number) >>> 7;
    histogram[place] = (histogram[place] as number) + 1;
  }
  // Half as many more as would do, and five, are seldom too few.
  const enough = (1.5 * wanted) / sampleEvery + 5;
  let more = 0;
  for (let at = histogram.length - 1; at > 0; at -= 1) {
    more += histogram[at] as number;
    if (more >= enough) return at << 7;
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
