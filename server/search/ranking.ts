// Ranks the articles for a query, the most relevant first. Pure: uses no HTTP and no files.
//   score(d) = Σ_t max over the alternatives of t of ( gain · impact(d) )  +  for the best `pool` articles, bonus(d) (`headlines.ts`)
import { impactOfSlot, positionOf, resolution } from '../../build/edition/search-index.ts';
import { type Bitset, bitsetOf, has } from './bitset.ts';
import type { Collection } from './collection.ts';
import { type Alternative, type Evidence, evidenceFor, type Reading } from './evidence.ts';
import { openHeadlines } from './headlines.ts';
import { readQuery } from './query.ts';

/** The result of a query. */
export interface Matches {
  /** The number of matches within the filters. */
  total: number;
  /** The positions of the matches from rank `from` up to, but not including, rank `to`; best first. */
  page(from: number, to: number): number[];
  /** The matches from rank `from` up to, but not including, rank `to`; each with its score. */
  scored(from: number, to: number): Scored[];
  /** The best matches before filters, at most eight. Relevance is computed from them, so that it does not depend on filters. */
  leaders(): Scored[];
  /** The matches before filters. */
  everywhere: Bitset;
  /** The evidence of the query's words in this collection. */
  evidence: readonly Evidence[];
  /** The terms of the query and their total weight; undefined for a listing. */
  reading?: Omit<Reading, 'evidence'>;
}

export type Rank = (query: string, allowed: Bitset) => Matches;

/** Headlines are compared only for this many articles, the best by their terms. The score of any other article gets no bonus. */
const pool = 200;
/** The number of best matches from which relevance is computed. Five or seventeen give slightly worse results (scripts/eval/README.md). */
export const leadersMax = 8;

/** Slot of a posting → the impact of the term on the article's score. */
export const impacts = Float64Array.from({ length: resolution }, (_, slot) => impactOfSlot(slot));

/** A match of a query. */
export interface Scored {
  position: number;
  /** The score, in single precision, so that sums that differ only by rounding are equal. */
  score: number;
}

/** Opens the ranking of a collection. Its working memory is for one query at a time. */
export function openRanking(collection: Collection): Rank {
  const { size, tieRank } = collection;
  const accumulate = openAccumulator(collection);
  const bonusesFor = openHeadlines(collection);
  const bestFirst = (left: Scored, right: Scored): number =>
    right.score - left.score || (tieRank[left.position] as number) - (tieRank[right.position] as number);

  return (text, allowed) => {
    const query = readQuery(text);
    const reading = evidenceFor(query, collection);
    const { evidence, near } = reading;
    const best = roomFor(pool, tieRank);
    const found: number[] = [];
    let total = 0;
    accumulate(evidence, (position, score) => {
      found.push(position);
      if (!has(allowed, position)) return;
      total += 1;
      offer(best, position, score);
    });

    /** The articles that are best by their terms, ordered by terms and headlines together. */
    function firstPlaces(room: typeof best): Scored[] {
      const bonusOf = bonusesFor(query, near);
      return Array.from({ length: room.size }, (_, at): Scored => {
        const position = room.positions[at] as number;
        return { position, score: Math.fround((room.scores[at] as number) + bonusOf(position)) };
      }).sort(bestFirst);
    }

    /** All other matches, ordered by their terms alone. Few callers page this far, so they are not stored but computed again. */
    function others(first: readonly Scored[]): Scored[] {
      const isFirst = bitsetOf(
        first.map(({ position }) => position),
        size,
      );
      const rest: Scored[] = [];
      accumulate(evidence, (position, score) => {
        if (has(allowed, position) && !has(isFirst, position)) rest.push({ position, score });
      });
      return rest.sort(bestFirst);
    }

    let order: Scored[] | undefined;
    function scored(from: number, to: number): Scored[] {
      order ??= firstPlaces(best);
      if (Math.min(to, total) > order.length) order = [...order, ...others(order)];
      return order.slice(from, to);
    }

    let leading: Scored[] | undefined;
    function leaders(): Scored[] {
      if (total === found.length) return scored(0, leadersMax);
      if (leading === undefined) {
        const room = roomFor(pool, tieRank);
        accumulate(evidence, (position, score) => offer(room, position, score));
        leading = firstPlaces(room).slice(0, leadersMax);
      }
      return leading;
    }
    return {
      total,
      evidence,
      reading,
      leaders,
      everywhere: bitsetOf(found, size),
      scored,
      page: (from, to) => scored(from, to).map(({ position }) => position),
    };
  };
}

/** Sums up the evidence article by article, and passes each matching article with its score to the callback. */
type Accumulate = (evidence: readonly Evidence[], each: (position: number, score: number) => void) => void;

function openAccumulator({ size, postings }: Collection): Accumulate {
  // Working memory for one query at a time. All scores and gains are zero between two queries.
  const scores = new Float64Array(size);
  const gains = new Float64Array(size);
  const met = new Uint32Array(size);
  const gained = new Uint32Array(size);

  /** Sets `gains` to the score of the best alternative in each article, and returns the number of articles that contain an alternative. */
  function gather(alternatives: readonly Alternative[]): number {
    let count = 0;
    for (const { term, gain } of alternatives) {
      const slots = postings(term);
      for (let slot = 0; slot < slots.length; slot += 1) {
        const ids = slots[slot];
        if (!ids) continue;
        const own = gain * (impacts[slot] as number);
        for (let at = 0; at < ids.length; at += 1) {
          const position = positionOf(ids[at] as number);
          const before = gains[position] as number;
          if (before === 0) gained[count++] = position;
          if (own > before) gains[position] = own;
        }
      }
    }
    return count;
  }

  return (evidence, each) => {
    let found = 0;
    const add = ({ alternatives }: Evidence, onlyFound: boolean): void => {
      const count = gather(alternatives);
      for (let at = 0; at < count; at += 1) {
        const position = gained[at] as number;
        const before = scores[position] as number;
        if (before !== 0 || !onlyFound) {
          if (before === 0) met[found++] = position;
          scores[position] = before + (gains[position] as number);
        }
        gains[position] = 0;
      }
    };
    for (const own of evidence) if (!own.isSupporting) add(own, false);
    // Supporting evidence only reorders the matches of other evidence. If there are none, it produces matches itself.
    const isFound = found > 0;
    for (const own of evidence) if (own.isSupporting) add(own, isFound);
    for (let at = 0; at < found; at += 1) {
      const position = met[at] as number;
      each(position, Math.fround(scores[position] as number));
      scores[position] = 0;
    }
  };
}

// Selects the best of many without sorting all: a heap over typed arrays whose root is the worst kept entry.

/** Positions with a score each; of equal scores the position with the smaller rank comes first. */
interface Best {
  positions: Uint32Array;
  scores: Float32Array;
  /** The number of entries. */
  size: number;
  /** Position of an article → its rank among equal scores. */
  tieRank: ArrayLike<number>;
}

/** An empty heap for at most `capacity` entries. */
function roomFor(capacity: number, tieRank: ArrayLike<number>): Best {
  return { positions: new Uint32Array(capacity), scores: new Float32Array(capacity), size: 0, tieRank };
}

/** Whether the entry at place `left` ranks before the entry at place `right`. */
function isBefore({ positions, scores, tieRank }: Best, left: number, right: number): boolean {
  const [a, b] = [scores[left] as number, scores[right] as number];
  return a > b || (a === b && rankAt(positions, tieRank, left) < rankAt(positions, tieRank, right));
}

const rankAt = (positions: Uint32Array, tieRank: ArrayLike<number>, place: number): number =>
  tieRank[positions[place] as number] as number;

/** Keeps a position if it is among the best that fit. When the heap is full, the first entry is the worst one. */
function offer(kept: Best, position: number, score: number): void {
  const { positions, scores, tieRank } = kept;
  const capacity = positions.length;
  if (kept.size < capacity) {
    positions[kept.size] = position;
    scores[kept.size] = score;
    kept.size += 1;
    if (kept.size === capacity) for (let at = (capacity >>> 1) - 1; at >= 0; at -= 1) sink(kept, at);
    return;
  }
  const worst = scores[0] as number;
  if (score < worst || capacity === 0) return;
  if (score === worst && (tieRank[position] as number) > rankAt(positions, tieRank, 0)) return;
  positions[0] = position;
  scores[0] = score;
  sink(kept, 0);
}

/** Restores the heap property below a place. */
function sink(heap: Best, from: number): void {
  const { positions, scores } = heap;
  let at = from;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    let top = at;
    if (left < heap.size && isBefore(heap, top, left)) top = left;
    if (right < heap.size && isBefore(heap, top, right)) top = right;
    if (top === at) return;
    const [position, score] = [positions[at] as number, scores[at] as number];
    positions[at] = positions[top] as number;
    scores[at] = scores[top] as number;
    positions[top] = position;
    scores[top] = score;
    at = top;
  }
}
