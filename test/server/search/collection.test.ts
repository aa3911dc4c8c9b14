import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonWord, isSingleHan } from '../../../build/edition/analysis.ts';
import { headlineKinds, writeSearchTables } from '../../../build/edition/search-tables.ts';
import { isHanPair, openCollection } from '../../../server/search/collection.ts';
import { inverseDocumentFrequency } from '../../../server/search/terms.ts';
import { viewTerms } from '../../../server/search/viewed-index.ts';
import { collectionOf, type Opened, type PlainArticle } from './collections.ts';

const words = ['tea', 'pot', 'the', 'what', 'dock.setMenu', '茶', '茶壶', '壶盖'] as const;
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
const side = fc.record({ title: text, headings: fc.array(text, { maxLength: 2 }), body: text });
const parallels = fc.array(fc.constantFrom<[string, string]>(['茶壶', 'tea'], ['壶盖', 'tea pot']), {
  maxLength: 6,
});
const articles: fc.Arbitrary<PlainArticle[]> = fc.array(fc.record({ zh: side, en: side, name: text, parallels }), {
  maxLength: 6,
});

const namesOf = ({ collection, names }: Opened): string[] => [...names, ...collection.tables.extraTerms];
const order = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, position) => position);

describe('a collection', () => {
  it('numbers every term of a text or a headline, and weighs it by how few articles have it', () => {
    fc.assert(
      fc.property(articles, (plain) => {
        const opened = collectionOf(plain);
        const { collection, names } = opened;
        const all = namesOf(opened);
        expect(all.map((term) => collection.numberOf(term))).toEqual(all.map((_, number) => number));
        expect(names.map((term) => collection.terms.numberOf(term))).toEqual(names.map((_, number) => number));
        expect(collection.rarity).toHaveLength(all.length);
        collection.tables.extraTerms.forEach((term, at) => {
          expect(collection.terms.numberOf(term)).toBeUndefined();
          expect(collection.rarity[names.length + at]).toBe(inverseDocumentFrequency(plain.length, 0));
        });
      }),
    );
  });

  it('says of each headline what its terms weigh: common words .3, characters beside pairs .5 of their rarity', () => {
    fc.assert(
      fc.property(articles, (plain) => {
        const { collection, headlines } = collectionOf(plain);
        const expected = headlines.flat().map(({ terms }) => {
          const masses = terms.map((term) => {
            const rarity = collection.rarity[collection.numberOf(term) ?? -1] ?? Number.NaN;
            if (isCommonWord(term)) return 0.3 * rarity;
            return isSingleHan(term) && terms.some(isHanPair) ? 0.5 * rarity : rarity;
          });
          return masses.reduce((sum, mass) => sum + mass, 0);
        });
        expect(collection.headlineMass).toHaveLength(expected.length);
        expected.forEach((mass, headline) => {
          expect(collection.headlineMass[headline]).toBeCloseTo(mass, 9);
        });
      }),
    );
  });

  it('knows the article of every headline, and the headlines of every term', () => {
    fc.assert(
      fc.property(articles, (plain) => {
        const { articleOf, headlinesOf, tables, rarity } = collectionOf(plain).collection;
        const { headlineStarts, headlineTerms, articleStarts } = tables;
        articleOf.forEach((position, headline) => {
          expect(headline).toBeGreaterThanOrEqual(articleStarts[position] ?? -1);
          expect(headline).toBeLessThan(articleStarts[position + 1] ?? -1);
        });
        rarity.forEach((_, term) => {
          const having = Array.from(articleOf.keys()).filter((headline) =>
            headlineTerms.subarray(headlineStarts[headline], headlineStarts[headline + 1]).includes(term),
          );
          expect([...headlinesOf.members.subarray(headlinesOf.starts[term], headlinesOf.starts[term + 1])]).toEqual(
            having,
          );
        });
      }),
    );
  });

  it('finds the translations of a term, and of no other', () => {
    let translations = 0;
    fc.assert(
      fc.property(articles, (plain) => {
        const { collection, names } = collectionOf(plain);
        const { translationStarts: starts, tables } = collection;
        expect(starts).toHaveLength(names.length + 1);
        expect(starts[names.length]).toBe(tables.translationFrom.length);
        names.forEach((_, term) => {
          const own = tables.translationFrom.subarray(starts[term], starts[term + 1]);
          expect([...own]).toEqual([...tables.translationFrom].filter((from) => from === term));
          translations += own.length;
        });
      }),
    );
    expect(translations).toBeGreaterThan(0);
  });
});

describe('a collection is refused', () => {
  const plain: PlainArticle[] = [
    {
      zh: { title: '茶壶' },
      en: { title: 'teapot', headings: ['the teapot'] },
      parallels: Array(3).fill(['茶壶', 'teapot']),
    },
    { zh: { title: '壶盖' }, en: { title: 'lid' } },
  ];
  const { index, names, collection } = collectionOf(plain);
  const postings = viewTerms(index, names);
  const { tables } = collection;
  const tieRank = order(2);
  const file = writeSearchTables(tables);

  it.each([
    [
      'with the tables of no article',
      writeSearchTables(collectionOf([]).collection.tables),
      'has other postings than the index',
    ],
    [
      'with the tables of more articles',
      writeSearchTables(collectionOf([...plain, ...plain]).collection.tables),
      'has other postings than the index',
    ],
    [
      'with a headline of an unknown kind',
      writeSearchTables({ ...tables, headlineKinds: tables.headlineKinds.map(() => headlineKinds.length) }),
      'has headlines of an unknown kind',
    ],
    [
      'with headlines of terms that are nowhere',
      writeSearchTables({ ...tables, extraTerms: [] }),
      'refers to terms that the index does not have',
    ],
    [
      'with a term of the index beside it',
      writeSearchTables({ ...tables, extraTerms: ['teapot'] }),
      'names a term that the index has',
    ],
    ['with tables cut short', file.subarray(0, -4), 'ends within the table translationDice'],
    ['without tables', Buffer.alloc(0), 'has no heading'],
  ] as [string, Uint8Array, string][])('%s', (_, other, reason) => {
    expect(() => openCollection({ postings, tables: other, tieRank })).toThrow(new Error(reason));
    expect(() => openCollection({ postings, tables: file, tieRank })).not.toThrow();
  });

  it('when there are more articles, or fewer, than have headlines', () => {
    for (const size of [0, 1, 3]) {
      const opening = () => openCollection({ postings, tables: file, tieRank: order(size) });
      expect(opening).toThrow(new Error('has headlines that belong to no article'));
    }
  });
});
