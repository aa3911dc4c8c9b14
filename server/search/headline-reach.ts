// What the headlines of an article share with a query at most: what takes little to find tells of most articles that their
// headlines cannot bring them to the front.
import type { Collection } from './collection.ts';
import { headlineShares, isMarked, itemShares, mark, unmark, whereabouts, whereOf } from './headline-marks.ts';
import { type Rows, rowsOf } from './rows.ts';

/** A query as headlines are compared with it. */
export interface HeadlineQuery {
  /** Q: the mass of all terms, those included that no headline has. */
  total: number;
  hasHan: boolean;
  /** Numbers of the terms that headlines may have, each with its mass, and whether it names what has it in a title. */
  terms: Uint32Array;
  masses: Float64Array;
  /** 1 for those that name. */
  areNaming: Uint8Array;
  /** One divided by the least that each weighs in a headline. */
  inverses: Float64Array;
  /** How many times its mass in a headline a term may weigh here, at least 1. */
  excess: number;
}

/** The greatest z of an article: among its headlines that are no list items, among titles, among list items. */
export interface Nearest {
  headline: number;
  title: number;
  item: number;
}

export interface HeadlinePlace {
  collection: Collection;
  scratch: HeadlineScratch;
}

/** Of each kind of headline of an article, no less than its greatest z. */
export interface Reach {
  headline: number;
  title: number;
  item: number;
}

/** Working memory for one query at a time; what is not said otherwise is left as it is. */
export interface HeadlineScratch {
  /** For each term of the query, by position: see `headline-marks.ts`. */
  marks: Uint8Array[];
  /** For each term of the query: where its headlines begin; see `whereHeadlinesBegin`. */
  begins: Uint32Array[];
  /** For frequent terms, kept from query to query. */
  frequent: Rows<FrequentTerm>;
  /** For other terms, those of `marked`; the others are zero. */
  spare: Uint8Array[];
  marked: number[];
  reach: Reach;
  /** By the last bits of a term: one more than its index in the query, or than that of a later one with the same bits. */
  indexOf: Uint16Array;
  /** For each term of the query: whether it is among the names of the article that is looked at. */
  isNamed: Uint8Array;
  /** The indexes of terms that a headline has. */
  hits: Uint16Array;
  /** For each headline of one article, the mass that it shares with the query, and what of it stands in the names; zero between. */
  shared: Float64Array;
  inContext: Float64Array;
  /** The headlines of one article that share anything. */
  sharing: Uint32Array;
  nearest: Nearest;
  /** Means nothing; see `fetch`. */
  fetched: number;
}

interface FrequentTerm {
  marks: Uint8Array;
  begins: Uint32Array;
}

export const indexMask = 2 ** 12 - 1;
const usualTerms = 64;

/** So many articles, as a power of two, share a place where the headlines of a term begin. */
export const blockBits = 6;

/** Of terms with more headlines than one for so many articles, it is kept which articles have them. */
const frequentShare = 128;
/** Of so many terms at most, in a byte for each article. */
const rowsMax = 1200;

export function headlineScratch(collection: Collection): HeadlineScratch {
  const { size, headlinesOf, tables } = collection;
  let longest = 0;
  for (let position = 0; position < size; position += 1) {
    const own = (tables.articleStarts[position + 1] as number) - (tables.articleStarts[position] as number);
    longest = Math.max(longest, own);
  }
  const frequent = rowsOf({
    many: rowsMax,
    terms: headlinesOf.starts.length - 1,
    make: (): FrequentTerm => ({
      marks: new Uint8Array(size),
      begins: new Uint32Array(Math.ceil(size / 2 ** blockBits)),
    }),
    fill(term, { marks, begins }) {
      marks.fill(0);
      mark(term, marks, collection);
      findBegins(term, begins, collection);
    },
  });
  return {
    marks: [],
    begins: [],
    frequent,
    spare: [],
    marked: [],
    reach: { headline: 0, title: 0, item: 0 },
    indexOf: new Uint16Array(indexMask + 1),
    isNamed: new Uint8Array(usualTerms),
    hits: new Uint16Array(usualTerms),
    shared: new Float64Array(longest),
    inContext: new Float64Array(longest),
    sharing: new Uint32Array(longest),
    nearest: { headline: 0, title: 0, item: 0 },
    fetched: 0,
  };
}

/** For each block of articles: the place among `headlinesOf` from which on a term's headlines are of these or later ones. */
function findBegins(
  term: number,
  begins: Uint32Array,
  { headlinesOf: { starts, members }, articleOf }: Collection,
): void {
  const end = starts[term + 1] as number;
  let at = starts[term] as number;
  for (let block = 0; block < begins.length; block += 1) {
    while (at < end && (articleOf[members[at] as number] as number) >>> blockBits < block) at += 1;
    begins[block] = at;
  }
}

/** Finds out where articles have the terms of a query; good until the next query. */
const fromStart = new Uint32Array();

export function lookUp({ terms }: HeadlineQuery, { collection, scratch }: HeadlinePlace): void {
  const { marks, begins, spare, marked, frequent } = scratch;
  const { starts } = collection.headlinesOf;
  for (let at = 0; at < marked.length; at += 1) unmark(marked[at] as number, spare[at] as Uint8Array, collection);
  marked.length = 0;
  frequent.begin();
  scratch.indexOf.fill(0);
  if (scratch.hits.length < terms.length) {
    scratch.hits = new Uint16Array(2 * terms.length);
    scratch.isNamed = new Uint8Array(2 * terms.length);
  }
  marks.length = terms.length;
  for (let index = 0; index < terms.length; index += 1) {
    const term = terms[index] as number;
    scratch.indexOf[term & indexMask] = index + 1;
    if (((starts[term + 1] as number) - (starts[term] as number)) * frequentShare > collection.size) {
      const kept = frequent.of(term);
      marks[index] = kept.marks;
      begins[index] = kept.begins;
      continue;
    }
    if (spare.length === marked.length) spare.push(new Uint8Array(collection.size));
    const row = spare[marked.length] as Uint8Array;
    mark(term, row, collection);
    marked.push(term);
    marks[index] = row;
    begins[index] = fromStart;
  }
}

/**
 * What an article reaches; good until another one is asked for.
 *
 * For a headline that shares x with the query, U its own mass and b the mass of the names beside it, z = (x + b)² / (Q · (U + b)).
 * x + b is at most the mass X of what any headline of its kind and the names share. Each term in it is at most m/U of
 * (x + b) / (U + b), its greatest share, and the names, B together, at most B/u, u being the least mass of any such headline.
 */
export function reachAt(
  { masses, inverses, areNaming, total, excess }: HeadlineQuery,
  position: number,
  { scratch: { marks, reach } }: HeadlinePlace,
): Reach {
  let [where, names, headline, title, item] = [0, 0, 0, 0, 0];
  let [part, itemPart, greatest, greatestItem] = [0, 0, 0, 0];
  for (let index = 0; index < marks.length; index += 1) {
    const code = (marks[index] as Uint8Array)[position] as number;
    if (code === 0) continue;
    const own = whereOf[code] as number;
    const mass = masses[index] as number;
    const share = (headlineShares[code] as number) * (inverses[index] as number);
    const itemShare = (itemShares[code] as number) * (inverses[index] as number);
    where |= own;
    greatest = Math.max(greatest, share);
    greatestItem = Math.max(greatestItem, itemShare);
    if ((own & whereabouts.name) !== 0 && areNaming[index] === 1) {
      names += mass;
      continue;
    }
    if ((own & whereabouts.headline) !== 0) headline += mass;
    if ((own & whereabouts.title) !== 0) title += mass;
    if ((own & whereabouts.item) !== 0) item += mass;
    part += mass * share;
    itemPart += mass * itemShare;
  }
  part = Math.min(excess, part + Math.min(excess, names * greatest)) / total;
  itemPart = Math.min(excess, itemPart + Math.min(excess, names * greatestItem)) / total;
  // The names alone are no headline.
  reach.headline = (where & whereabouts.headline) === 0 ? 0 : (headline + names) * part;
  reach.title = (where & whereabouts.title) === 0 ? 0 : (title + names) * part;
  reach.item = (where & whereabouts.item) === 0 ? 0 : (item + names) * itemPart;
  return reach;
}

/** The same, sooner found and mostly more: as if each headline had every term that the article has in any. */
export function reachRoughlyAt(
  { masses, total, excess }: HeadlineQuery,
  position: number,
  { scratch: { marks, reach } }: HeadlinePlace,
): Reach {
  let [where, mass, part, itemPart] = [0, 0, 0, 0];
  for (let index = 0; index < marks.length; index += 1) {
    const code = (marks[index] as Uint8Array)[position] as number;
    where |= whereOf[code] as number;
    mass += (masses[index] as number) * (isMarked[code] as number);
    part += headlineShares[code] as number;
    itemPart += itemShares[code] as number;
  }
  const most = (excess * mass) / total;
  const isNamed = (where & whereabouts.name) !== 0;
  const z = isNamed ? most : most * Math.min(1, part);
  reach.headline = (where & whereabouts.headline) === 0 ? 0 : z;
  reach.title = (where & whereabouts.title) === 0 ? 0 : z;
  reach.item = (where & whereabouts.item) === 0 ? 0 : isNamed ? most : most * Math.min(1, itemPart);
  return reach;
}
