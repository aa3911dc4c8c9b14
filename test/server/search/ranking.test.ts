// The ranking, also compared with a naive reference ranking over the same FlexSearch index (`reference-ranking.ts`).
import { describe, expect, it } from 'vitest';
import { bitsetOf, fullBitset } from '../../../server/search/bitset.ts';
import { openRanking } from '../../../server/search/ranking.ts';
import { oneOf, randomFrom } from '../../random.ts';
import { collectionOf, type PlainArticle } from './collections.ts';
import { holdToReference, words } from './held-to-reference.ts';
import { referenceRanking } from './reference-ranking.ts';

describe('the ranking', () => {
  it('uses the FlexSearch index, and finds nothing if that index is emptied', () => {
    const { collection, index } = collectionOf([{ zh: { title: '茶壶' }, en: { title: 'teapot' } }]);
    const rank = openRanking(collection);
    expect(rank('teapot', fullBitset(1)).page(0, 1)).toEqual([0]);
    index.clear();
    expect(rank('teapot', fullBitset(1))).toMatchObject({ total: 0 });
  });

  it('equals the reference ranking, including misspelt, unfinished and translated words', () => {
    holdToReference(60);
  });

  it('equals the reference ranking when most articles match and many have equal scores', () => {
    const random = randomFrom('many articles');
    const some = (count: number): string => Array.from({ length: count }, () => oneOf(words, random)).join(' ');
    const plain = Array.from({ length: 1_600 }, () => ({
      zh: { title: some(2), headings: [some(1), some(2)] },
      en: { title: some(2), headings: Array.from({ length: 5 }, () => `tea ${some(2)}`), body: some(6) },
    }));
    const opened = collectionOf(plain);
    const rank = openRanking(opened.collection);
    const reference = referenceRanking({ ...opened, ...opened.collection });
    const half = plain.flatMap((_, position) => (random() < 0.5 ? [position] : []));
    const everything = plain.map((_, position) => position);
    for (const query of ['tea', 'tea pot', 'the', '茶壶 lid', ...Array.from({ length: 8 }, () => some(3))]) {
      for (const passing of [everything, half]) {
        const { total, page } = rank(query, bitsetOf(passing, plain.length));
        const among = new Set(passing);
        const order = reference(query, (position) => among.has(position));
        expect({ query, order: page(0, 30) }).toEqual({ query, order: order.slice(0, 30) });
        expect({ query, order: page(0, total) }).toEqual({ query, order });
      }
    }
  });

  it('gives pages that together are one sorted list, even beyond the best articles, the only ones whose headlines are compared', () => {
    const plain = Array.from({ length: 450 }, (_, at) => ({
      zh: { title: `茶 ${at}` },
      en: { title: `tea ${at}`, body: 'pot '.repeat(at % 7) },
    }));
    const rank = openRanking(collectionOf(plain).collection);
    const { total, page } = rank('tea pot', fullBitset(450));
    expect(total).toBe(450);
    const whole = page(0, 450);
    expect(new Set(whole).size).toBe(450);
    const again = rank('tea pot', fullBitset(450));
    for (let from = 0; from < 450; from += 30)
      expect(again.page(from, from + 30)).toEqual(whole.slice(from, from + 30));
    expect(again.page(440, 460)).toEqual(whole.slice(440));
    expect(again.page(900, 920)).toEqual([]);
  });

  it('treats equal scores as a tie, even if they are sums of different parts', () => {
    const plain = Array.from({ length: 4 }, (_, at) => ({
      zh: { title: '水' },
      en: { title: 'water', body: at % 2 === 0 ? 'tea pot pot' : 'pot tea tea' },
    }));
    const order = openRanking(collectionOf(plain).collection)('tea pot', fullBitset(4)).page(0, 4);
    expect(order).toEqual([0, 1, 2, 3]);
  });
});

const side1 = (title: string, body = '', headings: string[] = []): PlainArticle['en'] => ({ title, body, headings });
const about = (en: PlainArticle['en'], zh = side1('水'), name = ''): PlainArticle => ({ zh, en, name });
const order = (plain: readonly PlainArticle[], query: string): number[] =>
  openRanking(collectionOf(plain).collection)(query, fullBitset(plain.length)).page(0, plain.length);

describe('a search', () => {
  const filler = Array.from({ length: 10 }, (_, at) => about(side1(`filler ${at}`, 'nothing of the kind')));

  it.each([
    [
      'a heading equal to the query before an article with more occurrences of its words',
      'clean kettle',
      [
        about(side1('Tea', 'clean kettle clean kettle clean kettle '.repeat(9))),
        about(side1('Coffee', 'ground', ['Clean the kettle'])),
      ],
    ],
    [
      'a heading by its own words and a word of the title',
      'dock set menu',
      [about(side1('Menu', 'dock dock', ['set'])), about(side1('Dock', '', ['setMenu']))],
    ],
    ['a word by its beginning', 'transpo', [about(side1('Tea')), about(side1('Pool', 'transport'))]],
    [
      'a misspelt word of a title',
      'conection pool',
      [about(side1('Swimming', 'pool pool pool connected')), about(side1('Connection pool'))],
    ],
    [
      'an identifier typed as separate words',
      'set badge count',
      [about(side1('Tea', 'set. Set! Badge. Count. Badge set count')), about(side1('Coffee', 'app.setBadgeCount'))],
    ],
    [
      'an identifier before articles with only its parts',
      'KIMI_WORK_DIR',
      [about(side1('Tea', 'kimi work dir')), about(side1('Tea', 'a few more words beside KIMI_WORK_DIR'))],
    ],
    [
      'a Chinese word before its separate characters',
      '连接',
      [about(side1('Tea'), side1('连 接 连 接')), about(side1('Tea'), side1('水', '连接'))],
    ],
  ] as [string, string, PlainArticle[]][])('finds %s', (_, query, plain) => {
    expect(order([...plain, ...filler], query)[0]).toBe(1);
  });

  it('finds an article that has only the Chinese translation of an English query', () => {
    const taught = Array.from({ length: 4 }, (_, at) => ({
      ...about(side1(`lesson ${at}`, 'teapot'), side1('课', '茶壶')),
      parallels: [['茶壶', 'teapot']] as [string, string][],
    }));
    const plain = [...taught, about(side1('other'), side1('店', '茶壶')), ...filler];
    expect(order(plain, 'teapot')).toEqual([0, 1, 2, 3, 4]);
  });

  it('ignores articles that match only single characters, unless no other article matches', () => {
    const plain = [about(side1('Tea'), side1('连 接')), about(side1('Tea'), side1('连接'))];
    expect(order(plain, '连接')).toEqual([1]);
    expect(order(plain.slice(0, 1), '连接')).toEqual([0]);
  });

  it('allows three edits in a long word only if the query has no known word', () => {
    const plain = [about(side1('Jelly', 'cydippids')), about(side1('Fish', 'herring'))];
    expect(order([...plain, ...filler], 'cypiddids')).toEqual([0]);
    expect(order([...plain, ...filler], 'cypiddids herring')).toEqual([1]);
  });

  it('finds nothing for an unknown word to which no known word is similar', () => {
    expect(order(filler, 'zzzzzzz')).toEqual([]);
    expect(order(filler, '……')).toEqual([]);
  });
});
