// How much each term says about each article: BM25's saturation (Robertson & Zaragoza 2009) in every field, summed over
// the fields of a language, and the two languages joined so that a term found in either side counts fully.
import type { Impacts } from '../edition/search-index.ts';
import { type Language, languages } from '../edition/vocabulary.ts';
import { type FieldName, type FieldTerms, fieldNames } from './fields.ts';

/** The fields of an article in both languages. */
export type ArticleFieldTerms = { readonly [Name in Language]: FieldTerms };

/** What a field weighs, and how much its length matters (BM25's b). Chosen on development queries. */
const fieldSettings: { readonly [Name in FieldName]: { weight: number; b: number } } = {
  title: { weight: 1, b: 0.5 },
  summary: { weight: 0.5, b: 0.5 },
  headings: { weight: 0.35, b: 0.5 },
  lead: { weight: 0.3, b: 0.5 },
  body: { weight: 1, b: 0.65 },
  keywords: { weight: 0.35, b: 0.5 },
  tags: { weight: 0.2, b: 0.5 },
};
/** BM25's k₁: how fast further occurrences stop mattering. */
const saturation = 1.2;
/** What the weaker language adds to the stronger one. */
const otherSideShare = 0.25;
/** What the mere occurrence of a term is worth. */
const floor = 0.1;

/** The impacts of every article, in the same order. */
export function impactsOf(articles: readonly ArticleFieldTerms[]): Impacts[] {
  const averages = averageLengths(articles);
  return articles.map((article) => {
    const sides = languages.map((language) => sideOf(article[language], averages[language]));
    return joinSides(sides);
  });
}

type Lengths = { [Name in FieldName]: number };

/** Average lengths in terms, over the articles in which the field is not empty. */
function averageLengths(articles: readonly ArticleFieldTerms[]): { [Name in Language]: Lengths } {
  const averageOf = (language: Language, field: FieldName): number => {
    const lengths = articles.map((article) => article[language][field].length).filter((length) => length > 0);
    return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  };
  const averagesOf = (language: Language): Lengths =>
    Object.fromEntries(fieldNames.map((field) => [field, averageOf(language, field)])) as Lengths;
  return { zh: averagesOf('zh'), en: averagesOf('en') };
}

/** side(t) = Σ_f w_f · tf / (tf + k₁·(1 − b_f + b_f·len_f/avg_f)) */
function sideOf(fields: FieldTerms, averages: Lengths): Map<string, number> {
  const side = new Map<string, number>();
  for (const field of fieldNames) {
    const { weight, b } = fieldSettings[field];
    const terms = fields[field];
    const norm = saturation * (1 - b + (b * terms.length) / Math.max(1, averages[field]));
    for (const [term, frequency] of countsOf(terms)) {
      side.set(term, (side.get(term) ?? 0) + (weight * frequency) / (frequency + norm));
    }
  }
  return side;
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** impact(t) = max of the sides + .25 · min of the sides + .1 */
function joinSides(sides: readonly Map<string, number>[]): Map<string, number> {
  const terms = new Set(sides.flatMap((side) => [...side.keys()]));
  return new Map(
    [...terms].map((term) => {
      const values = sides.map((side) => side.get(term) ?? 0);
      return [term, Math.max(...values) + otherSideShare * Math.min(...values) + floor];
    }),
  );
}
