// What each field weighs in each peer: the best that was found by climbing, one step of one parameter after the other from several
// starts, on the dev half of link texts that are no titles, command examples and natural questions, in both languages, over 1,820
// articles together; climbs went by up to 120 queries of each of these six sets. The number beside each is what it reaches on the
// whole dev half: the mean of the six MRR@10. Those articles have no phrases; what phrases weigh was chosen on the dev half of our
// own queries (0, .5, 1, 2, 3, 5, 8).

import type { Column, FieldName, SingleHan } from './texts.ts';

export interface Boosts {
  fields: Readonly<Record<FieldName, number>>;
  singleHan: SingleHan;
  /** Parameters of MiniSearch's BM25+; its own defaults when left out. */
  k?: number;
  b?: number;
  d?: number;
}

export const peerNames = ['MiniSearch', 'FTS5', 'FlexSearch'] as const;
export type PeerName = (typeof peerNames)[number];

export const chosenBoosts: Readonly<Record<PeerName, Boosts>> = {
  // .835; of the climbs only the one from title 2, body 1 was let run to its top, another was below it when it was stopped
  MiniSearch: {
    fields: { title: 2, summary: 0.5, headings: 2, body: 2, keywords: 0, phrases: 1, tags: 0.1 },
    singleHan: 'keep',
    k: 1.6,
    b: 0.85,
    d: 0,
  },
  // .847
  FTS5: {
    fields: { title: 8, summary: 0.25, headings: 3, body: 0.5, keywords: 0.1, phrases: 2, tags: 0 },
    singleHan: 'drop',
  },
  // .752; one index for each language reaches .739, and FlexSearch's usual resolution without context less than .70. It has no boosts.
  FlexSearch: {
    fields: { title: 1, summary: 1, headings: 1, body: 1, keywords: 1, phrases: 1, tags: 1 },
    singleHan: 'drop',
  },
};

/** What a column weighs: its field's boost, in both languages. */
export function boostOf({ fields }: Boosts, column: Column): number {
  return fields[column.slice(0, column.indexOf('_')) as FieldName];
}
