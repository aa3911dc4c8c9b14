// Computes the impact of each term in each article, that is, its weight. Within a field, the impact grows with the number of
// occurrences by the saturation formula of BM25 (Robertson & Zaragoza 2009). It is summed over the fields of a language. The sums of
// the two languages are then joined so that a term counts fully if either language has it.
import { sideBits } from '../edition/search-index.ts';
import { type FieldName, fieldNames } from './fields.ts';
import { addLengths, countOf, type Occurrences, sectorOf, sectors } from './occurrences.ts';

/** For each field, its weight and the influence of its length (BM25's b). The values were chosen with the development queries. */
const fieldSettings: { readonly [Name in FieldName]: { weight: number; b: number } } = {
  title: { weight: 1, b: 0.5 },
  summary: { weight: 0.5, b: 0.5 },
  headings: { weight: 0.35, b: 0.5 },
  lead: { weight: 0.15, b: 0.5 },
  body: { weight: 1, b: 0.65 },
  keywords: { weight: 0.2, b: 0.5 },
  phrases: { weight: 1, b: 0.5 },
  tags: { weight: 0.1, b: 0.5 },
};
/** BM25's k₁. The smaller it is, the less a repeated occurrence adds. */
const saturation = 1.2;
/** A term has one sum per language. The lower of the two sums is multiplied by this factor. The higher sum counts fully. */
const otherSideShare = 0.15;
/** This value is added to every impact. Therefore it is the minimum impact of a term that occurs. */
const floor = 0.1;

const settingsOf = sectors.map(({ field }) => fieldSettings[field]);
const weights = Float64Array.from(settingsOf, ({ weight }) => weight);
/** Sectors with a number below this are Chinese, the others English. */
const englishFrom = fieldNames.length;

/**
 * Calls `each` for every term of the article at `position`, in the order of the article, with the term's impact and the languages
 * whose text contains it (`sideBits`).
 */
export type Weigh = (position: number, each: (term: number, impact: number, sides: number) => void) => void;

/** Fields that authors write once for both languages. Their terms count as text of neither language. */
const sharedFields: readonly FieldName[] = ['keywords', 'phrases', 'tags'];
const sides = Uint8Array.from(sectors, ({ language, field }) =>
  sharedFields.includes(field) ? 0 : sideBits[language],
);

/** Returns the weighing function for a collection. The length of a field counts relative to its average length (`averagesOf`). */
export function weigherFor(articles: readonly Occurrences[]): Weigh {
  const norms = normsOf(articles);
  return (position, each) => {
    const { terms, entries } = articles[position] ?? none;
    const own = position * sectors.length;
    for (let at = 0; at < terms.length; ) {
      const term = terms[at] as number;
      // side(t) = Σ_f w_f · tf / (tf + k₁·(1 − b_f + b_f·len_f/avg_f)), summed over the fields f of one language
      let zh = 0;
      let en = 0;
      let found = 0;
      for (; at < terms.length && terms[at] === term; at += 1) {
        const entry = entries[at] as number;
        const sector = sectorOf(entry);
        const count = countOf(entry);
        const part = ((weights[sector] as number) * count) / (count + (norms[own + sector] as number));
        if (sector < englishFrom) zh += part;
        else en += part;
        found |= sides[sector] as number;
      }
      // impact(t) = max(side_zh, side_en) + .15 · min(side_zh, side_en) + .1
      each(term, Math.max(zh, en) + otherSideShare * Math.min(zh, en) + floor, found);
    }
  };
}

const none: Occurrences = { terms: new Uint32Array(), entries: new Uint32Array() };

/** k₁·(1 − b_f + b_f·len_f/avg_f) for each sector of each article: first all sectors of the first article, then those of the next. */
function normsOf(articles: readonly Occurrences[]): Float64Array {
  const lengths = new Float64Array(articles.length * sectors.length);
  for (const [position, article] of articles.entries()) addLengths(article, lengths, position * sectors.length);
  const averages = averagesOf(lengths);
  return lengths.map((length, at) => {
    const sector = at % sectors.length;
    const { b } = settingsOf[sector] as { b: number };
    return saturation * (1 - b + (b * length) / Math.max(1, averages[sector] as number));
  });
}

/** The average number of terms in each sector. Articles in which the sector is empty are left out of its average. */
function averagesOf(lengths: Float64Array): number[] {
  return sectors.map((_, sector) => {
    let [sum, filled] = [0, 0];
    for (let at = sector; at < lengths.length; at += sectors.length) {
      sum += lengths[at] as number;
      filled += Number(lengths[at] !== 0);
    }
    return sum / Math.max(1, filled);
  });
}
