// The index as the build writes it and the server reads it, held against FlexSearch's own export of the same articles.
import fc from 'fast-check';
import { Index } from 'flexsearch';
import { describe, expect, it } from 'vitest';
import { resolution, slotOfImpact } from '../../../build/edition/impact.ts';
import { type IndexPart, importIndex, postingsOf, type SearchIndex } from '../../../build/edition/search-index.ts';
import { type FieldTerms, fieldNames } from '../../../build/indexing/fields.ts';
import { weigherFor } from '../../../build/indexing/impacts.ts';
import { type Occurrences, occurrencesOf, Vocabulary } from '../../../build/indexing/occurrences.ts';
import { collectPostings, indexPartsOf } from '../../../build/indexing/postings.ts';
import type { InBoth } from '../../../build/source/article.ts';

type Fields = InBoth<FieldTerms>;
interface Collection {
  articles: Occurrences[];
  vocabulary: Vocabulary;
}

function collectionOf(all: readonly Fields[]): Collection {
  const vocabulary = new Vocabulary();
  return { articles: all.map((fields) => occurrencesOf(fields, vocabulary)), vocabulary };
}
const partsOf = (all: readonly Fields[], most?: { terms: number; postings: number }): IndexPart[] => {
  const collection = collectionOf(all);
  const { terms } = collection.vocabulary;
  const texts = [...indexPartsOf(collectPostings(collection.articles, terms.length), terms, most)];
  return texts.map((text) => JSON.parse(text.toString('utf8')) as IndexPart);
};
function impactsOf({ articles, vocabulary }: Collection): Map<string, number>[] {
  const weigh = weigherFor(articles);
  return articles.map((_, position) => {
    const impacts = new Map<string, number>();
    weigh(position, (number, impact) => impacts.set(vocabulary.terms[number] ?? '', impact));
    return impacts;
  });
}

/** What the index says about a term: `slot:position` in order. */
function postings(index: SearchIndex, word: string): string[] {
  return postingsOf(index, word).flatMap((positions, slot) =>
    (positions ?? []).map((position) => `${slot}:${position}`),
  );
}
/** The same, from the impacts themselves. */
function expected(impacts: readonly Map<string, number>[], word: string): string[] {
  return impacts
    .flatMap((own, position) => {
      const impact = own.get(word);
      return impact === undefined ? [] : [{ slot: slotOfImpact(impact), position }];
    })
    .sort((left, right) => left.slot - right.slot || left.position - right.position)
    .map(({ slot, position }) => `${slot}:${position}`);
}
/** What FlexSearch exports when the same articles are added to it one by one, its maps without empty slots. */
function exportedByFlexSearch(impacts: readonly Map<string, number>[]): unknown[] {
  let current = new Map<string, number>();
  const index = new Index({
    tokenize: 'strict',
    resolution,
    encode: () => [...current.keys()],
    score: (_content: string[], word: string) => slotOfImpact(current.get(word) ?? 0),
    fastupdate: false,
  });
  impacts.forEach((own, position) => {
    current = own;
    index.add(position, 'article');
  });
  const entries: unknown[] = [];
  index.export((key: string, json: string) => {
    if (!key.endsWith('map')) return;
    for (const [word, slots] of JSON.parse(json) as [string, (number[] | null)[]][]) {
      entries.push([word, slots.flatMap((positions, slot) => (positions === null ? [] : [slot, positions]))]);
    }
  });
  return entries;
}
const mapEntries = (parts: readonly IndexPart[]): unknown[] =>
  parts.filter(({ key }) => key.endsWith('map')).flatMap(({ entries }) => entries);

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
  it('is what FlexSearch itself would export, and gives back every impact as its slot and nothing else', () => {
    fc.assert(
      fc.property(collections, (all) => {
        const parts = partsOf(all);
        const impacts = impactsOf(collectionOf(all));
        expect(mapEntries(parts)).toEqual(exportedByFlexSearch(impacts));
        const index = importIndex(parts);
        for (const known of new Set(impacts.flatMap((own) => [...own.keys()])))
          expect(postings(index, known)).toEqual(expected(impacts, known));
        expect(postings(index, 'no article has this')).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('gives back every article of a term that thousands have, and every term of many parts', () => {
    const all = Array.from({ length: 3000 }, (_, at) =>
      about('tea', ...Array.from({ length: 20 }, (__, word) => `only ${at} ${word}`)),
    );
    const parts = partsOf(all);
    expect(parts.map(({ key }) => key)).toEqual(['1.reg', '1.map', '2.map']);
    const index = importIndex(parts);
    const impacts = impactsOf(collectionOf(all));
    expect(postings(index, 'tea')).toEqual(expected(impacts, 'tea'));
    expect(postings(index, 'only 2999 19')).toEqual(expected(impacts, 'only 2999 19'));
  });

  it('has no part with more terms or postings than it may, but for one term that has as many alone', () => {
    const most = { terms: 4, postings: 6 };
    const countOf = (entries: unknown[]): number =>
      (entries as [string, (number | number[])[]][]).flatMap(([, slots]) => slots.filter(Array.isArray).flat()).length;
    fc.assert(
      fc.property(collections, (all) => {
        const parts = partsOf(all, most);
        for (const { entries } of parts.slice(1)) {
          expect(entries.length).toBeLessThanOrEqual(most.terms);
          if (entries.length > 1) expect(countOf(entries)).toBeLessThanOrEqual(most.postings);
        }
        expect(mapEntries(parts)).toEqual(mapEntries(partsOf(all)));
      }),
      { numRuns: 10 },
    );
  });
});
