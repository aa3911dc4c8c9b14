// Maps the terms of a query to postings of a collection that count as evidence. A known term counts as itself and through its
// translations; an unknown term counts through the index words that it may be a misspelling or a prefix of.
import { type Collection, inverseDocumentFrequency } from './collection.ts';
import type { NearTerm } from './dictionary.ts';
import type { Query } from './query.ts';

export interface Alternative {
  term: number;
  /** The factor by which the impact of the term in an article is multiplied: weight · share · rarity. */
  gain: number;
  isTranslation: boolean;
  /** The confidence of a translation, from 0 to 1; 1 for the word itself and for its corrections. */
  sureness: number;
}

export interface Evidence {
  /** The terms that can match a term of the query; at least one. In each article only the one with the highest score counts. */
  alternatives: Alternative[];
  isSupporting: boolean;
}

/** The factor for translations. Their confidence is another factor. */
const translationShare = 1.4;
/** A translation's rarity is limited to this multiple of the term's rarity, because a rare translation is no stronger evidence. */
const translationRarityMax = 1.2;

/** The factor for the parts of an identifier whose whole form is a term of the index: a query for «KIMI_HOME» is not about homes. */
const partShare = 0.5;
/** The weight of an identifier in the index that equals neighbouring words of the query joined together. That is rarely a coincidence. */
const joinedWeight = 1.5;
/** The shortest word that is corrected with three edits. Almost every shorter word is within three edits of another one. */
const lastResortLengthMin = 8;

export interface Reading {
  evidence: Evidence[];
  /** The total weight of the query: Σ weight · idf over its terms. A term without evidence counts like a term that no article has. */
  mass: number;
  /** The number of terms of the query, without those that only support other terms. */
  words: number;
  hasHan: boolean;
  /** The terms of the query that are not in the index, with their likely corrections. */
  near: ReadonlyMap<string, readonly NearTerm[]>;
}

/** Reads a query against a collection. Terms without evidence are left out of `evidence`. */
export function evidenceFor(query: Query, collection: Collection): Reading {
  const first = read(query, collection, collection.dictionary.near);
  if (first.evidence.length > 0) return first;
  // No term of the query has evidence. An index word within three edits of a long word is then probably meant.
  return read(query, collection, (word) =>
    word.length >= lastResortLengthMin ? collection.dictionary.like(word) : [],
  );
}

function read(query: Query, collection: Collection, meantBy: (word: string) => NearTerm[]): Reading {
  const { termOf, rarity } = collection;
  const rarest = inverseDocumentFrequency(collection.size, 0);
  let mass = 0;
  const near = new Map<string, readonly NearTerm[]>();
  const asked = new Set(query.terms.map(({ term }) => termOf(term)));
  const evidence = query.terms.map((queryTerm): Evidence => {
    const term = termOf(queryTerm.term);
    const { isSupporting, partOf } = queryTerm;
    const isPart = partOf !== undefined && termOf(partOf) !== undefined;
    const weight = queryTerm.weight * (isPart ? partShare : 1);
    if (term !== undefined) mass += weight * (rarity[term] as number);
    // The parts of an identifier belong to no language, so their translations do not count.
    if (isPart && term !== undefined) return { alternatives: [itself(term, weight, rarity)], isSupporting };
    if (term !== undefined) return { alternatives: known(term, weight, { asked, collection }), isSupporting };
    const meant = meantBy(queryTerm.term);
    near.set(queryTerm.term, meant);
    mass += weight * (meant.length === 0 ? rarest : Math.max(...meant.map((other) => rarity[other.term] as number)));
    return { alternatives: meant.map((other) => itself(other.term, weight * other.share, rarity)), isSupporting };
  });
  for (const name of query.joined) {
    const term = termOf(name);
    if (term === undefined || asked.has(term)) continue;
    evidence.push({ alternatives: [itself(term, joinedWeight, rarity)], isSupporting: false });
  }
  return {
    evidence: evidence.filter(({ alternatives }) => alternatives.length > 0),
    mass,
    words: query.terms.filter(({ isSupporting }) => !isSupporting).length,
    hasHan: query.hasHan,
    near,
  };
}

const itself = (term: number, weight: number, rarity: Float64Array): Alternative => ({
  term,
  gain: weight * (rarity[term] as number),
  isTranslation: false,
  sureness: 1,
});

function known(
  term: number,
  weight: number,
  { asked, collection }: { asked: ReadonlySet<number | undefined>; collection: Collection },
): Alternative[] {
  const { rarity, translationStarts, tables } = collection;
  const own = rarity[term] as number;
  const alternatives = [itself(term, weight, rarity)];
  const end = translationStarts[term + 1] as number;
  for (let at = translationStarts[term] as number; at < end; at += 1) {
    const other = tables.translationTo[at] as number;
    // The query contains this translation as well, so the translation has its own evidence.
    if (asked.has(other)) continue;
    const sureness = (tables.translationDice[at] as number) / 255;
    const gain = weight * translationShare * sureness * Math.min(rarity[other] as number, translationRarityMax * own);
    alternatives.push({ term: other, gain, isTranslation: true, sureness });
  }
  return alternatives;
}

/** Translations with a lower confidence are not used to score sections or in excerpts: they are more often wrong than right. */
const surenessMin = 0.5;

/** Term → gain, either for the query's words themselves or for their likely translations. */
export function gainsOf(
  evidence: readonly Evidence[],
  { names }: Collection,
  which: 'words' | 'translations',
): Map<string, number> {
  const gains = new Map<string, number>();
  for (const { alternatives } of evidence) {
    for (const { term, gain, isTranslation, sureness } of alternatives) {
      const name = names[term];
      const isWanted = isTranslation === (which === 'translations') && sureness >= surenessMin;
      if (name !== undefined && isWanted) gains.set(name, Math.max(gain, gains.get(name) ?? 0));
    }
  }
  return gains;
}
