import { describe, expect, it } from 'vitest';
import { headlineKinds, writeSearchTables } from '../../../build/edition/search-tables.ts';
import { openCollection } from '../../../server/search/collection.ts';
import { collectionOf, type PlainArticle } from './collections.ts';

const order = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, position) => position);

describe('a search collection (index and tables) is refused', () => {
  const plain: PlainArticle[] = [
    {
      zh: { title: '茶壶' },
      en: { title: 'teapot', headings: ['the teapot'] },
      parallels: Array(3).fill(['茶壶', 'teapot']),
    },
    { zh: { title: '壶盖' }, en: { title: 'lid' } },
  ];
  const { index, collection } = collectionOf(plain);
  const { tables } = collection;
  const tieRank = order(2);
  const file = writeSearchTables(tables);

  it.each([
    [
      'with tables that were made for no articles',
      writeSearchTables(collectionOf([]).collection.tables),
      'the start offsets do not match the tables',
    ],
    [
      'with tables that were made for more articles',
      writeSearchTables(collectionOf([...plain, ...plain]).collection.tables),
      'the start offsets do not match the tables',
    ],
    [
      'with a headline of an unknown kind',
      writeSearchTables({ ...tables, headlineKinds: tables.headlineKinds.map(() => headlineKinds.length) }),
      'the tables have a headline of an unknown kind',
    ],
    [
      'with headlines that refer to missing terms',
      writeSearchTables({ ...tables, extraTerms: [] }),
      'the tables refer to terms that the index does not have',
    ],
    [
      'with an extra term that is already in the index',
      writeSearchTables({ ...tables, extraTerms: ['teapot'] }),
      'an extra term is also in the index',
    ],
    ['with truncated tables', file.subarray(0, -4), 'the file ends within the table translationDice'],
    ['without tables', Buffer.alloc(0), 'the first line is not JSON'],
  ] as [string, Uint8Array, string][])('%s', (_, other, reason) => {
    expect(() => openCollection({ index, tables: other, tieRank })).toThrow(new Error(reason));
    expect(() => openCollection({ index, tables: file, tieRank })).not.toThrow();
  });
});
