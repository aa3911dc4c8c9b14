// Articles that were chosen to be scored, and their scores: added up for a few of those that match, as `accumulator.ts` adds them
// up for all.
import type { Collection } from './collection.ts';
import type { Alternative, Evidence } from './evidence.ts';
import { type FrequentTerms, impactOfLevel } from './frequent-terms.ts';
import { impacts } from './terms.ts';

/** Working memory for one query at a time. Places count from 1; what is written to place 0 is not meant to be kept. */
export interface Chosen {
  /** By place. */
  positions: Uint32Array;
  scores: Float64Array;
  /** By place: what one term gives, while its evidence is looked through; zero between. */
  gains: Float64Array;
  /** By position: its place; zero between two queries. */
  placeOf: Uint32Array;
  count: number;
}

export const chosenOf = (size: number): Chosen => ({
  positions: new Uint32Array(size + 1),
  scores: new Float64Array(size + 1),
  gains: new Float64Array(size + 1),
  placeOf: new Uint32Array(size),
  count: 0,
});

/** Chooses an article that is not chosen yet. */
export function choose(chosen: Chosen, position: number): void {
  chosen.count += 1;
  chosen.positions[chosen.count] = position;
  chosen.scores[chosen.count] = 0;
  chosen.placeOf[position] = chosen.count;
}

/** Chooses none any more. */
export function forget(chosen: Chosen): void {
  const { positions, placeOf, count } = chosen;
  for (let place = 1; place <= count; place += 1) placeOf[positions[place] as number] = 0;
  chosen.count = 0;
}

interface Scoring {
  collection: Collection;
  frequent: FrequentTerms;
  chosen: Chosen;
}

/** Adds to the scores of those chosen what the evidence is worth. */
export function addTo(scoring: Scoring, { alternatives }: Evidence): void {
  const { scores, gains, count } = scoring.chosen;
  if (alternatives.length === 1) {
    const { term, gain } = alternatives[0] as Alternative;
    if (scoring.frequent.isFrequent(term)) addFrequent(scoring, term, gain);
    else addRare(scoring, term, gain);
    return;
  }
  for (const { term, gain } of alternatives) {
    if (scoring.frequent.isFrequent(term)) raiseFrequent(scoring, term, gain);
    else raiseRare(scoring, term, gain);
  }
  for (let place = 1; place <= count; place += 1) {
    scores[place] = (scores[place] as number) + (gains[place] as number);
    gains[place] = 0;
  }
  gains[0] = 0;
}

function addFrequent({ frequent, chosen }: Scoring, term: number, gain: number): void {
  const levels = frequent.of(term);
  const { positions, scores, count } = chosen;
  for (let place = 1; place <= count; place += 1) {
    const level = levels[positions[place] as number] as number;
    scores[place] = (scores[place] as number) + gain * (impactOfLevel[level] as number);
  }
}

function raiseFrequent({ frequent, chosen }: Scoring, term: number, gain: number): void {
  const levels = frequent.of(term);
  const { positions, gains, count } = chosen;
  for (let place = 1; place <= count; place += 1) {
    const level = levels[positions[place] as number] as number;
    gains[place] = Math.max(gains[place] as number, gain * (impactOfLevel[level] as number));
  }
}

function addRare({ collection, chosen }: Scoring, term: number, gain: number): void {
  const { starts, positions, slots } = collection.terms;
  const { scores, placeOf } = chosen;
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) {
    const place = placeOf[positions[at] as number] as number;
    scores[place] = (scores[place] as number) + gain * (impacts[slots[at] as number] as number);
  }
}

function raiseRare({ collection, chosen }: Scoring, term: number, gain: number): void {
  const { starts, positions, slots } = collection.terms;
  const { gains, placeOf } = chosen;
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) {
    const place = placeOf[positions[at] as number] as number;
    gains[place] = Math.max(gains[place] as number, gain * (impacts[slots[at] as number] as number));
  }
}
