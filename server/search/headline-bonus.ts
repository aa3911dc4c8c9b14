// How nearly a query is a headline of an article. For a headline u, with x the mass of the terms that it shares with the
// query, Q the query's mass and U its own:   z(u) = x² / (Q · U)   between 0 and 1, 1 when they are the same terms.
// Words of the article's titles and name that stand in the query are context: they count for a headline that lacks them, in x
// and in U alike, so that «Dock set menu» finds the heading «setMenu» of the article Dock.
//   bonus(d) = ¼ · Q · ( λ · z^e + z¹⁶, z being the max over headlines  +  max over titles of z  +  2 · max over list items of z⁴ )
import { analyse, isSingleHan } from '../../build/edition/analysis.ts';
import { type Collection, isHanPair, massOf } from './collection.ts';
import type { NearTerm } from './dictionary.ts';
import { findNearest, type Looked } from './headline-overlap.ts';
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

/** The bonus of one of the articles whose reach was found. */
export function headlineBonus(query: HeadlineQuery, article: Looked, at: HeadlinePlace): number {
  const { weight, exponent } = query.hasHan ? settings.han : settings.other;
  const { headline, title, item } = findNearest(query, article, at);
  // Powers take longer than all the rest, and most articles have no such item.
  const ofItem = item === 0 ? 0 : itemSettings.weight * item ** itemSettings.exponent;
  const ofWords = headline === 0 ? 0 : weight * headline ** exponent + headline ** verbatimExponent;
  return bonusShare * query.total * (ofWords + title + ofItem);
}

/**
 * No less than the bonus of an article can be: of a headline that has all that its kind reaches and nothing else, z is reach / Q,
 * and every part of the bonus grows with z.
 */
export function bonusMost({ total, hasHan, excess }: HeadlineQuery, reach: Reach): number {
  const share = excess / total;
  const z = share * reach.headline;
  const item = share * reach.item;
  const square = z * z;
  const eighth = square * square * square * square;
  const ofWords = (hasHan ? settings.han.weight : settings.other.weight * Math.sqrt(z)) * square;
  const ofItem = itemSettings.weight * item * item * item * item;
  // A little more than all, because sums and powers are rounded.
  return bonusShare * total * (ofWords + eighth * eighth + share * reach.title + ofItem) * (1 + 1e-9);
}

/** Words that are common, Chinese characters alone and words that may be meant weigh less in a headline, but not by so much. */
const excessMax = 4;

export function headlineQuery(
  { text, hasHan }: Query,
  near: ReadonlyMap<string, readonly NearTerm[]>,
  collection: Collection,
): HeadlineQuery {
  const names = [...new Set(analyse(text, 'keep'))];
  const isAmongPairs = names.some(isHanPair);
  const masses = new Map<number, number>();
  const singles = new Set<number>();
  let [total, excess] = [0, 1];
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
      excess = excessMax;
      continue;
    }
    const known = term === undefined ? undefined : collection.rarity[term];
    const mass = massOf(name, known ?? inverseDocumentFrequency(collection.size, 0), isAmongPairs);
    total += mass;
    if (term !== undefined) masses.set(term, mass);
    if (!isSingleHan(name)) continue;
    if (term !== undefined) singles.add(term);
    if (!isAmongPairs) excess = excessMax;
  }
  const terms = [...masses.keys()];
  const areNaming = terms.map((term) => !singles.has(term));
  return { total, hasHan, terms, masses: [...masses.values()], areNaming, excess };
}
