// What the evidence of a query is worth to every article, as a whole number that is seldom much too high: small numbers fit where
// the processor reaches them soonest. Those that may be among the best are then scored as they should be.
import type { Collection } from './collection.ts';
import type { Alternative, Evidence } from './evidence.ts';
import { type Merged, openMerged } from './merged.ts';
import { impacts, type Terms } from './terms.ts';

/** Working memory for one query at a time; zero between two. */
export interface Estimates {
  /** By position. No estimate is below its score times a number. */
  sums: Uint16Array;
  /** The same, two at a time. */
  pairs: Uint32Array;
  /** What one term gives, while its evidence is looked through. */
  gains: Uint16Array;
  merged: (evidence: Evidence) => Merged;
}

export function estimatesOf(collection: Collection): Estimates {
  const pairs = new Uint32Array((collection.size + 1) >>> 1);
  return {
    sums: new Uint16Array(pairs.buffer, 0, collection.size),
    pairs,
    gains: new Uint16Array(collection.size),
    merged: openMerged(collection),
  };
}

export const sumMax = 2 ** 16 - 1;

/** Slot → whole number, of one term. */
const worth = new Uint16Array(impacts.length);

/**
 * Adds up the estimates, which are zero for whatever does not match: what has no more than supporting evidence, if others have.
 * Returns by how much an estimate may be too high.
 */
export function estimate(evidence: readonly Evidence[], { terms }: Collection, estimates: Estimates): number {
  let most = 0;
  for (const { alternatives } of evidence) {
    let greatest = 0;
    for (const { gain } of alternatives) greatest = Math.max(greatest, gain);
    most += greatest * (impacts[0] as number);
  }
  // Each is rounded up, by less than three.
  const unit = most / (sumMax - 3 * evidence.length);
  const isFound = evidence.some(({ isSupporting }) => !isSupporting);
  let excess = 0;
  for (const own of evidence) if (!own.isSupporting) excess += add(own, unit, terms, estimates);
  for (const own of evidence) {
    if (!own.isSupporting) continue;
    excess += isFound ? support(own, unit, terms, estimates) : add(own, unit, terms, estimates);
  }
  return excess;
}

function add(evidence: Evidence, unit: number, terms: Terms, estimates: Estimates): number {
  const { alternatives, whole } = evidence;
  const { term: first, gain: firstGain } = alternatives[0] as Alternative;
  if (alternatives.length === 1) {
    weigh(firstGain / unit);
    addOne(first, terms, estimates.sums);
    return 2;
  }
  if (whole !== undefined) return addMerged(estimates.merged(evidence), firstGain / unit, estimates.sums);
  for (const { term, gain } of alternatives) {
    weigh(gain / unit);
    raise(term, terms, estimates.gains);
  }
  for (const { term } of alternatives) addGains(term, terms, estimates);
  return 2;
}

function addMerged({ positions, shares, most }: Merged, gain: number, sums: Uint16Array): number {
  const step = (gain * most) / 255;
  const factor = Math.ceil(step * 256);
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    sums[position] = (sums[position] as number) + ((Math.imul(shares[at] as number, factor) + 255) >>> 8);
  }
  return step + 3;
}

function addOne(term: number, { starts, positions, slots }: Terms, sums: Uint16Array): void {
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) {
    const position = positions[at] as number;
    sums[position] = (sums[position] as number) + (worth[slots[at] as number] as number);
  }
}

function raise(term: number, { starts, positions, slots }: Terms, gains: Uint16Array): void {
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) {
    const position = positions[at] as number;
    const before = gains[position] as number;
    const own = worth[slots[at] as number] as number;
    // The greater of the two: all bits are set of a shifted negative number. A branch would be guessed wrong too often.
    gains[position] = own - ((own - before) & ((own - before) >> 31));
  }
}

function addGains(term: number, { starts, positions }: Terms, { sums, gains }: Estimates): void {
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) {
    const position = positions[at] as number;
    // Whatever was added before is zero by now.
    sums[position] = (sums[position] as number) + (gains[position] as number);
    gains[position] = 0;
  }
}

/** Adds what a supporting term, which has no other alternative than itself, says about what was found without it. */
function support(
  { alternatives }: Evidence,
  unit: number,
  { starts, positions, slots }: Terms,
  { sums }: Estimates,
): number {
  for (const { term, gain } of alternatives) {
    weigh(gain / unit);
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at += 1) {
      const position = positions[at] as number;
      const before = sums[position] as number;
      // As above: nothing is added to nothing.
      sums[position] = before + ((worth[slots[at] as number] as number) & (-before >> 31));
    }
  }
  return 2;
}

function weigh(gain: number): void {
  for (let slot = 0; slot < worth.length; slot += 1) worth[slot] = Math.ceil(gain * (impacts[slot] as number));
}
