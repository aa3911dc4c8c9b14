// What a query's terms are in a collection: for each, the postings that count as evidence of it. A term that the index has is
// itself, and the words that translate it; one that it has not is whatever it may have been meant for.
import { type Collection, inverseDocumentFrequency } from './collection.ts';
import type { NearTerm } from './dictionary.ts';
import type { Query } from './query.ts';

export interface Alternative {
  term: number;
  /** What one unit of impact is worth: weight · share · rarity. */
  gain: number;
  isTranslation: boolean;
  /** How sure a translation is, from 0 to 1; 1 for the word itself and for what it may be misspelt for. */
  sureness: number;
}

export interface Evidence {
  /** Of these, the one that says most about an article counts. Never empty. */
  alternatives: Alternative[];
  isSupporting: boolean;
}

/** What a translation counts for, beside how sure it is. */
const translationShare = 1.4;
/** A translation is at most so much rarer than the term itself: a rare word of the other language proves no more. */
const translationRarityMax = 1.2;

/** What the parts of an identifier count for beside the whole: «KIMI_HOME» is not about homes. */
const partShare = 0.5;
/** An identifier that neighbouring words are together is hardly ever chance. */
const joinedWeight = 1.5;
/** With fewer letters, three slips make another word of almost any. */
const lastResortLengthMin = 8;

export interface Reading {
  evidence: Evidence[];
  /** Σ weight · idf over the terms of the query; a term that nothing has counts as the rarest. */
  mass: number;
  /** How many terms the query has, without those that only support others. */
  words: number;
  /** The terms of the query that the index does not have, with those that they may have been meant for. */
  near: ReadonlyMap<string, readonly NearTerm[]>;
}

/** Terms that nothing is evidence of are left out. */
export function evidenceFor(query: Query, collection: Collection): Reading {
  const first = read(query, collection, collection.dictionary.near);
  if (first.evidence.length > 0) return first;
  // Nothing else to go by: a long word with three slips is more likely meant than not.
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
    // The parts of a name are no words of a language, which could be said in another.
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
    // Said in both languages: each word is its own evidence.
    if (asked.has(other)) continue;
    const sureness = (tables.translationDice[at] as number) / 255;
    const gain = weight * translationShare * sureness * Math.min(rarity[other] as number, translationRarityMax * own);
    alternatives.push({ term: other, gain, isTranslation: true, sureness });
  }
  return alternatives;
}

/** A translation that is less sure is more often wrong than right. */
const surenessMin = 0.5;

/** Each term with what it gains where it stands: the words themselves, or only their likely translations. */
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
