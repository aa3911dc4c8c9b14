import { describe, expect, it } from 'vitest';
import { fullBitset } from '../../../server/search/bitset.ts';
import { openRanking } from '../../../server/search/ranking.ts';
import { matchOf, relevancesOf, signalsOf, unmatchedWords } from '../../../server/search/relevance.ts';
import { collectionOf, type PlainArticle } from './collections.ts';

const topics = ['boil water for tea', 'choose a kettle', 'clean the stove', 'store dry leaves', 'pour slowly'];
const articles: PlainArticle[] = [
  ...topics.map((title): PlainArticle => ({ zh: { title: '' }, en: { title, body: `${title} and ${title} again` } })),
  { zh: { title: '茶壶的保养', body: '茶壶要用热水洗' }, en: { title: '' } },
];
const { collection } = collectionOf(articles);
const rank = openRanking(collection);
const ask = (q: string) => rank(q, fullBitset(articles.length));

describe('relevance', () => {
  it('is greater for an article that answers the question than for one that shares only a word with it', () => {
    const [named = 0] = relevancesOf(ask('how do I boil water for tea'), 0, 1);
    const [shared = 0] = relevancesOf(ask('water pressure in a power plant turbine'), 0, 1);
    expect(named).toBeGreaterThan(0.5);
    expect(shared).toBeLessThan(0.2);
  });

  it('never rises from one hit to the next, is between 0 and 1 and has two decimals', () => {
    const relevances = relevancesOf(ask('clean the kettle and store tea'), 0, articles.length);
    expect(relevances.length).toBeGreaterThan(2);
    expect([...relevances].sort((left, right) => right - left)).toEqual(relevances);
    for (const relevance of relevances) {
      expect(relevance).toBeGreaterThanOrEqual(0);
      expect(relevance).toBeLessThanOrEqual(1);
      expect(Math.round(relevance * 100) / 100).toBe(relevance);
    }
  });

  it('depends on how far the score of a hit is above the mean of the seven best other hits', () => {
    const { reading } = ask('boil water for tea');
    const scores = [10, 8, 6, 5, 5, 5, 4, 2, 1];
    const hits = scores.map((score, position) => ({ position, score }));
    const leads = hits.slice(0, 2).map((hit) => reading && signalsOf(hit, hits.slice(0, 8), reading)?.lead);
    expect(leads[0]).toBeCloseTo((10 - 35 / 7) / 10);
    expect(leads[1]).toBeCloseTo((8 - 37 / 7) / 8);
    expect(reading && signalsOf({ position: 0, score: 10 }, [{ position: 0, score: 10 }], reading)?.lead).toBe(1);
  });

  it('is lowered less by a misspelling than by an unknown word', () => {
    const [misspelt = 0] = relevancesOf(ask('chose a ketle'), 0, 1);
    const [unknown = 0] = relevancesOf(ask('choose a zeppelin'), 0, 1);
    expect(misspelt).toBeGreaterThan(unknown);
  });
});

describe('the match', () => {
  it('is `strong` if an article answers, and `none` if no article answers or nothing is found', () => {
    expect(matchOf(ask('boil water for tea'))).toBe('strong');
    expect(matchOf(ask('kubernetes ingress certificate'))).toBe('none');
    expect(matchOf(ask('asdf qwerty zxcv'))).toBe('none');
  });
});

describe('unmatched words', () => {
  const unmatched = (q: string): string[] => unmatchedWords(q, ask(q), collection);

  it('are the words that no text has, as they were typed, without question words', () => {
    expect(unmatched('How do I boil Kubernetes water?')).toEqual(['Kubernetes']);
    expect(unmatched('boil water')).toEqual([]);
  });

  it('do not include slight misspellings of known words', () => {
    expect(unmatched('boil watter')).toEqual([]);
  });

  it('in Chinese are the characters that are in no two-character term of the index', () => {
    expect(unmatched('茶壶量子纠缠')).toEqual(['量子纠缠']);
    expect(unmatched('茶壶的保养')).toEqual([]);
  });
});
