import { describe, expect, it } from 'vitest';
import { gainsOf } from '../../../server/operations/gains.ts';
import { evidenceFor } from '../../../server/search/evidence.ts';
import { readQuery } from '../../../server/search/query.ts';
import { collectionOf, type PlainArticle } from '../search/collections.ts';

const lessons = Array.from(
  { length: 4 },
  (_, at): PlainArticle => ({
    zh: { title: '课', body: '茶壶' },
    en: { title: `lesson ${at}`, body: 'teapot connection' },
    parallels: [['茶壶', 'teapot']],
  }),
);
const { collection } = collectionOf([...lessons, { zh: { title: '水' }, en: { title: 'water' } }]);
const termsFor = (query: string, which: 'words' | 'translations'): string[] => [
  ...gainsOf(evidenceFor(readQuery(query), collection).evidence, collection, which).keys(),
];

describe('the terms that an excerpt shows', () => {
  it('are the words asked for, and those that misspelt ones may be', () => {
    expect(termsFor('teapot', 'words')).toEqual(['teapot']);
    expect(termsFor('conection', 'words')).toEqual(['connect']);
  });

  it('are apart from their translations', () => {
    expect(termsFor('teapot', 'translations')).toEqual(['茶壶']);
    expect(termsFor('茶壶', 'translations')).toEqual(['teapot']);
    expect(termsFor('water', 'translations')).toEqual([]);
  });
});
