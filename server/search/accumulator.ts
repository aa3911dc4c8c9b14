// Sums up, article by article, what the evidence of a query is worth. It keeps no order and knows no filter.
import type { Collection } from './collection.ts';
import type { Alternative, Evidence } from './evidence.ts';
import { impacts } from './terms.ts';

/** Working memory for one query at a time; scores and gains are zero between two. */
export interface Accumulator {
  scores: Float64Array;
  /** What one term gives each article, while its evidence is looked through. */
  gains: Float64Array;
  /** The positions that have a score, the first `met` of them in use; those that have a gain. */
  touched: Uint32Array;
  gained: Uint32Array;
  met: number;
  /** Scores in single precision, of those that are allowed. */
  single: Float32Array;
}

export function accumulator(size: number): Accumulator {
  return {
    scores: new Float64Array(size),
    gains: new Float64Array(size),
    // One more than are ever in use, for a place that is written and not kept.
    touched: new Uint32Array(size + 1),
    gained: new Uint32Array(size + 1),
    met: 0,
    single: new Float32Array(size + 1),
  };
}

/** Makes the scores zero again. */
export function clear({ scores, touched, met }: Accumulator): void {
  for (let at = 0; at < met; at += 1) scores[touched[at] as number] = 0;
}

/**
 * Sums up the evidence in the scratch, for the positions that match: those with more than supporting evidence, or when there is
 * none anywhere, those with any.
 */
export function accumulate(evidence: readonly Evidence[], collection: Collection, scratch: Accumulator): void {
  scratch.met = 0;
  for (const own of evidence) if (!own.isSupporting) add(own, collection, scratch);
  const isFound = scratch.met > 0;
  for (const own of evidence) {
    if (!own.isSupporting) continue;
    if (isFound) support(own, collection, scratch);
    else add(own, collection, scratch);
  }
}

function add({ alternatives }: Evidence, collection: Collection, scratch: Accumulator): void {
  const { starts, positions, slots } = collection.terms;
  const { scores, gains, gained, touched } = scratch;
  if (alternatives.length === 1) {
    addOne(alternatives[0] as Alternative, collection, scratch);
    return;
  }
  let count = 0;
  for (const { term, gain } of alternatives) {
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at += 1) {
      const position = positions[at] as number;
      const own = gain * (impacts[slots[at] as number] as number);
      const before = gains[position] as number;
      // Every gain is positive: zero means that the article was not met before. Written in any case, and
      // kept where the count moves on: a guess of the processor that is wrong costs more than a write.
      gained[count] = position;
      count += Number(before === 0);
      gains[position] = Math.max(before, own);
    }
  }
  let { met } = scratch;
  for (let at = 0; at < count; at += 1) {
    const position = gained[at] as number;
    const before = scores[position] as number;
    touched[met] = position;
    met += Number(before === 0);
    scores[position] = before + (gains[position] as number);
    gains[position] = 0;
  }
  scratch.met = met;
}

/** The same for a term with no other evidence than itself. */
function addOne(
  { term, gain }: Alternative,
  { terms: { starts, positions, slots } }: Collection,
  scratch: Accumulator,
): void {
  const { scores, touched } = scratch;
  const end = starts[term + 1] as number;
  let { met } = scratch;
  for (let at = starts[term] as number; at < end; at += 1) {
    const position = positions[at] as number;
    const before = scores[position] as number;
    touched[met] = position;
    met += Number(before === 0);
    scores[position] = before + gain * (impacts[slots[at] as number] as number);
  }
  scratch.met = met;
}

/** Adds what a supporting term says about the articles that were found without it. It has no other alternative than itself. */
function support(
  { alternatives }: Evidence,
  { terms: { starts, positions, slots } }: Collection,
  { scores }: Accumulator,
): void {
  for (const { term, gain } of alternatives) {
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at += 1) {
      const position = positions[at] as number;
      const before = scores[position] as number;
      if (before !== 0) scores[position] = before + gain * (impacts[slots[at] as number] as number);
    }
  }
}
