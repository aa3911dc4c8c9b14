// Finds the language in which a query matched an article. The ids in the postings record in which language a term occurs.
import { positionOf, sideBits, sidesOf } from '../../build/edition/search-index.ts';
import type { LanguageChoice } from '../../build/edition/vocabulary.ts';
import type { Collection } from './collection.ts';
import type { Evidence } from './evidence.ts';
import { impacts } from './ranking.ts';

/** For each language, the sum of the gains of the terms in its text. */
export interface LanguageEvidence {
  zh: number;
  en: number;
}

/** A query matches in both languages when the weaker evidence reaches this share of the stronger evidence. */
const bothShare = 1 / 3;

/** The language of the text in which a query matched. A match in keywords and tags alone counts as both. */
export function matchedLanguage({ zh, en }: LanguageEvidence): LanguageChoice {
  if (Math.min(zh, en) >= bothShare * Math.max(zh, en)) return 'both';
  return zh > en ? 'zh' : 'en';
}

/**
 * The evidence of each article by language. A query word counts with the alternative that scores most in the article, in the languages
 * in which that alternative occurs there. A translation counts only if the article does not contain the word itself.
 */
export function languageEvidence(
  evidence: readonly Evidence[],
  positions: readonly number[],
  { size, postings }: Collection,
): LanguageEvidence[] {
  const placeOf = new Uint16Array(size);
  positions.forEach((position, place) => {
    placeOf[position] = place + 1;
  });
  const sums = positions.map(() => ({ zh: 0, en: 0 }));
  for (const { alternatives } of evidence) {
    const best = positions.map(() => ({ score: 0, gain: 0, sides: 0, isTranslation: false }));
    const itselfFirst = [...alternatives].sort(
      (left, right) => Number(left.isTranslation) - Number(right.isTranslation),
    );
    for (const { term, gain, isTranslation } of itselfFirst) {
      postings(term).forEach((ids, slot) => {
        const score = gain * (impacts[slot] as number);
        for (const id of ids ?? []) {
          const own = best[(placeOf[positionOf(id)] as number) - 1];
          if (own === undefined || (isTranslation && own.score > 0 && !own.isTranslation)) continue;
          if (score > own.score) Object.assign(own, { score, gain, isTranslation, sides: sidesOf(id) });
        }
      });
    }
    best.forEach(({ gain, sides }, place) => {
      const sum = sums[place] as LanguageEvidence;
      if ((sides & sideBits.zh) !== 0) sum.zh += gain;
      if ((sides & sideBits.en) !== 0) sum.en += gain;
    });
  }
  return sums;
}
