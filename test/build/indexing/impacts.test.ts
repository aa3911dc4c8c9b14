import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import { type FieldName, type FieldTerms, fieldNames } from '../../../build/indexing/fields.ts';
import { weigherFor } from '../../../build/indexing/impacts.ts';
import { occurrencesOf, Vocabulary } from '../../../build/indexing/occurrences.ts';

type Terms = Partial<Record<FieldName, string[]>>;
function side(terms: Terms): FieldTerms {
  const empty = Object.fromEntries(fieldNames.map((name) => [name, []])) as unknown as FieldTerms;
  return { ...empty, ...terms };
}
/** For each article, the impact of each of its terms. */
function impactsOf(articles: readonly Bilingual<FieldTerms>[]): Map<string, number>[] {
  const vocabulary = new Vocabulary();
  const counted = articles.map((fields) => occurrencesOf(fields, vocabulary));
  const weigh = weigherFor(counted);
  return counted.map((_, position) => {
    const impacts = new Map<string, number>();
    weigh(position, (term, impact) => impacts.set(vocabulary.terms[term] ?? '', impact));
    return impacts;
  });
}
const article = (en: Terms, zh: Terms = {}): Bilingual<FieldTerms> => ({ zh: side(zh), en: side(en) });
/** The impact of `tea` in the first of these articles. */
const impact = (...articles: Bilingual<FieldTerms>[]): number => impactsOf(articles)[0]?.get('tea') ?? 0;

const terms = fc.array(fc.constantFrom('tea', 'pot', '茶', '__proto__', 'x'), { maxLength: 12 });
const anySide = fc.record(
  Object.fromEntries(fieldNames.map((name) => [name, terms])) as Record<FieldName, typeof terms>,
);
const anyArticles = fc.array(fc.record({ zh: anySide, en: anySide }), { minLength: 1, maxLength: 6 });

describe('the impact of a term', () => {
  it('exists for exactly the terms of the article, and stays below the sum of all weights', () => {
    // An upper bound: the sum of the field weights, times 1.25 for terms in both languages, plus the minimum impact.
    const most = (1 + 0.5 + 0.35 + 0.3 + 1 + 0.35 + 1 + 0.2) * 1.25 + 0.1;
    fc.assert(
      fc.property(anyArticles, (articles) => {
        impactsOf(articles).forEach((impacts, at) => {
          const own = Object.values(articles[at] ?? {}).flatMap((fields) => Object.values(fields).flat());
          expect(new Set(impacts.keys())).toEqual(new Set(own));
          for (const value of impacts.values()) {
            expect(value).toBeGreaterThan(0.1);
            expect(value).toBeLessThan(most);
          }
        });
      }),
    );
  });

  it('is the same for a term in either language, and slightly higher for a term in both', () => {
    const one = impact(article({ title: ['tea'] }));
    const other = impact(article({}, { title: ['tea'] }));
    const both = impact(article({ title: ['tea'] }, { title: ['tea'] }));
    expect(other).toBeCloseTo(one);
    expect(both).toBeGreaterThan(one);
    expect(both).toBeLessThan(1.5 * one);
  });

  it('follows the documented formula', () => {
    // For a term in one language: impact = Σ over fields of w · tf / (tf + 1.2 · (1 − b + b · len / avg)) + 0.1.
    const articles = [article({ title: ['tea', 'x'], body: ['tea', 'tea', 'y'] }), article({ body: ['z'] })];
    const title = 1 / (1 + 1.2 * (1 - 0.5 + (0.5 * 2) / 2));
    const body = 2 / (2 + 1.2 * (1 - 0.65 + (0.65 * 3) / 2));
    expect(impact(...articles)).toBeCloseTo(title + body + 0.1, 10);
  });
});
