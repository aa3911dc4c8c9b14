// The ranking: from a query to articles in order of relevance. Pure; knows no HTTP, no file.
//   score(d) = Σ_t max over what is evidence of t of ( gain · impact(d) )  +  for the best, bonus(d)   (`headline-bonus.ts`)

import { type Accumulator, accumulate, accumulator, clear } from './accumulator.ts';
import { bestFirst, offer, roomFor, type Scored } from './best.ts';
import { type Bitset, bitsetOf, has } from './bitset.ts';
import type { Collection } from './collection.ts';
import { type Evidence, evidenceFor, type Reading } from './evidence.ts';
import { type HeadlineScratch, headlineBonuses, headlineScratch } from './headline-bonus.ts';
import { type Query, readQuery } from './query.ts';

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

type Scratch = Accumulator & HeadlineScratch;

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
function keepBest(kept: Scored, scratch: Accumulator, { words }: Bitset): number {
  const { scores, touched, met, single } = scratch;
  kept.size = 0;
  let total = 0;
  for (let at = 0; at < met; at += 1) {
    const position = touched[at] as number;
    const bit = ((words[position >>> 5] as number) >>> (position & 31)) & 1;
    // Written in any case, and kept where the place moves on: a guess of the processor that is wrong costs more than a write.
    touched[total] = position;
    single[total] = scores[position] as number;
    scores[position] = 0;
    total += bit;
  }
  const least = likelyLeast(single, total);
  for (let at = 0; at < total; at += 1) {
    if ((single[at] as number) >= least) offer(kept, touched[at] as number, single[at] as number);
  }
  if (kept.size === Math.min(pool, total)) return total;
  kept.size = 0;
  for (let at = 0; at < total; at += 1) offer(kept, touched[at] as number, single[at] as number);
  return total;
}

/** So many scores, evenly taken, tell about where the best lie. */
const sampleSize = 64;
const sample = new Float32Array(sampleSize);

/** A score that somewhat more than `pool` of so many are likely to reach, so that most are never compared; 0 for few. */
function likelyLeast(single: Float32Array, total: number): number {
  if (total < 4 * pool) return 0;
  for (let at = 0; at < sampleSize; at += 1) sample[at] = single[Math.floor((at * total) / sampleSize)] as number;
  sample.sort();
  // Twice the share of the pool among all, and three more places: seldom too few.
  const above = Math.ceil((2 * pool * sampleSize) / total) + 3;
  return above < sampleSize ? (sample[sampleSize - above] as number) : 0;
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
