// Builds an index, imports it as the server does, and compares its postings with the impacts that it was built from.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exportIndex,
  type IndexPart,
  idOf,
  impactMax,
  impactOfSlot,
  importPart,
  newIndex,
  postingsOf,
  resolution,
  type SearchIndex,
  slotOfImpact,
  termsOf,
} from '../../../build/edition/search-index.ts';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import { type FieldTerms, fieldNames } from '../../../build/indexing/fields.ts';
import { weigherFor } from '../../../build/indexing/impacts.ts';
import { occurrencesOf, Vocabulary } from '../../../build/indexing/occurrences.ts';
import { indexArticles } from '../../../build/indexing/search-files.ts';

type Fields = Bilingual<FieldTerms>;

/** Exports and imports the index of some articles. `expected`: the postings of each term as `slot:id`, computed from the impacts. */
function indexed(all: readonly Fields[]) {
  const vocabulary = new Vocabulary();
  const articles = all.map((fields) => occurrencesOf(fields, vocabulary));
  const parts: IndexPart[] = [];
  exportIndex(indexArticles(articles, vocabulary.terms).index, (part) => parts.push(JSON.parse(part.toString())));
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

describe('a search index', () => {
  it('contains for each term exactly its postings: the article, the quantised impact (slot) and the languages', () => {
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

  it('is exported in parts of at most 4 MiB, except for a single term that needs more', () => {
    const terms = Array.from({ length: 50_000 }, (_, at) => `${at}`.padEnd(64, 'x'));
    const { index, parts } = indexed([about(...terms), about(...terms)]);
    const sizes = parts.map(({ entries }) => entries.reduce<number>((sum, own) => sum + JSON.stringify(own).length, 0));
    expect(sizes.filter((size) => size > 2 ** 21).length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 ** 22);
    expect(termsOf(index)).toEqual(terms);
  });
});

const impact = fc.double({ min: 0, max: 2 * impactMax, noNaN: true });

it('slots (quantised impacts) keep the order of impacts, with a rounding error of at most half a slot', () => {
  expect([0, impactMax, 1000].map(slotOfImpact)).toEqual([resolution - 1, 0, 0]);
  for (let slot = 0; slot < resolution; slot += 1) expect(slotOfImpact(impactOfSlot(slot))).toBe(slot);
  fc.assert(
    fc.property(impact, impact, (one, other) => {
      const [weaker, stronger] = [Math.min(one, other), Math.max(one, other)];
      expect(slotOfImpact(stronger)).toBeLessThanOrEqual(slotOfImpact(weaker));
      const error = Math.abs(impactOfSlot(slotOfImpact(one)) - Math.min(one, impactMax));
      expect(error).toBeLessThanOrEqual(impactMax / resolution / 2 + 1e-9);
    }),
  );
});
