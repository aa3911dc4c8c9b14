// The ranking: from a query to articles in order of relevance. Pure; knows no HTTP, no file.
//   score(d) = Σ_t max over what is evidence of t of ( gain · impact(d) )  +  for the best, bonus(d)   (`headline-bonus.ts`)

import { bestOf } from './best.ts';
import { type Bitset, has } from './bitset.ts';
import type { Collection } from './collection.ts';
import { type Evidence, evidenceFor } from './evidence.ts';
import { type HeadlineScratch, headlineBonuses, headlineScratch } from './headline-bonus.ts';
import { readQuery } from './query.ts';
import { impacts } from './terms.ts';

/** What a query finds. */
export interface Matches {
  /** How many of the allowed articles match. */
  total: number;
  /** The positions of those from place `from` to before place `to`, best first. */
  page(from: number, to: number): number[];
  /** The positions of every article that matches, allowed or not, in no order. */
  everywhere: Uint32Array;
  /** What the words of the query are in this collection. */
  evidence: readonly Evidence[];
}

export type Rank = (query: string, allowed: Bitset) => Matches;

/** Headlines are compared for so many: what is not among the best by its terms is never among them by a headline. */
const pool = 200;

/** What ranks the articles of a collection. It keeps working memory for one query at a time. */
export function openRanking(collection: Collection): Rank {
  const scratch: Scratch = { ...accumulator(collection.size), ...headlineScratch(collection) };
  return (text, allowed) => {
    const query = readQuery(text);
    const { evidence, near } = evidenceFor(query, collection);
    const everywhere = accumulate(evidence, collection, scratch);
    const positions = allowedOf(everywhere, allowed);
    // Impacts are evenly spaced, so equal sums of different parts are common; added up in another order they differ in their
    // last bits. In single precision they are the ties that they are.
    const scores = new Float32Array(positions.length);
    for (let member = 0; member < positions.length; member += 1) {
      scores[member] = scratch.scores[positions[member] as number] as number;
    }
    clear(scratch);
    const before = inOrder(positions, scores, collection.tieRank);
    const best = bestOf(positions.length, pool, before);
    const looked = best.map((member) => positions[member] as number);
    headlineBonuses(query, near, looked, { collection, scratch }).forEach((bonus, place) => {
      const member = best[place] as number;
      scores[member] = (scores[member] as number) + bonus;
    });
    const sort = (members: number[]): number[] => members.sort((left, right) => (before(left, right) ? -1 : 1));
    sort(best);
    let all: number[] | undefined;
    return {
      total: positions.length,
      everywhere,
      evidence,
      page(from, to) {
        if (to > best.length && best.length < positions.length)
          all ??= [...best, ...sort(others(best, positions.length))];
        return (all ?? best).slice(from, to).map((member) => positions[member] as number);
      },
    };
  };
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
 * Sums up the evidence in the scratch. The positions that match: those with more than supporting evidence, or when there is
 * none anywhere, those with any.
 */
function accumulate(evidence: readonly Evidence[], collection: Collection, scratch: Scratch): Uint32Array {
  scratch.met = 0;
  for (const own of evidence) if (!own.isSupporting) add(own, collection, scratch);
  const isFound = scratch.met > 0;
  for (const own of evidence) {
    if (!own.isSupporting) continue;
    if (isFound) support(own, collection, scratch);
    else add(own, collection, scratch);
  }
  return scratch.touched.slice(0, scratch.met);
}

function clear({ scores, touched, met }: Scratch): void {
  for (let at = 0; at < met; at += 1) scores[touched[at] as number] = 0;
}

function allowedOf(positions: Uint32Array, allowed: Bitset): Uint32Array {
  const kept = new Uint32Array(positions.length);
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const position = positions[at] as number;
    if (has(allowed, position)) kept[count++] = position;
  }
  return kept.subarray(0, count);
}

function add({ alternatives }: Evidence, collection: Collection, scratch: Scratch): void {
  const { starts, positions, slots } = collection.terms;
  const { scores, gains, gained, touched } = scratch;
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

function inOrder(positions: Uint32Array, scores: Float32Array, tieRank: ArrayLike<number>) {
  const rankOf = (member: number): number => tieRank[positions[member] as number] as number;
  return (left: number, right: number): boolean => {
    const [a, b] = [scores[left] as number, scores[right] as number];
    return a > b || (a === b && rankOf(left) < rankOf(right));
  };
}

/** The members 0 … size − 1 that are not among the given ones. */
function others(members: readonly number[], size: number): number[] {
  const taken = new Uint8Array(size);
  for (const member of members) taken[member] = 1;
  return Array.from({ length: size }, (_, member) => member).filter((member) => taken[member] === 0);
}
