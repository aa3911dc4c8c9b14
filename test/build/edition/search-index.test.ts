// The index as the build makes it and the server imports it, held against the impacts that it was made of.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotOfImpact } from '../../../build/edition/impact.ts';
import {
  exportIndex,
  type IndexPart,
  idOf,
  importPart,
  newIndex,
  postingsOf,
  type SearchIndex,
  termsOf,
} from '../../../build/edition/search-index.ts';
import { type FieldTerms, fieldNames } from '../../../build/indexing/fields.ts';
import { weigherFor } from '../../../build/indexing/impacts.ts';
import { indexArticles } from '../../../build/indexing/indexed-articles.ts';
import { occurrencesOf, Vocabulary } from '../../../build/indexing/occurrences.ts';
import type { InBoth } from '../../../build/source/article.ts';

type Fields = InBoth<FieldTerms>;

/** The index of some articles, exported and imported, and the parts between; `slot:id` of every posting by term, from the impacts themselves. */
function indexed(all: readonly Fields[], most?: number) {
  const vocabulary = new Vocabulary();
  const articles = all.map((fields) => occurrencesOf(fields, vocabulary));
  const parts: IndexPart[] = [];
  exportIndex(indexArticles(articles, vocabulary.terms).index, (part) => parts.push(JSON.parse(part.toString())), most);
  const index = newIndex();
  for (const part of parts) importPart(index, part, all.length);
  const expected = new Map<string, string[]>();
  const weigh = weigherFor(articles);
  articles.forEach((_, position) => {
    weigh(position, (term, impact, sides) => {
      const name = vocabulary.terms[term] ?? '';
      const posting = `${slotOfImpact(impact)}:${idOf(position, sides)}`;
      expected.set(name, [...(expected.get(name) ?? []), posting]);
    });
  });
  return { index, parts, expected };
}

const postings = (index: SearchIndex, term: string): string[] =>
  postingsOf(index, term).flatMap((ids, slot) => (ids ?? []).map((id) => `${slot}:${id}`));

const term = fc.oneof(
  fc.constantFrom(...['tea', 'pot', '茶', '茶壶', 'c++', '-32601', '404'], '__proto__', 'constructor', 'null', '0'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 64 }),
);
const side = fc.record(
  Object.fromEntries(fieldNames.map((name) => [name, fc.array(term, { maxLength: 6 })])) as {
    [Name in keyof FieldTerms]: fc.Arbitrary<string[]>;
  },
);
const collections = fc.array(fc.record({ zh: side, en: side }), { maxLength: 20 });
const nothing = Object.fromEntries(fieldNames.map((name) => [name, []])) as unknown as FieldTerms;
const about = (...body: string[]): Fields => ({ zh: nothing, en: { ...nothing, body } });

describe('an index', () => {
  it('gives back every impact as its slot, with the languages, and nothing else', () => {
    fc.assert(
      fc.property(collections, (all) => {
        const { index, expected } = indexed(all);
        expect(new Set(termsOf(index))).toEqual(new Set(expected.keys()));
        for (const [name, own] of expected) expect(new Set(postings(index, name))).toEqual(new Set(own));
        expect(postings(index, 'no article has this')).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('gives back every article of a term that thousands have', () => {
    const { index, expected } = indexed(Array.from({ length: 3000 }, (_, at) => about('tea', `only ${at}`)));
    expect(postings(index, 'tea')).toEqual(expected.get('tea'));
    expect(postings(index, 'only 2999')).toEqual(expected.get('only 2999'));
  });

  it('is exported in parts of a limited size, but for one term that takes more alone', () => {
    fc.assert(
      fc.property(collections, (all) => {
        const { index, parts } = indexed(all, 200);
        for (const { entries } of parts) {
          if (entries.length > 1)
            expect(entries.map((entry) => JSON.stringify(entry)).join('').length).toBeLessThanOrEqual(200);
        }
        expect(termsOf(index)).toEqual(termsOf(indexed(all).index));
      }),
      { numRuns: 10 },
    );
  });
});
