// How nearly a query is a headline of an article. For a headline u, with x the mass of the terms that it shares with the
// query, Q the query's mass and U its own:   z(u) = x² / (Q · U)   between 0 and 1, 1 when they are the same terms.
// Words of the article's titles and name that stand in the query are context: they count for a headline that lacks them, in x
// and in U alike, so that «Dock set menu» finds the heading «setMenu» of the article Dock.
//   bonus(d) = ¼ · Q · ( λ · max over headlines of z^e  +  max over titles of z  +  2 · max over list items of z⁴ )
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

/** An item of a list is one of many things that its article says. */
const itemSettings = { weight: 2, exponent: 4 };

const titleKind = headlineKinds.indexOf('title');
const itemKind = headlineKinds.indexOf('item');
const nameKind = headlineKinds.indexOf('name');

/** Gives the bonus of the article at a position. */
export type HeadlineBonus = (position: number) => number;

/** Scratch of one collection: for each term, its mass in the query that is being asked, and in the article's names. */
export interface HeadlineScratch {
  mass: Float64Array;
  context: Float64Array;
}

export function headlineScratch({ rarity }: Collection): HeadlineScratch {
  return { mass: new Float64Array(rarity.length), context: new Float64Array(rarity.length) };
}

interface QueryMass {
  /** Q. */
  total: number;
  masses: Map<number, number>;
}

/** Tells `use` the bonus function of a query; it is good for nothing afterwards, because the scratch is cleared. */
export function withHeadlineBonus(
  { text, hasHan }: Query,
  near: ReadonlyMap<string, readonly NearTerm[]>,
  { collection, scratch }: { collection: Collection; scratch: HeadlineScratch },
  use: (bonus: HeadlineBonus) => void,
): void {
  const { total, masses } = massesOf(text, near, collection);
  const { weight, exponent } = hasHan ? settings.han : settings.other;
  for (const [term, mass] of masses) scratch.mass[term] = mass;
  use((position) => {
    const { nearest, title, item } = nearestHeadlines(position, total, { collection, scratch });
    const ofItem = itemSettings.weight * item ** itemSettings.exponent;
    return bonusShare * total * (weight * nearest ** exponent + title + ofItem);
  });
  for (const term of masses.keys()) scratch.mass[term] = 0;
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

/** The greatest z among headlines that are no list items, among titles, and among list items. */
function nearestHeadlines(
  position: number,
  total: number,
  { collection, scratch }: { collection: Collection; scratch: HeadlineScratch },
): { nearest: number; title: number; item: number } {
  const { articleStarts, headlineStarts, headlineTerms, headlineKinds: kinds } = collection.tables;
  const { mass, context } = scratch;
  const names = collection.nameTerms[position] as Uint32Array;
  let named = 0;
  for (let at = 0; at < names.length; at += 1) {
    const term = names[at] as number;
    const own = mass[term] as number;
    if (own === 0) continue;
    context[term] = own;
    named += own;
  }
  let nearest = 0;
  let title = 0;
  let item = 0;
  const last = articleStarts[position + 1] as number;
  for (let headline = articleStarts[position] as number; headline < last; headline += 1) {
    const kind = kinds[headline];
    // The words of a slug are context alone: a slug is often a single word of many meanings.
    if (kind === nameKind) continue;
    let shared = 0;
    let inContext = 0;
    const end = headlineStarts[headline + 1] as number;
    for (let at = headlineStarts[headline] as number; at < end; at += 1) {
      const term = headlineTerms[at] as number;
      const own = mass[term] as number;
      if (own === 0) continue;
      shared += own;
      inContext += context[term] as number;
    }
    if (shared === 0) continue;
    const beside = named - inContext;
    const overlap = shared + beside;
    const z = (overlap * overlap) / (total * ((collection.headlineMass[headline] as number) + beside));
    if (kind === itemKind) {
      if (z > item) item = z;
      continue;
    }
    if (z > nearest) nearest = z;
    if (kind === titleKind && z > title) title = z;
  }
  for (let at = 0; at < names.length; at += 1) context[names[at] as number] = 0;
  return { nearest, title, item };
}
