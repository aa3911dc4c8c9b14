// How nearly a query is a headline of an article. For a headline u, with x the mass of the terms that it shares with the
// query, Q the query's mass and U its own:   z(u) = x² / (Q · U)   between 0 and 1, 1 when they are the same terms.
// Words of the article's titles and name that stand in the query are context: they count for a headline that lacks them, in x
// and in U alike, so that «Dock set menu» finds the heading «setMenu» of the article Dock.
//   bonus(d) = ¼ · Q · ( λ · z^e + z¹⁶, z being the max over headlines  +  max over titles of z  +  2 · max over list items of z⁴ )
import { analyse, isSingleHan } from '../../build/edition/analysis.ts';
import { type Collection, isHanPair, massOf, nameOf } from './collection.ts';
import type { NearTerm } from './dictionary.ts';
import { findNearest } from './headline-overlap.ts';
import type { HeadlinePlace, HeadlineQuery, Reach } from './headline-reach.ts';
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

/** The bonus of an article; the query was looked up. */
export function headlineBonus(query: HeadlineQuery, position: number, at: HeadlinePlace): number {
  const { weight, exponent } = query.hasHan ? settings.han : settings.other;
  const { headline, title, item } = findNearest(query, position, at);
  // Powers take longer than all the rest, and most articles have no such item.
  const ofItem = item === 0 ? 0 : itemSettings.weight * item ** itemSettings.exponent;
  const ofWords = headline === 0 ? 0 : weight * headline ** exponent + headline ** verbatimExponent;
  return bonusShare * query.total * (ofWords + title + ofItem);
}

/** No less than the bonus of an article that reaches no more: every part of the bonus grows with z. */
export function bonusMost({ total, hasHan }: HeadlineQuery, { headline: z, title, item }: Reach): number {
  const square = z * z;
  const eighth = square * square * square * square;
  const ofWords = (hasHan ? settings.han.weight : settings.other.weight * Math.sqrt(z)) * square;
  const ofItem = itemSettings.weight * item * item * item * item;
  // A little more than all, because sums and powers are rounded.
  return bonusShare * total * (ofWords + eighth * eighth + title + ofItem) * (1 + 1e-9);
}

export function headlineQuery(
  { text, hasHan }: Query,
  near: ReadonlyMap<string, readonly NearTerm[]>,
  collection: Collection,
): HeadlineQuery {
  const names = [...new Set(analyse(text, 'keep'))];
  const isAmongPairs = names.some(isHanPair);
  const masses = new Map<number, number>();
  const singles = new Set<number>();
  let total = 0;
  for (const name of names) {
    const term = collection.numberOf(name);
    const meant = near.get(name) ?? [];
    if (meant.length > 0) {
      // Misspelt, or only begun: whichever of the words it may be stands for it.
      let rarest = 0;
      for (const other of meant) {
        const mass = collection.rarity[other.term] as number;
        rarest = Math.max(rarest, mass);
        if (!masses.has(other.term)) masses.set(other.term, mass * other.share);
      }
      total += rarest;
      continue;
    }
    const known = term === undefined ? undefined : collection.rarity[term];
    const mass = massOf(name, known ?? inverseDocumentFrequency(collection.size, 0), isAmongPairs);
    total += mass;
    if (term !== undefined) masses.set(term, mass);
    if (term !== undefined && isSingleHan(name)) singles.add(term);
  }
  const terms = new Uint32Array(masses.size);
  const own = {
    masses: new Float64Array(terms.length),
    inverses: new Float64Array(terms.length),
    areNaming: new Uint8Array(terms.length),
  };
  let [at, excess] = [0, 1];
  for (const [term, mass] of masses) {
    terms[at] = term;
    own.masses[at] = mass;
    own.inverses[at] = 1 / massOf(nameOf(term, collection), collection.rarity[term] as number, true);
    own.areNaming[at] = singles.has(term) ? 0 : 1;
    excess = Math.max(excess, mass * (own.inverses[at] as number));
    at += 1;
  }
  return { total, hasHan, terms, ...own, excess };
}
