import { describe, expect, it } from 'vitest';
import { readSearchTables, type SearchTables, writeSearchTables } from '../../../build/edition/search-tables.ts';

const plain = (tables: SearchTables) =>
  Object.fromEntries(Object.entries(tables).map(([name, own]) => [name, [...own]]));

/** Tables of two articles and three terms. The first article has two headlines; two of the terms are in the index. */
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
  it('can be read from any byte offset, even if a term is empty or contains line ends or quotation marks', () => {
    for (const offset of [0, 1, 2, 3]) {
      const tables = { ...small, extraTerms: ['\n', '"', '茶', '\ud83d', ''] };
      const file = Buffer.concat([Buffer.alloc(offset), writeSearchTables(tables)]).subarray(offset);
      expect(plain(readSearchTables(file, smallIndex))).toEqual(plain(tables));
    }
  });

  const whole = writeSearchTables(small).toString('latin1');
  it.each([
    ['the first line is not JSON', '{"tables":\n'],
    ['the first line does not list the tables', '{"tables":[]}\n'],
    ['the table articleStarts is missing', '{"tables":[],"words":[]}\n'],
    ['the table headlineKinds is missing', whole.replace('"headlineKinds",1', '"headlineKinds",4')],
    ['the file ends within the table translationDice', whole.slice(0, -1)],
    ['the file has bytes after the last table', `${whole}\0\0\0\0`],
  ])('are refused because %s: %j', (reason, file) => {
    expect(() => readSearchTables(Buffer.from(file, 'latin1'), smallIndex)).toThrow(new Error(reason));
  });

  it.each<[reason: string, change: Partial<SearchTables>]>([
    ['the start offsets do not match the tables', { articleStarts: Uint32Array.of(0, 3) }],
    ['the start offsets do not match the tables', { articleStarts: Uint32Array.of(1, 2, 3) }],
    ['the start offsets do not match the tables', { articleStarts: Uint32Array.of(0, 9, 3) }],
    ['the start offsets do not match the tables', { headlineStarts: Uint32Array.of(0, 3, 1, 4) }],
    ['the tables have a headline of an unknown kind', { headlineKinds: Uint8Array.of(0, 1, 5) }],
    ['the tables refer to terms that the index does not have', { headlineTerms: Uint32Array.of(0, 1, 3, 1) }],
    ['the tables refer to terms that the index does not have', { translationFrom: Uint32Array.of(0, 2) }],
    ['the translation tables have different lengths', { translationFrom: Uint32Array.of(0) }],
    ['the translations are not sorted by term', { translationFrom: Uint32Array.of(1, 0) }],
    ['an extra term is listed twice', { extraTerms: ['the', 'the'] }],
  ])('are refused because %s: %j', (reason, change) => {
    const file = writeSearchTables({ ...small, ...change });
    expect(() => readSearchTables(file, smallIndex)).toThrow(new Error(reason));
  });
});
