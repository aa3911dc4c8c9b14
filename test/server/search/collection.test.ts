import { expect, it } from 'vitest';
import { writeSearchTables } from '../../../build/edition/search-tables.ts';
import { openCollection } from '../../../server/search/collection.ts';
import { collectionOf, type PlainArticle } from './collections.ts';

const plain: PlainArticle[] = [
  { zh: { title: '茶壶' }, en: { title: 'teapot', headings: ['the teapot'] } },
  { zh: { title: '壶盖' }, en: { title: 'lid' } },
];
const { index, collection } = collectionOf(plain);
const { tables, tieRank } = collection;

// `test/build/edition/search-tables.test.ts` tests damaged tables.
it.each<[title: string, other: Uint8Array, reason: string]>([
  [
    'that were made for more articles',
    writeSearchTables(collectionOf([...plain, ...plain]).collection.tables),
    'the start offsets do not match the tables',
  ],
  [
    'with an extra term that is also in the index',
    writeSearchTables({ ...tables, extraTerms: ['teapot'] }),
    'an extra term is also in the index',
  ],
])('an index is not opened with tables %s', (_title, other, reason) => {
  expect(() => openCollection({ index, tables: other, tieRank })).toThrow(new Error(reason));
  expect(() => openCollection({ index, tables: writeSearchTables(tables), tieRank })).not.toThrow();
});
