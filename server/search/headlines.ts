// Computes how closely a query matches the headlines of an article. Let Q be the mass of the query's terms, U that of a headline's terms,
// and x that of the terms that they share:   z = x² / (Q · U)   is between 0 and 1, and 1 when the terms are the same.
// Query words that the article's titles and name contain are context. They are added to a headline that lacks them, in x and in U,
// so that «Dock set menu» finds the heading «setMenu» of the article Dock.
//   bonus(d) = ¼ · Q · ( λ · h^e + h¹⁶ + t + 2 · i⁴ )
// where h, t and i are the greatest z of the article's headlines except list items, of its titles, and of its list items. The constants
// λ and e depend on whether the query has Han characters (`settings`).
import { analyse, isSingleHan } from '../../build/edition/analysis.ts';
import { headlineKinds } from '../../build/edition/search-tables.ts';
import { type Collection, inverseDocumentFrequency, isHanPair, massOf } from './collection.ts';
import type { NearTerm } from './dictionary.ts';
import type { Query } from './query.ts';

/** The factor ¼ of the bonus. It weighs the bonus against the score from the terms. */
const bonusShare = 0.25;
/** λ and e. They make a Chinese heading that shares most pairs with the query as relevant as an English one that shares most words. */
const settings = { han: { weight: 6, exponent: 2 }, other: { weight: 6, exponent: 2.5 } };
/** The exponent 16. A query that is equal to a headline asks for the article with that headline, so a z near 1 counts much more. */
const verbatimExponent = 16;
/** The factor 2 and the exponent 4 of list items. They count less than headings, because an item is one of many statements. */
const itemSettings = { weight: 2, exponent: 4 };

const titleKind = headlineKinds.indexOf('title');
const nameKind = headlineKinds.indexOf('name');
const itemKind = headlineKinds.indexOf('item');

/** The bonus of the article at a position. */
export type HeadlineBonus = (position: number) => number;

/** Prepares a query, and returns its bonuses. `near` holds the likely corrections of unknown words. */
export type HeadlineScorer = (query: Query, near: ReadonlyMap<string, readonly NearTerm[]>) => HeadlineBonus;

/** The working memory is for one query at a time: prepare a query only after all bonuses of the previous one are computed. */
export function openHeadlines(collection: Collection): HeadlineScorer {
  const { tables, headlineMass, rarity } = collection;
  /** Number of a term → 1 + its place in the query, or 0. Entries take one byte each, so that the processor cache can hold the array. */
  const places = new Uint8Array(rarity.length);
  let asked: AskedTerm[] = [];

  return (query, near) => {
    for (const { term } of asked) places[term] = 0;
    const { total, terms } = massesOfQuery(query, near, collection);
    asked = [...terms.values()].slice(0, termsMax);
    asked.forEach(({ term }, at) => {
      places[term] = at + 1;
    });
    const { weight, exponent } = query.hasHan ? settings.han : settings.other;
    return (position) => {
      const { nearest, title, item } = nearestOf(position, total);
      const ofWords = weight * nearest ** exponent + nearest ** verbatimExponent;
      return bonusShare * total * (ofWords + title + itemSettings.weight * item ** itemSettings.exponent);
    };
  };

  /** The greatest z of an article: among its headlines except list items, among titles, among list items. */
  function nearestOf(position: number, total: number) {
    const { articleStarts, headlineStarts, headlineTerms, headlineKinds: kinds } = tables;
    const [first, last] = [articleStarts[position] as number, articleStarts[position + 1] as number];
    const named = massOfNames(position);
    let [nearest, title, item] = [0, 0, 0];
    for (let headline = first; headline < last; headline += 1) {
      // The words of a slug are only context: a slug is often a single ambiguous word.
      if (kinds[headline] === nameKind) continue;
      const end = headlineStarts[headline + 1] as number;
      let [shared, inContext] = [0, 0];
      for (let at = headlineStarts[headline] as number; at < end; at += 1) {
        const place = places[headlineTerms[at] as number] as number;
        if (place === 0) continue;
        const { mass, namedBy } = asked[place - 1] as AskedTerm;
        shared += mass;
        if (namedBy === position) inContext += mass;
      }
      if (shared === 0) continue;
      const beside = named - inContext;
      const overlap = shared + beside;
      const z = (overlap * overlap) / (total * ((headlineMass[headline] as number) + beside));
      if (kinds[headline] === itemKind) item = Math.max(item, z);
      else nearest = Math.max(nearest, z);
      if (kinds[headline] === titleKind) title = Math.max(title, z);
    }
    return { nearest, title, item };
  }

  /** The mass of the query's terms in an article's titles and name; marks these terms as context. */
  function massOfNames(position: number): number {
    const { articleStarts, headlineStarts, headlineTerms, headlineKinds: kinds } = tables;
    const last = articleStarts[position + 1] as number;
    let named = 0;
    for (let headline = articleStarts[position] as number; headline < last; headline += 1) {
      if (kinds[headline] !== titleKind && kinds[headline] !== nameKind) continue;
      const end = headlineStarts[headline + 1] as number;
      for (let at = headlineStarts[headline] as number; at < end; at += 1) {
        const term = asked[(places[headlineTerms[at] as number] as number) - 1];
        if (term === undefined || !term.isNaming || term.namedBy === position) continue;
        term.namedBy = position;
        named += term.mass;
      }
    }
    return named;
  }
}

/** A term of the query that headlines may have. */
interface AskedTerm {
  term: number;
  mass: number;
  /** Whether the term counts as context when titles contain it. */
  isNaming: boolean;
  /** The position of the last article whose titles or name contained the term. */
  namedBy: number;
}

/** The most terms of a query that are compared. No headline has as many terms, and a longer query is pasted text. */
const termsMax = 255;

interface QueryMasses {
  /** Q in the formula at the top of this file: the mass of all terms of the query, including those that no headline has. */
  total: number;
  /** Number of a term → the term. */
  terms: Map<number, AskedTerm>;
}

function massesOfQuery(
  { text }: Query,
  near: ReadonlyMap<string, readonly NearTerm[]>,
  collection: Collection,
): QueryMasses {
  const names = [...new Set(analyse(text, 'keep'))];
  const isAmongPairs = names.some(isHanPair);
  const terms: QueryMasses['terms'] = new Map();
  let total = 0;
  for (const name of names) {
    const meant = near.get(name) ?? [];
    if (meant.length > 0) {
      // The query's word is misspelt or unfinished, so each word that it may stand for counts in its place.
      for (const { term, share } of meant) {
        const mass = (collection.rarity[term] as number) * share;
        if (!terms.has(term)) terms.set(term, { term, mass, isNaming: true, namedBy: -1 });
      }
      total += Math.max(...meant.map(({ term }) => collection.rarity[term] as number));
      continue;
    }
    const term = collection.numberOf(name);
    const rarity = term === undefined ? inverseDocumentFrequency(collection.size, 0) : collection.rarity[term];
    const mass = massOf(name, rarity as number, isAmongPairs);
    total += mass;
    if (term !== undefined) terms.set(term, { term, mass, isNaming: !isSingleHan(name), namedBy: -1 });
  }
  return { total, terms };
}
