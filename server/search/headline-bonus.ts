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

/** Working memory for one query at a time; everything is zero between two. */
export interface HeadlineScratch {
  /** For each headline, the mass that it shares with the query, and what of it stands in the names of its article. */
  shared: Float64Array;
  inContext: Float64Array;
  /** For each position, what the names of the article share with the query. */
  named: Float64Array;
  /** For each position, one more than its place among the articles that are looked at. */
  placeOf: Uint16Array;
  /** For each position, the last term, counted from 1, that its names were found to have. */
  lastNamed: Uint32Array;
}

export function headlineScratch({ size, headlineMass }: Collection): HeadlineScratch {
  return {
    shared: new Float64Array(headlineMass.length),
    inContext: new Float64Array(headlineMass.length),
    named: new Float64Array(size),
    placeOf: new Uint16Array(size),
    lastNamed: new Uint32Array(size),
  };
}

interface QueryMass {
  /** Q. */
  total: number;
  masses: Map<number, number>;
}

/** The bonus of the article at each of the positions, at most 65,534 of them. */
export function headlineBonuses(
  { text, hasHan }: Query,
  near: ReadonlyMap<string, readonly NearTerm[]>,
  positions: readonly number[],
  { collection, scratch }: { collection: Collection; scratch: HeadlineScratch },
): Float64Array {
  const { total, masses } = massesOf(text, near, collection);
  const { weight, exponent } = hasHan ? settings.han : settings.other;
  const { nearest, titles, items } = nearestHeadlines(masses, total, positions, { collection, scratch });
  return nearest.map((z, place) => {
    const ofItem = itemSettings.weight * (items[place] as number) ** itemSettings.exponent;
    const ofWords = weight * z ** exponent + z ** verbatimExponent;
    return bonusShare * total * (ofWords + (titles[place] as number) + ofItem);
  });
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

/** For each position, the greatest z among headlines that are no list items, among titles, and among list items. */
function nearestHeadlines(
  masses: ReadonlyMap<number, number>,
  total: number,
  positions: readonly number[],
  { collection, scratch }: { collection: Collection; scratch: HeadlineScratch },
): { nearest: Float64Array; titles: Float64Array; items: Float64Array } {
  const { tables, headlineMass, articleOf } = collection;
  const { shared, inContext, named, placeOf } = scratch;
  positions.forEach((position, place) => {
    placeOf[position] = place + 1;
  });
  const touched = share(masses, { collection, scratch });
  const nearest = new Float64Array(positions.length);
  const titles = new Float64Array(positions.length);
  const items = new Float64Array(positions.length);
  for (const headline of touched) {
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
  for (const position of positions) {
    named[position] = 0;
    placeOf[position] = 0;
  }
  return { nearest, titles, items };
}

/** Fills in what headlines and names of the articles looked at share with the query; the headlines that share anything. */
function share(
  masses: ReadonlyMap<number, number>,
  { collection, scratch }: { collection: Collection; scratch: HeadlineScratch },
): number[] {
  const { headlinesOf, namedBy, articleOf, tables } = collection;
  const { shared, inContext, named, placeOf, lastNamed } = scratch;
  const touched: number[] = [];
  for (const [term, mass] of masses) {
    for (let at = namedBy.starts[term] as number; at < (namedBy.starts[term + 1] as number); at += 1) {
      const position = namedBy.members[at] as number;
      lastNamed[position] = term + 1;
      if (placeOf[position] !== 0) named[position] = (named[position] as number) + mass;
    }
    const end = headlinesOf.starts[term + 1] as number;
    for (let at = headlinesOf.starts[term] as number; at < end; at += 1) {
      const headline = headlinesOf.members[at] as number;
      const position = articleOf[headline] as number;
      // The words of a slug are context alone: a slug is often a single word of many meanings.
      if (placeOf[position] === 0 || tables.headlineKinds[headline] === nameKind) continue;
      if (shared[headline] === 0) touched.push(headline);
      shared[headline] = (shared[headline] as number) + mass;
      if (lastNamed[position] === term + 1) inContext[headline] = (inContext[headline] as number) + mass;
    }
  }
  // Terms are met once in a query, but again in the next.
  for (const term of masses.keys()) {
    for (let at = namedBy.starts[term] as number; at < (namedBy.starts[term + 1] as number); at += 1) {
      lastNamed[namedBy.members[at] as number] = 0;
    }
  }
  return touched;
}
