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
    const everywhere = accumulate(evidence);
    const within = withinOf(everywhere, allowed);
    const total = within.positions.length;

    /** The articles that are best by their terms, at most `pool` of them, ordered by terms and headlines together. */
    function firstPlaces(found: Found): Scored[] {
      // Sorting numbers first, to leave out what is below the last place, is much faster than sorting all articles.
      const least = found.scores.slice().sort().at(-pool) ?? 0;
      const best = listOf(found, (_, score) => score >= least).sort(bestFirst);
      const bonusOf = bonusesFor(query, near);
      return best
        .slice(0, pool)
        .map(({ position, score }): Scored => ({ position, score: Math.fround(score + bonusOf(position)) }))
        .sort(bestFirst);
    }

    let order: Scored[] | undefined;
    function scored(from: number, to: number): Scored[] {
      order ??= firstPlaces(within);
      if (Math.min(to, total) > order.length) {
        const isFirst = new Set(order.map(({ position }) => position));
        // The articles after the first places are ordered by their terms alone.
        const others = listOf(within, (position) => !isFirst.has(position)).sort(bestFirst);
        order = [...order, ...others];
      }
      return order.slice(from, to);
    }

    let leading: Scored[] | undefined;
    function leaders(): Scored[] {
      if (total === everywhere.positions.length) return scored(0, leadersMax);
      leading ??= firstPlaces(everywhere).slice(0, leadersMax);
      return leading;
    }
    return {
      total,
      evidence,
      reading,
      leaders,
      everywhere: bitsetOf(everywhere.positions, size),
      scored,
      page: (from, to) => scored(from, to).map(({ position }) => position),
    };
  };
}

/** Every matching article with its score, in no order. */
interface Found {
  positions: Uint32Array;
  /** Scores in single precision, so that sums that differ only by rounding are equal. */
  scores: Float32Array;
}

function listOf({ positions, scores }: Found, isWanted: (position: number, score: number) => boolean): Scored[] {
  const list: Scored[] = [];
  positions.forEach((position, at) => {
    const score = scores[at] as number;
    if (isWanted(position, score)) list.push({ position, score });
  });
  return list;
}

function withinOf({ positions, scores }: Found, allowed: Bitset): Found {
  const kept: Found = { positions: new Uint32Array(positions.length), scores: new Float32Array(positions.length) };
  let count = 0;
  positions.forEach((position, at) => {
    if (!has(allowed, position)) return;
    kept.positions[count] = position;
    kept.scores[count++] = scores[at] as number;
  });
  return { positions: kept.positions.subarray(0, count), scores: kept.scores.subarray(0, count) };
}

/** Returns a function that sums up the evidence article by article. */
function openAccumulator({ size, postings }: Collection): (evidence: readonly Evidence[]) => Found {
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

  return (evidence) => {
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
    const positions = met.slice(0, found);
    const sums = new Float32Array(found);
    positions.forEach((position, at) => {
      sums[at] = scores[position] as number;
      scores[position] = 0;
    });
    return { positions, scores: sums };
  };
}
