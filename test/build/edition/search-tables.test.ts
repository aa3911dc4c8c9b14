import { describe, expect, it } from 'vitest';
import { readSearchTables, type SearchTables, writeSearchTables } from '../../../build/edition/search-tables.ts';

const plain = (tables: SearchTables) =>
  Object.fromEntries(Object.entries(tables).map(([name, own]) => [name, [...own]]));

/** Three terms, two of them of the index, two articles; the first has two headlines. */
const small: SearchTables = {
  extraTerms: ['the'],
  articleStarts: Uint32Array.of(0, 2, 3),
  headlineStarts: Uint32Array.of(0, 1, 3, 4),
  headlineKinds: Uint8Array.of(0, 1, 3),
  headlineTerms: Uint32Array.of(0, 1, 2, 1),
  translationFrom: Uint32Array.of(0, 1),
  translationTo: Uint32Array.of(1, 0),
  translationDice: Uint8Array.of(200, 100),
};
const smallIndex = { terms: 2, articles: 2 };

describe('the tables of search', () => {
  it('are these, when nothing is wrong with them', () => {
    expect(plain(readSearchTables(writeSearchTables(small), smallIndex))).toEqual(plain(small));
  });

  it.each<[reason: string, change: Partial<SearchTables>]>([
    ['has headlines that belong to no article', { articleStarts: Uint32Array.of(0, 3) }],
    ['has headlines that belong to no article', { articleStarts: Uint32Array.of(1, 2, 3) }],
    ['has headlines that belong to no article', { articleStarts: Uint32Array.of(0, 9, 3) }],
    ['has headlines that belong to no article', { headlineStarts: Uint32Array.of(0, 3, 1, 4) }],
    ['has headlines of an unknown kind', { headlineKinds: Uint8Array.of(0, 1, 5) }],
    ['refers to terms that the index does not have', { headlineTerms: Uint32Array.of(0, 1, 3, 1) }],
    ['refers to terms that the index does not have', { translationFrom: Uint32Array.of(0, 2) }],
    ['has translations without an end', { translationFrom: Uint32Array.of(0) }],
    ['has translations in another order than their terms', { translationFrom: Uint32Array.of(1, 0) }],
    ['names a term twice', { extraTerms: ['the', 'the'] }],
  ])('are refused: %s: %j', (reason, change) => {
    const file = writeSearchTables({ ...small, ...change });
    expect(() => readSearchTables(file, smallIndex)).toThrow(new Error(reason));
  });
});
