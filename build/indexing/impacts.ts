// The weight of each term in each article: BM25's saturation (Robertson & Zaragoza 2009) in every field, summed over the fields of
// a language, and the two languages joined so that a term found in either counts fully.
import { sideBits } from '../edition/search-index.ts';
import { type FieldName, fieldNames } from './fields.ts';
import { addLengths, countOf, type Occurrences, sectorOf, sectors } from './occurrences.ts';

/** The weight of a field, and the influence of its length (BM25's b). Chosen on development queries. */
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
/** BM25's k₁: how fast further occurrences stop mattering. */
const saturation = 1.2;
/** The contribution of the weaker language. */
const otherSideShare = 0.15;
/** The minimum impact of a term that occurs. */
const floor = 0.1;

const settingsOf = sectors.map(({ field }) => fieldSettings[field]);
const weights = Float64Array.from(settingsOf, ({ weight }) => weight);
/** Sectors below this are Chinese, the others English. */
const englishFrom = fieldNames.length;

/**
 * Calls `each` for every term of the article at a position with its impact and the languages whose text has it (`sideBits`), terms
 * in the article's own order.
 */
export type Weigh = (position: number, each: (term: number, impact: number, sides: number) => void) => void;

/** Fields written once for both languages, which do not count for either. */
const sharedFields: readonly FieldName[] = ['keywords', 'phrases', 'tags'];
const sides = Uint8Array.from(sectors, ({ language, field }) =>
  sharedFields.includes(field) ? 0 : sideBits[language],
);

/** Returns the weighing function of a collection: a field counts by its length relative to the average of all articles. */
export function weigherFor(articles: readonly Occurrences[]): Weigh {
  const norms = normsOf(articles);
  return (position, each) => {
    const { terms, entries } = articles[position] ?? none;
    const own = position * sectors.length;
    for (let at = 0; at < terms.length; ) {
      const term = terms[at] as number;
      // side(t) = Σ_f w_f · tf / (tf + k₁·(1 − b_f + b_f·len_f/avg_f))
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
      // impact(t) = max of the sides + .15 · min of the sides + .1
      each(term, Math.max(zh, en) + otherSideShare * Math.min(zh, en) + floor, found);
    }
  };
}

const none: Occurrences = { terms: new Uint32Array(), entries: new Uint32Array() };

/** k₁·(1 − b_f + b_f·len_f/avg_f) of every sector of every article, one article after the other. */
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

/** For each sector the average length in terms, over the articles in which it is not empty. */
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
