// Translations learnt from articles, compared with a naive implementation of their definition.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../../../build/indexing/occurrences.ts';
import { type Parallel, packParallels, parallelsOf, translationsOf } from '../../../build/indexing/translations.ts';
import type { ArticleParts } from '../../site.ts';
import { articleWith } from '../sources.ts';

const chinese = ['茶壶', '漏水', '壶盖', '清洗', '煮沸'] as const;
const english = ['teapot', 'drip', 'lid', 'clean', 'boil', 'the'] as const;
/** All terms. The position of a term in this list is its number. */
const collection: readonly string[] = [...english, ...chinese];

const parallel = fc.record({
  zh: fc.uniqueArray(fc.constantFrom(...chinese), { minLength: 1 }),
  en: fc.uniqueArray(fc.constantFrom(...english), { minLength: 1 }),
});
const articles = fc.array(fc.array(parallel, { maxLength: 8 }), { maxLength: 4 });

/** The learnt translations as `from>to`, with the Dice coefficient in thousandths. */
function learned(all: readonly Parallel[][], known: readonly string[] = collection): string[] {
  const vocabulary = new Vocabulary();
  const packed = all.map((own) => packParallels(own, vocabulary));
  const orderOf = Int32Array.from(vocabulary.terms, (term) => known.indexOf(term));
  return translationsOf(packed, orderOf).map(
    ({ from, to, dice }) => `${known[from]}>${known[to]} ${Math.round(dice * 1000)}`,
  );
}

/**
 * The definition: dice = 2·n(z, e) / (n(z) + n(e)), at least 0.25, for terms that share at least three texts. A Chinese term keeps
 * its best two translations, an English term its best four.
 */
function expected(all: readonly Parallel[][], known: readonly string[]): string[] {
  const texts = all.flat();
  const count = (...terms: string[]): number =>
    texts.filter(({ zh, en }) => terms.every((term) => zh.includes(term) || en.includes(term))).length;
  const best = (from: string, others: readonly string[], most: number): string[] =>
    others
      .filter((to) => known.includes(to) && count(from, to) >= 3)
      .map((to) => ({ to, dice: (2 * count(from, to)) / (count(from) + count(to)) }))
      .filter(({ dice }) => dice >= 0.25)
      .sort((left, right) => right.dice - left.dice || known.indexOf(left.to) - known.indexOf(right.to))
      .slice(0, most)
      .map(({ to, dice }) => `${from}>${to} ${Math.round(dice * 1000)}`);
  return known.flatMap((term) =>
    english.some((word) => word === term) ? best(term, chinese, 4) : best(term, english, 2),
  );
}

it('learnt translations equal a direct computation from their definition, sorted by term and coefficient', () => {
  let found = 0;
  fc.assert(
    fc.property(articles, fc.shuffledSubarray([...collection]), (all, missing) => {
      const known = collection.filter((term) => !missing.slice(0, 2).includes(term));
      const translations = learned(all, known);
      expect(translations).toEqual(expected(all, known));
      found += translations.length;
    }),
    { numRuns: 200 },
  );
  expect(found).toBeGreaterThan(100);
});

it('translations with a Dice coefficient below 0.25 are dropped', () => {
  const times = (count: number, zh: string, en: string): Parallel[] => Array(count).fill({ zh: [zh], en: [en] });
  const texts = (others: number): Parallel[] => [...times(3, '茶壶', 'the'), ...times(others, '漏水', 'the')];
  expect(learned([texts(18)])).toContain('茶壶>the 250');
  expect(learned([texts(19)])).not.toContain('茶壶>the 240');
});

/** A title and a summary that contain no terms. */
const silent = { zhTitle: '-', enTitle: '-', fields: { summary: '{ zh: "-", en: "-" }' } };
/** The pairs of parallel texts in an article, as `Chinese terms = English terms`. */
const parallels = (parts: ArticleParts): string[] =>
  parallelsOf(articleWith({ ...silent, ...parts })).map(({ zh, en }) => `${zh.join(' ')} = ${en.join(' ')}`);

describe('the parallel texts of an article', () => {
  it('are its titles and its summaries', () => {
    const fields = { summary: '{ zh: "漏水。", en: "It drips." }' };
    expect(parallels({ zhTitle: '茶壶', enTitle: 'Teapot', fields, zh: '水。', en: 'Water.' })).toEqual([
      '茶壶 = teapot',
      '漏水 = drip',
    ]);
  });

  it('pair the headings, and then the paragraphs, of both languages in order', () => {
    const zh = '## 茶壶\n\n漏水。\n\n- 壶盖\n\n### 清洗\n\n> 煮沸。';
    const en = '## Teapot\n\nDrips.\n\n- Lid\n\n### Cleaning\n\n> Boil.';
    expect(parallels({ zh, en })).toEqual([
      '茶壶 = teapot',
      '清洗 = clean',
      '漏水 = drip',
      '壶盖 = lid',
      '煮沸 = boil',
    ]);
  });

  it('exclude headings or paragraphs when their numbers differ between the languages', () => {
    expect(parallels({ zh: '## 茶壶\n\n漏水。', en: '## Teapot\n\nDrips.\n\n## Lid' })).toEqual(['漏水 = drip']);
    expect(parallels({ zh: '## 茶壶\n\n漏水。', en: '## Teapot\n\nDrips.\n\nBoils.' })).toEqual(['茶壶 = teapot']);
  });

  it('never pair two blocks that differ in kind, such as a paragraph and a list, and never include code', () => {
    const zh = '漏水。\n\n```text\n茶壶 cup\n```\n\n煮沸。';
    const en = '- Drips.\n\n```text\n茶壶 cup\n```\n\nBoils.';
    expect(parallels({ zh, en })).toEqual(['煮沸 = boil']);
  });

  it('pair the questions, and then the answers, of both languages, unless one of these four texts is a placeholder', () => {
    const zh = '水。\n\n## 问答\n\n### 企鹅？\n\n游泳。\n\n### 水獭？\n\n待补充\n\n### 海象？\n\n冰块。';
    const en = 'Water.\n\n## Q&A\n\n### Penguin?\n\nSwims.\n\n### Otter?\n\nFish.\n\n### TODO\n\nIce.';
    expect(parallels({ zh, en })).toEqual(['企鹅 = penguin', '游泳 = swim']);
  });

  it('contain each Chinese bigram and each English word once, and no other terms', () => {
    const zh = '茶壶 `tools/call` 的 v1 茶壶, teapot。';
    const en = 'The teapot, `tools/call` a v1 C++ 茶壶 teapots café x.';
    expect(parallels({ zh, en })).toEqual(['茶壶 = teapot tool call']);
    expect([...parallels({ zh: '茶。', en: 'Teapot.' }), ...parallels({ zh: '茶壶。', en: '42.' })]).toEqual([]);
  });

  it('exclude a pair of texts with more than 400 terms in one language', () => {
    const letters = (at: number): string =>
      [at / 676, at / 26, at].map((part) => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(part) % 26]).join('');
    const words = (count: number): string => Array.from({ length: count }, (_, at) => `z${letters(at)}z`).join(' ');
    expect(parallels({ zh: '茶壶', en: words(400) })).toHaveLength(1);
    expect(parallels({ zh: '茶壶', en: words(401) })).toEqual([]);
  });
});
