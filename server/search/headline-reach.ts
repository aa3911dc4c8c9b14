// What the headlines of many articles share with a query at most: what takes little to find tells of most that their headlines
// cannot bring them to the front.
import { headlineKinds } from '../../build/edition/search-tables.ts';
import type { Collection } from './collection.ts';
import { type Rows, rowsOf } from './rows.ts';

/** A query as headlines are compared with it. */
export interface HeadlineQuery {
  /** Q: the mass of all terms, those included that no headline has. */
  total: number;
  hasHan: boolean;
  /** Numbers of the terms that headlines may have, each with its mass, and whether it names what has it in a title. */
  terms: number[];
  masses: number[];
  areNaming: boolean[];
  /** How many times its mass in a headline a term may weigh here. */
  excess: number;
}

/** The greatest z of an article: among its headlines that are no list items, among titles, among list items. */
export interface Nearest {
  headline: number;
  title: number;
  item: number;
  /** How many of its headlines share anything. */
  sharing: number;
}

export interface HeadlinePlace {
  collection: Collection;
  scratch: HeadlineScratch;
}

/** Of each kind of headline of an article, the mass of the terms that it and the names share with the query; z is no greater. */
export interface Reach {
  headline: number;
  title: number;
  item: number;
  /** The mass that reaches are whole numbers of. */
  unit: number;
}

/** Working memory for one query at a time; what is not said otherwise is left as it is. */
export interface HeadlineScratch {
  /** By place among the articles that are looked at: what they reach, as three whole numbers in one; where they have any term. */
  packed: Float64Array;
  anywhere: Uint8Array;
  reach: Reach;
  /** By place: more than its score with the bonus can be. */
  limits: Float64Array;
  /** By index of a term and place: where the article has the term, as `whereabouts`. */
  found: Uint8Array;
  /** For frequent terms: the same by position, two to a byte. */
  having: Rows<Uint8Array>;
  /** For another term, the same; zero between two. */
  row: Uint8Array;
  /** For each headline of one article, the mass that it shares with the query, and what of it stands in the names; zero between. */
  shared: Float64Array;
  inContext: Float64Array;
  /** The headlines of one article that share anything. */
  sharing: Uint32Array;
  nearest: Nearest;
}

/** Where an article has a term, as bits. The terms of titles and names count for every headline. */
export const whereabouts = { name: 1, headline: 2, title: 4, item: 8 } as const;

const whereaboutsOf = headlineKinds.map((kind) => {
  if (kind === 'name') return whereabouts.name;
  if (kind === 'title') return whereabouts.name | whereabouts.title | whereabouts.headline;
  return kind === 'item' ? whereabouts.item : whereabouts.headline;
});

/** Of terms with more headlines than one for so many articles, it is kept which articles have them. */
const frequentShare = 512;
/** Of so many terms at most, in half a byte for each article. */
const rowsMax = 1600;
const usualTerms = 64;

/** For looking at `most` articles at a time. */
export function headlineScratch(collection: Collection, most: number): HeadlineScratch {
  const { size, headlinesOf, tables } = collection;
  const length = Math.max(1, (size + 1) >>> 1);
  let longest = 0;
  for (let position = 0; position < size; position += 1) {
    const own = (tables.articleStarts[position + 1] as number) - (tables.articleStarts[position] as number);
    longest = Math.max(longest, own);
  }
  const having = rowsOf({
    many: rowsMax,
    terms: headlinesOf.starts.length - 1,
    make: () => new Uint8Array(length),
    fill(term, row) {
      row.fill(0);
      mark(term, row, collection);
    },
  });
  return {
    packed: new Float64Array(most),
    anywhere: new Uint8Array(most),
    reach: { headline: 0, title: 0, item: 0, unit: 0 },
    limits: new Float64Array(most),
    found: new Uint8Array(most * usualTerms),
    having,
    row: new Uint8Array(length),
    shared: new Float64Array(longest),
    inContext: new Float64Array(longest),
    sharing: new Uint32Array(longest),
    nearest: { headline: 0, title: 0, item: 0, sharing: 0 },
  };
}

/** Notes in a row for every position where its article has the term. */
function mark(
  term: number,
  row: Uint8Array,
  { headlinesOf: { starts, members }, articleOf, tables }: Collection,
): void {
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) {
    const headline = members[at] as number;
    const position = articleOf[headline] as number;
    const where = whereaboutsOf[tables.headlineKinds[headline] as number] as number;
    row[position >>> 1] = (row[position >>> 1] as number) | (where << ((position & 1) * 4));
  }
}

function unmark(term: number, row: Uint8Array, { headlinesOf: { starts, members }, articleOf }: Collection): void {
  const end = starts[term + 1] as number;
  for (let at = starts[term] as number; at < end; at += 1) {
    row[(articleOf[members[at] as number] as number) >>> 1] = 0;
  }
}

/** A mass is rounded up to a whole number of so many, and three of them are added up at once. */
const units = 2 ** 15;
const room = 2 ** 17;

/** What an occurrence adds to the reach of a headline, a title and an item, by whereabouts. */
const addends = Float64Array.from({ length: 16 }, (_, where) => {
  const counts = (kind: number): number => Number((where & (whereabouts.name | kind)) !== 0);
  return counts(whereabouts.headline) + room * (counts(whereabouts.title) + room * counts(whereabouts.item));
});

/** Fills in where the articles at the positions have the terms, and what they reach. */
export function findReach(
  { terms, masses }: HeadlineQuery,
  { positions, size: count }: { positions: Uint32Array; size: number },
  { collection, scratch }: HeadlinePlace,
): void {
  const { packed, anywhere, reach } = scratch;
  const { starts } = collection.headlinesOf;
  const most = packed.length;
  if (scratch.found.length < terms.length * most) scratch.found = new Uint8Array(2 * terms.length * most);
  const { found } = scratch;
  packed.fill(0, 0, count);
  anywhere.fill(0, 0, count);
  let sum = 0;
  for (let index = 0; index < masses.length; index += 1) sum += masses[index] as number;
  reach.unit = sum / units;
  for (let index = 0; index < terms.length; index += 1) {
    const term = terms[index] as number;
    const mass = Math.ceil((masses[index] as number) / reach.unit);
    const isFrequent = ((starts[term + 1] as number) - (starts[term] as number)) * frequentShare > collection.size;
    const row = isFrequent ? scratch.having.of(term) : scratch.row;
    if (!isFrequent) mark(term, row, collection);
    const from = index * most;
    for (let place = 0; place < count; place += 1) {
      const position = positions[place] as number;
      const where = ((row[position >>> 1] as number) >>> ((position & 1) * 4)) & 15;
      found[from + place] = where;
      anywhere[place] = (anywhere[place] as number) | where;
      packed[place] = (packed[place] as number) + mass * (addends[where] as number);
    }
    if (!isFrequent) unmark(term, row, collection);
  }
}

/** What the article at a place reaches; good until another one is asked for. */
export function reachAt(place: number, { scratch: { packed, anywhere, reach } }: HeadlinePlace): Reach {
  const sum = packed[place] as number;
  const where = anywhere[place] as number;
  const items = Math.floor(sum / (room * room));
  const titles = Math.floor(sum / room) - items * room;
  // The names alone are no headline.
  reach.headline = (where & whereabouts.headline) === 0 ? 0 : (sum - (items * room + titles) * room) * reach.unit;
  reach.title = (where & whereabouts.title) === 0 ? 0 : titles * reach.unit;
  reach.item = (where & whereabouts.item) === 0 ? 0 : items * reach.unit;
  return reach;
}
