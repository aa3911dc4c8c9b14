// The ranking: from a query to articles in order of relevance. Pure; knows no HTTP, no file.
//   score(d) = Σ_t max over what is evidence of t of ( gain · impact(d) )  +  for the best, bonus(d)   (`headline-bonus.ts`)

import { type Accumulator, accumulate, accumulator, clear } from './accumulator.ts';
import { bestFirst, roomFor, type Scored } from './best.ts';
import { type Bitset, bitsetOf, has } from './bitset.ts';
import type { Collection } from './collection.ts';
import { type Evidence, evidenceFor, type Reading } from './evidence.ts';
import { addBonuses, findFirst } from './first-places.ts';
import { headlineQuery } from './headline-bonus.ts';
import { type HeadlinePlace, headlineScratch } from './headline-reach.ts';
import { openPool } from './pool.ts';
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

/** So many places are found at once, or all. */
const firstPlaces = [10, 20, 50];

/** What ranks the articles of a collection. It keeps working memory for one query at a time. */
export function openRanking(collection: Collection): Rank {
  const { size, tieRank } = collection;
  const scratch = accumulator(size);
  const headlines: HeadlinePlace = { collection, scratch: headlineScratch(collection, pool) };
  const findPool = openPool(collection);
  const kept = roomFor(pool, tieRank);
  const rooms = firstPlaces.map((count) => ({ first: roomFor(count, tieRank), likely: roomFor(count, tieRank) }));
  /** Counts how often `kept` was changed. */
  let looks = 0;

  /** Leaves those with the most evidence in `kept`. Returns how many are allowed. */
  function look(evidence: readonly Evidence[], allowed: Bitset): number {
    looks += 1;
    return findPool(evidence, allowed, kept);
  }

  /** Of those kept, the best by their headlines too, best first: so many places at least, or all. */
  function bestOfKept(query: Query, { near }: Reading, count: number): number[] {
    const asked = headlineQuery(query, near, collection);
    const room = rooms.find(({ first }) => count <= first.positions.length);
    if (room === undefined || room.first.positions.length >= kept.size) {
      looks += 1;
      addBonuses(kept, asked, headlines);
      return taken(kept, kept.size);
    }
    findFirst({ kept, ...room }, asked, headlines);
    return taken(room.first, room.first.size);
  }

  return (text, allowed) => {
    const query = readQuery(text);
    const reading = evidenceFor(query, collection);
    const { evidence } = reading;
    const total = look(evidence, allowed);
    const own = looks;
    let order: number[] = [];
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
        if (Math.min(to, total) > order.length) {
          // Another search may have come between.
          if (looks !== own) look(evidence, allowed);
          order = bestOfKept(query, reading, to);
          if (Math.min(to, total) > order.length) {
            accumulate(evidence, collection, scratch);
            order.push(...others(order, { collection, scratch, allowed }));
          }
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

/** What has a score, is allowed and is not among those looked at, best first; clears the scratch. */
function others(
  looked: readonly number[],
  { collection, scratch, allowed }: { collection: Collection; scratch: Accumulator; allowed: Bitset },
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
