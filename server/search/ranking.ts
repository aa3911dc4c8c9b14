// The ranking: from a query to articles in order of relevance. Pure; knows no HTTP, no file.
//   score(d) = Σ_t max over what is evidence of t of ( gain · impact(d) )  +  for the best, bonus(d)   (`headline-bonus.ts`)

import { bestFirst, offer, roomFor, type Scored } from './best.ts';
import { type Bitset, bitsetOf, has } from './bitset.ts';
import type { Collection } from './collection.ts';
import { type Alternative, type Evidence, evidenceFor } from './evidence.ts';
import { type HeadlineScratch, headlineBonuses, headlineScratch } from './headline-bonus.ts';
import { readQuery } from './query.ts';
import { impacts } from './terms.ts';

/** What a query finds. */
export interface Matches {
  /** How many of the allowed articles match. */
  total: number;
  /** The positions of those from place `from` to before place `to`, best first. */
  page(from: number, to: number): number[];
  /** The articles that match, allowed or not. */
  everywhere: Bitset;
  /** What the words of the query are in this collection. */
  evidence: readonly Evidence[];
}

export type Rank = (query: string, allowed: Bitset) => Matches;

/** Headlines are compared for so many: what is not among the best by its terms is never among them by a headline. */
const pool = 200;

/** What ranks the articles of a collection. It keeps working memory for one query at a time. */
export function openRanking(collection: Collection): Rank {
  const { size, tieRank } = collection;
  const scratch: Scratch = { ...accumulator(size), ...headlineScratch(collection, pool) };
  const kept = roomFor(pool, tieRank);
  return (text, allowed) => {
    const query = readQuery(text);
    const { evidence, near } = evidenceFor(query, collection);
    accumulate(evidence, collection, scratch);
    const everywhere = bitsetOf([], size);
    const total = keepBest(kept, { scratch, allowed, everywhere });
    const best: Scored = {
      ...kept,
      positions: kept.positions.slice(0, kept.size),
      scores: kept.scores.slice(0, kept.size),
    };
    const looked = best.positions.slice();
    const bonuses = headlineBonuses(query, near, looked, { collection, scratch });
    for (let place = 0; place < best.size; place += 1) {
      best.scores[place] = (best.scores[place] as number) + (bonuses[place] as number);
    }
    const next = bestFirst(best);
    const order: number[] = [];
    return {
      total,
      everywhere,
      evidence,
      page(from, to) {
        while (order.length < to && best.size > 0) order.push(next());
        if (to > looked.length && order.length < total) {
          accumulate(evidence, collection, scratch);
          order.push(...others(looked, { collection, scratch, allowed }));
        }
        return order.slice(from, to);
      },
    };
  };
}

/**
 * Goes through what has a score, and clears the scratch: the best of what is allowed are kept. Impacts are evenly spaced, so equal
 * sums of different parts are common; added up in another order they differ in their last bits. In single precision they are the
 * ties that they are. Returns how many are allowed.
 */
function keepBest(
  kept: Scored,
  { scratch, allowed, everywhere }: { scratch: Scratch; allowed: Bitset; everywhere: Bitset },
): number {
  const { scores, touched, met } = scratch;
  const { words } = everywhere;
  kept.size = 0;
  let total = 0;
  for (let at = 0; at < met; at += 1) {
    const position = touched[at] as number;
    const score = Math.fround(scores[position] as number);
    scores[position] = 0;
    words[position >>> 5] = (words[position >>> 5] as number) | (1 << (position & 31));
    if (!has(allowed, position)) continue;
    total += 1;
    offer(kept, position, score);
  }
  return total;
}

/** What has a score, is allowed and is not among those looked at, best first; clears the scratch. */
function others(
  looked: Uint32Array,
  { collection, scratch, allowed }: { collection: Collection; scratch: Scratch; allowed: Bitset },
): number[] {
  const { size, tieRank } = collection;
  const among = bitsetOf(looked, size);
  const single = new Float32Array(size);
  const found: number[] = [];
  for (const position of scratch.touched.subarray(0, scratch.met)) {
    single[position] = scratch.scores[position] as number;
    scratch.scores[position] = 0;
    if (has(allowed, position) && !has(among, position)) found.push(position);
  }
  return found.sort(
    (left, right) =>
      (single[right] as number) - (single[left] as number) || (tieRank[left] as number) - (tieRank[right] as number),
  );
}

interface Accumulator {
  scores: Float64Array;
  /** What one term gives each article, while its evidence is looked through. */
  gains: Float64Array;
  /** The positions that have a score, the first `met` of them in use; those that have a gain. */
  touched: Uint32Array;
  gained: Uint32Array;
  met: number;
}

type Scratch = Accumulator & HeadlineScratch;

function accumulator(size: number): Accumulator {
  return {
    scores: new Float64Array(size),
    gains: new Float64Array(size),
    touched: new Uint32Array(size),
    gained: new Uint32Array(size),
    met: 0,
  };
}

/**
 * Sums up the evidence in the scratch, for the positions that match: those with more than supporting evidence, or when there is
 * none anywhere, those with any.
 */
function accumulate(evidence: readonly Evidence[], collection: Collection, scratch: Scratch): void {
  scratch.met = 0;
  for (const own of evidence) if (!own.isSupporting) add(own, collection, scratch);
  const isFound = scratch.met > 0;
  for (const own of evidence) {
    if (!own.isSupporting) continue;
    if (isFound) support(own, collection, scratch);
    else add(own, collection, scratch);
  }
}

function add({ alternatives }: Evidence, collection: Collection, scratch: Scratch): void {
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
      // Every gain is positive: zero means that the article was not met before.
      if (before === 0) gained[count++] = position;
      if (own > before) gains[position] = own;
    }
  }
  for (let at = 0; at < count; at += 1) {
    const position = gained[at] as number;
    const before = scores[position] as number;
    if (before === 0) touched[scratch.met++] = position;
    scores[position] = before + (gains[position] as number);
    gains[position] = 0;
  }
}

/** The same for a term with no other evidence than itself. */
function addOne(
  { term, gain }: Alternative,
  { terms: { starts, positions, slots } }: Collection,
  scratch: Scratch,
): void {
  const { scores, touched } = scratch;
  const end = starts[term + 1] as number;
  let { met } = scratch;
  for (let at = starts[term] as number; at < end; at += 1) {
    const position = positions[at] as number;
    const before = scores[position] as number;
    if (before === 0) touched[met++] = position;
    scores[position] = before + gain * (impacts[slots[at] as number] as number);
  }
  scratch.met = met;
}

/** Adds what a supporting term says about the articles that were found without it. It has no other alternative than itself. */
function support(
  { alternatives }: Evidence,
  { terms: { starts, positions, slots } }: Collection,
  { scores }: Scratch,
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
