// How nearly a query is a headline of an article. For a headline u, with x the mass of the terms that it shares with the
// query, Q the query's mass and U its own:   z(u) = x² / (Q · U)   between 0 and 1, 1 when they are the same terms.
// Words of the article's titles and name that stand in the query are context: they count for a headline that lacks them, in x
// and in U alike, so that «Dock set menu» finds the heading «setMenu» of the article Dock.
//   bonus(d) = ¼ · Q · ( λ · z^e + z¹⁶, z being the max over headlines  +  max over titles of z  +  2 · max over list items of z⁴ )
import { analyse } from '../../build/edition/analysis.ts';
import { headlineKinds } from '../../build/edition/search-tables.ts';
import { type Collection, isHanPair, massOf } from './collection.ts';
import type { NearTerm } from './dictionary.ts';
import type { Query } from './query.ts';
import { inverseDocumentFrequency } from './terms.ts';

/** What the bonus weighs beside the sum of the terms. */
const bonusShare = 0.25;
/** λ and e: a Chinese heading that is nearly the query, pair by pair, says as much as an English one that is. */
const settings = { han: { weight: 6, exponent: 2 }, other: { weight: 6, exponent: 2.5 } };

/** Whoever types a headline word for word means its article, whatever else is said elsewhere. */
const verbatimExponent = 16;

/** An item of a list is one of many things that its article says. */
const itemSettings = { weight: 2, exponent: 4 };

const titleKind = headlineKinds.indexOf('title');
const itemKind = headlineKinds.indexOf('item');
const nameKind = headlineKinds.indexOf('name');

/** Working memory for one query at a time; all but what is said otherwise is zero between two. */
export interface HeadlineScratch {
  /** For each headline, the mass that it shares with the query, and what of it stands in the names of its article. */
  shared: Float64Array;
  inContext: Float64Array;
  /** Headlines that share anything, the first of them in use. Left as it is. */
  sharing: Uint32Array;
  /** For each position, what the names of the article share with the query. */
  named: Float64Array;
  /** For each position, one more than its place among the articles that are looked at. */
  placeOf: Uint16Array;
  /** For each position, the last term, counted from 1, that its names were found to have. */
  lastNamed: Uint32Array;
  /** The positions looked at, ascending. Left as it is. */
  ascending: Uint32Array;
  /** For each article looked at, by its place: the greatest z of what stands in `Nearness`. Left as it is. */
  nearest: Float64Array;
  titles: Float64Array;
  items: Float64Array;
  bonuses: Float64Array;
}

/** For looking at `most` articles at a time, at most 65,534. */
export function headlineScratch({ size, headlineMass }: Collection, most: number): HeadlineScratch {
  return {
    shared: new Float64Array(headlineMass.length),
    inContext: new Float64Array(headlineMass.length),
    sharing: new Uint32Array(headlineMass.length),
    named: new Float64Array(size),
    placeOf: new Uint16Array(size),
    lastNamed: new Uint32Array(size),
    ascending: new Uint32Array(most),
    nearest: new Float64Array(most),
    titles: new Float64Array(most),
    items: new Float64Array(most),
    bonuses: new Float64Array(most),
  };
}

interface QueryMass {
  /** Q. */
  total: number;
  masses: Map<number, number>;
}

/** The bonus of the article at each of the positions, by their place; good until the next query. */
export function headlineBonuses(
  { text, hasHan }: Query,
  near: ReadonlyMap<string, readonly NearTerm[]>,
  positions: Uint32Array,
  { collection, scratch }: { collection: Collection; scratch: HeadlineScratch },
): Float64Array {
  const { total, masses } = massesOf(text, near, collection);
  const { weight, exponent } = hasHan ? settings.han : settings.other;
  findNearest(masses, total, positions, { collection, scratch });
  const { nearest, titles, items, bonuses } = scratch;
  for (let place = 0; place < positions.length; place += 1) {
    const [z, item] = [nearest[place] as number, items[place] as number];
    // Powers take longer than all the rest, and most articles have no such item.
    const ofItem = item === 0 ? 0 : itemSettings.weight * item ** itemSettings.exponent;
    const ofWords = z === 0 ? 0 : weight * z ** exponent + z ** verbatimExponent;
    bonuses[place] = bonusShare * total * (ofWords + (titles[place] as number) + ofItem);
  }
  return bonuses;
}

function massesOf(text: string, near: ReadonlyMap<string, readonly NearTerm[]>, collection: Collection): QueryMass {
  const terms = [...new Set(analyse(text, 'keep'))];
  const isAmongPairs = terms.some(isHanPair);
  const masses = new Map<number, number>();
  let total = 0;
  for (const term of terms) {
    const number = collection.numberOf(term);
    const rarity = number === undefined ? undefined : collection.rarity[number];
    const meant = near.get(term) ?? [];
    if (meant.length > 0) {
      // Misspelt, or only begun: whichever of the words it may be stands for it.
      let rarest = 0;
      for (const other of meant) {
        const mass = collection.rarity[other.term] as number;
        rarest = Math.max(rarest, mass);
        if (!masses.has(other.term)) masses.set(other.term, mass * other.share);
      }
      total += rarest;
    } else {
      const mass = massOf(term, rarity ?? inverseDocumentFrequency(collection.size, 0), isAmongPairs);
      if (number !== undefined) masses.set(number, mass);
      total += mass;
    }
  }
  return { total, masses };
}

/** Fills in for each position the greatest z among headlines that are no list items, among titles, and among list items. */
function findNearest(
  masses: ReadonlyMap<number, number>,
  total: number,
  positions: Uint32Array,
  { collection, scratch }: { collection: Collection; scratch: HeadlineScratch },
): void {
  const { tables, headlineMass, articleOf } = collection;
  const { shared, inContext, sharing, named, placeOf, nearest, titles, items } = scratch;
  for (let place = 0; place < positions.length; place += 1) placeOf[positions[place] as number] = place + 1;
  const ascending = scratch.ascending.subarray(0, positions.length);
  ascending.set(positions);
  ascending.sort();
  const count = share(masses, ascending, { collection, scratch });
  nearest.fill(0, 0, positions.length);
  titles.fill(0, 0, positions.length);
  items.fill(0, 0, positions.length);
  for (let at = 0; at < count; at += 1) {
    const headline = sharing[at] as number;
    const position = articleOf[headline] as number;
    const beside = (named[position] as number) - (inContext[headline] as number);
    const overlap = (shared[headline] as number) + beside;
    const z = (overlap * overlap) / (total * ((headlineMass[headline] as number) + beside));
    const kind = tables.headlineKinds[headline];
    const place = (placeOf[position] as number) - 1;
    const greatest = kind === itemKind ? items : nearest;
    if (z > (greatest[place] as number)) greatest[place] = z;
    if (kind === titleKind && z > (titles[place] as number)) titles[place] = z;
    shared[headline] = 0;
    inContext[headline] = 0;
  }
  for (let place = 0; place < positions.length; place += 1) {
    const position = positions[place] as number;
    named[position] = 0;
    placeOf[position] = 0;
  }
}

/** Fills in what headlines and names of the articles looked at share with the query; how many headlines share anything. */
function share(
  masses: ReadonlyMap<number, number>,
  ascending: Uint32Array,
  { collection, scratch }: { collection: Collection; scratch: HeadlineScratch },
): number {
  const { headlinesOf, namedBy, tables, articleOf } = collection;
  const { shared, inContext, sharing, named, placeOf, lastNamed } = scratch;
  const { members } = headlinesOf;
  let count = 0;
  for (const [term, mass] of masses) {
    const namedEnd = namedBy.starts[term + 1] as number;
    for (let at = namedBy.starts[term] as number; at < namedEnd; at += 1) {
      const position = namedBy.members[at] as number;
      if (placeOf[position] === 0) continue;
      lastNamed[position] = term + 1;
      named[position] = (named[position] as number) + mass;
    }
    let at = headlinesOf.starts[term] as number;
    const end = headlinesOf.starts[term + 1] as number;
    // Among many headlines those of the articles looked at are leapt to, one article after the other.
    const leaps = end - at > leapMin * ascending.length ? ascending.length : 0;
    let limit = articleOf.length;
    for (let leap = 0; leap < Math.max(1, leaps); leap += 1) {
      if (leaps > 0) {
        const position = ascending[leap] as number;
        at = firstFrom(members, at, end, tables.articleStarts[position] as number);
        limit = tables.articleStarts[position + 1] as number;
      }
      for (; at < end; at += 1) {
        const headline = members[at] as number;
        if (headline >= limit) break;
        const position = articleOf[headline] as number;
        // The words of a slug are context alone: a slug is often a single word of many meanings.
        if (placeOf[position] === 0 || tables.headlineKinds[headline] === nameKind) continue;
        if (shared[headline] === 0) sharing[count++] = headline;
        shared[headline] = (shared[headline] as number) + mass;
        if (lastNamed[position] === term + 1) inContext[headline] = (inContext[headline] as number) + mass;
      }
    }
  }
  // Terms are met once in a query, but again in the next.
  for (let at = 0; at < ascending.length; at += 1) lastNamed[ascending[at] as number] = 0;
  return count;
}

/** With more headlines than so many for each article, leaping takes less time than looking at all. */
const leapMin = 30;

/** The first place from `from` on whose member is not below `least`, `to` without any; near ones are found soonest. */
function firstFrom(members: Uint32Array, from: number, to: number, least: number): number {
  let step = 1;
  let low = from;
  while (low + step < to && (members[low + step] as number) < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(to, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((members[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
