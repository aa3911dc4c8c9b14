// The ranking: from a query to articles in order of relevance. Pure; knows no HTTP, no file.
//   score(d) = Σ_t max over what is evidence of t of ( gain · impact(d) )  +  for the best, bonus(d)   (`headline-bonus.ts`)

import { bestFirst, offer, roomFor, type Scored } from './best.ts';
import { type Bitset, bitsetOf, has } from './bitset.ts';
import type { Collection } from './collection.ts';
import { type Alternative, type Evidence, evidenceFor, type Reading } from './evidence.ts';
import { type HeadlineScratch, headlineBonuses, headlineScratch } from './headline-bonus.ts';
import { type Query, readQuery } from './query.ts';
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

/** So many places are put in order at once: those of the usual first page. */
const firstPlaces = 20;

/** What ranks the articles of a collection. It keeps working memory for one query at a time. */
export function openRanking(collection: Collection): Rank {
  const { size, tieRank } = collection;
  const scratch: Scratch = { ...accumulator(size), ...headlineScratch(collection, pool) };
  const kept = roomFor(pool, tieRank);

  /** Leaves the best in `kept`, with their bonus. Returns how many are allowed. */
  function look(query: Query, { evidence, near }: Reading, allowed: Bitset): number {
    accumulate(evidence, collection, scratch);
    const total = keepBest(kept, scratch, allowed);
    const bonuses = headlineBonuses(query, near, kept.positions.subarray(0, kept.size), { collection, scratch });
    for (let place = 0; place < kept.size; place += 1) {
      kept.scores[place] = (kept.scores[place] as number) + (bonuses[place] as number);
    }
    return total;
  }

  return (text, allowed) => {
    const query = readQuery(text);
    const reading = evidenceFor(query, collection);
    const { evidence } = reading;
    const total = look(query, reading, allowed);
    let order = taken(kept, Math.min(firstPlaces, kept.size));
    return {
      total,
      evidence,
      // What few searches are asked for is found by looking again: keeping it of all would cost more.
      get everywhere() {
        accumulate(evidence, collection, scratch);
        const everywhere = bitsetOf(scratch.touched.subarray(0, scratch.met), size);
        clear(scratch);
        return everywhere;
      },
      page(from, to) {
        if (to > order.length && order.length < total) {
          look(query, reading, allowed);
          order = taken(kept, kept.size);
          accumulate(evidence, collection, scratch);
          order.push(...others(order, { collection, scratch, allowed }));
        }
        return order.slice(from, to);
      },
    };
  };
}

/** The best so many of those kept, best first. */
function taken(kept: Scored, count: number): number[] {
  const next = bestFirst(kept);
  const order: number[] = [];
  while (order.length < count) order.push(next());
  return order;
}

/**
 * Goes through what has a score, and clears the scratch: the best of what is allowed are kept. Impacts are evenly spaced, so equal
 * sums of different parts are common; added up in another order they differ in their last bits. In single precision they are the
 * ties that they are. Returns how many are allowed.
 */
function keepBest(kept: Scored, { scores, touched, met }: Accumulator, { words }: Bitset): number {
  kept.size = 0;
  let total = 0;
  for (let at = 0; at < met; at += 1) {
    const position = touched[at] as number;
    const score = Math.fround(scores[position] as number);
    scores[position] = 0;
    if ((((words[position >>> 5] as number) >>> (position & 31)) & 1) === 0) continue;
    total += 1;
    offer(kept, position, score);
  }
  return total;
}

function clear({ scores, touched, met }: Accumulator): void {
  for (let at = 0; at < met; at += 1) scores[touched[at] as number] = 0;
}

/** What has a score, is allowed and is not among those looked at, best first; clears the scratch. */
function others(
  looked: readonly number[],
  { collection, scratch, allowed }: { collection: Collection; scratch: Scratch; allowed: Bitset },
): number[] {
  const { size, tieRank } = collection;
  const among = bitsetOf(looked, size);
  const single = new Float32Array(size);
  const found: number[] = [];
  for (const position of scratch.touched.subarray(0, scratch.met)) {
    single[position] = scratch.scores[position] as number;
    if (has(allowed, position) && !has(among, position)) found.push(position);
  }
  clear(scratch);
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
