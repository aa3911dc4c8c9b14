// What counts as evidence of a query's terms, and how much: by small collections in which every number can be told.
import { describe, expect, it } from 'vitest';
import type { Collection } from '../../../server/search/collection.ts';
import { type Evidence, evidenceFor } from '../../../server/search/evidence.ts';
import { readQuery } from '../../../server/search/query.ts';
import { collectionOf, type PlainArticle } from './collections.ts';

const article = (en: string, zh = '水'): PlainArticle => ({ zh: { title: zh }, en: { title: en } });
const open = (...articles: PlainArticle[]): Collection => collectionOf(articles).collection;

const rarity = (collection: Collection, term: string): number =>
  collection.rarity[collection.terms.numberOf(term) ?? -1] ?? Number.NaN;
const evidence = (query: string, collection: Collection): Evidence[] =>
  evidenceFor(readQuery(query), collection).evidence;
/** Alternatives by name, what each is worth for the rarity of a term: 1 for the term itself. */
function worth({ alternatives }: Evidence, collection: Collection): Record<string, number> {
  return Object.fromEntries(
    alternatives.map(({ term, gain }) => [
      collection.terms.names[term],
      Math.round((1000 * gain) / (collection.rarity[term] ?? Number.NaN)) / 1000,
    ]),
  );
}
const worths = (query: string, collection: Collection) =>
  evidence(query, collection).map((own) => worth(own, collection));

/** Articles that teach that 茶壶 is a teapot: in so many parallel texts, and in so many more with the Chinese word alone. */
function taught({ together, alone = 0 }: { together: number; alone?: number }): PlainArticle {
  const parallels: [string, string][] = [
    ...Array<[string, string]>(together).fill(['茶壶', 'teapot']),
    ...Array<[string, string]>(alone).fill(['茶壶', 'spout']),
  ];
  return { ...article('teapot', '茶壶'), parallels };
}

describe('the evidence of a term', () => {
  it('is the term itself, worth its weight and its rarity', () => {
    const collection = open(article('tea'), article('pot'), article('tea cup'));
    expect(worths('tea pot', collection)).toEqual([{ tea: 1 }, { pot: 1 }]);
    expect(worths('pot 水', collection)).toEqual([{ pot: 1.5 }, { 水: 1 }]);
    expect(rarity(collection, 'pot')).toBeGreaterThan(rarity(collection, 'tea'));
  });

  it('is supporting for a character inside a longer word', () => {
    const collection = open(article('tea', '茶壶'));
    expect(evidence('茶壶', collection).map(({ isSupporting }) => isSupporting)).toEqual([true, false, true]);
    expect(worths('茶壶', collection)).toEqual([{ 茶: 0.5 }, { 茶壶: 1 }, { 壶: 0.5 }]);
  });

  it('is left out where nothing is evidence', () => {
    expect(evidence('xylophone', open(article('tea')))).toEqual([]);
    expect(worths('xylophone tea', open(article('tea')))).toEqual([{ tea: 1 }]);
    expect(evidence('tea', open())).toEqual([]);
  });
});

describe('the evidence of a word that is translated', () => {
  it('is also its translation, worth 1.4 of how sure that is', () => {
    const collection = open(taught({ together: 3 }), article('cup'));
    expect(worths('teapot', collection)).toEqual([{ teapot: 1, 茶壶: 1.4 }]);
    const unsure = open(taught({ together: 3, alone: 3 }), article('cup'));
    // Dice: 2 · 3 / (3 + 6), in 255ths.
    expect(worths('teapot', unsure)).toEqual([{ teapot: 1, 茶壶: Math.round((1.4 * 170 * 1000) / 255) / 1000 }]);
  });

  it('takes the translation for at most 1.2 as rare as the word', () => {
    const common = Array.from({ length: 9 }, () => article('teapot'));
    const collection = open(taught({ together: 3 }), ...common, ...Array.from({ length: 20 }, () => article('cup')));
    const [own] = evidence('teapot', collection);
    const translation = own?.alternatives.find(({ term }) => collection.terms.names[term] === '茶壶');
    expect(rarity(collection, '茶壶')).toBeGreaterThan(1.2 * rarity(collection, 'teapot'));
    expect(translation?.gain).toBeCloseTo(1.4 * 1.2 * rarity(collection, 'teapot'), 10);
  });

  it('does not take a translation that is asked for itself', () => {
    const collection = open(taught({ together: 3 }));
    expect(worths('teapot 茶壶', collection)).toEqual([{ teapot: 1.5 }, { 茶: 0.5 }, { 茶壶: 1 }, { 壶: 0.5 }]);
  });
});

describe('the evidence of a word that the index does not have', () => {
  const collection = open(article('connection'), article('transport'), article('PostgreSQL'));

  it('is what it may have been meant for, worth what its nearness is', () => {
    expect(worths('conection', collection)).toEqual([{ connect: 0.7 }]);
    expect(worths('transpo', collection)).toEqual([{ transport: 0.7 }]);
    expect(worths('pstgresqll', collection)).toEqual([{ postgresql: 0.5 }]);
    expect(worths('conection 水', collection)).toEqual([{ connect: 1.05 }, { 水: 1 }]);
  });

  it('is told by the word, with all that it may have been meant for', () => {
    const { near } = evidenceFor(readQuery('transpo xylophone connection'), collection);
    expect([...near.keys()]).toEqual(['transpo', 'xylophon']);
    expect(near.get('transpo')?.map(({ share }) => share)).toEqual([0.7]);
    expect(near.get('xylophon')).toEqual([]);
  });
});

describe('the evidence of an identifier', () => {
  it('is the whole, and its parts for half where the whole is known', () => {
    const collection = open(article('KIMI_HOME'), article('home'));
    expect(worths('KIMI_HOME', collection)).toEqual([{ kimi_home: 1 }, { kimi: 0.5 }, { home: 0.5 }]);
    expect(worths('KIMI_HOME home', collection)).toEqual([{ kimi_home: 1 }, { kimi: 0.5 }, { home: 1 }]);
  });

  it('has no translations of its parts: they are no words of a language', () => {
    const taught = Array.from({ length: 4 }, () => ({
      ...article('KIMI_HOME home', '家门'),
      parallels: [['家门', 'home']] as [string, string][],
    }));
    const collection = open(...taught, article('other'));
    expect(worths('home', collection)).toEqual([{ home: 1, 家门: 1.4 }]);
    expect(worths('KIMI_HOME', collection)).toEqual([{ kimi_home: 1 }, { kimi: 0.5 }, { home: 0.5 }]);
  });

  it('is its parts in full where the whole is not known', () => {
    expect(worths('KIMI_HOME', open(article('kimi'), article('home')))).toEqual([{ kimi: 1 }, { home: 1 }]);
  });

  it('is also the one that words typed apart may be', () => {
    const collection = open(article('setBadgeCount'), article('set badge count'));
    expect(worths('set badge count', collection)).toEqual([
      { set: 1 },
      { badg: 1 },
      { count: 1 },
      { setbadgecount: 1.5 },
    ]);
  });

  it('is counted once when it is typed apart and together', () => {
    const collection = open(article('setBadge'));
    const own = worths('set badge setBadge', collection);
    expect(own.filter((alternatives) => 'setbadge' in alternatives)).toHaveLength(1);
  });
});
