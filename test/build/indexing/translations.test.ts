// Translations learnt from articles, and the parallel texts that they are learnt from.
import { describe, expect, it } from 'vitest';
import { Vocabulary } from '../../../build/indexing/occurrences.ts';
import { type Parallel, packParallels, parallelsOf, translationsOf } from '../../../build/indexing/translations.ts';
import type { ArticleParts } from '../../site.ts';
import { articleWith } from '../sources.ts';

const chinese = ['茶壶', '漏水', '壶盖', '清洗', '煮沸'] as const;
const english = ['teapot', 'drip', 'lid', 'clean', 'boil', 'the'] as const;
/** The numbers of the terms in the collection. */
const collection: readonly string[] = [...english, ...chinese];

/** As `from>to`, with the coefficient in thousandths */
function learned(all: readonly Parallel[][], known: readonly string[] = collection): string[] {
  const vocabulary = new Vocabulary();
  const packed = all.map((own) => packParallels(own, vocabulary));
  const orderOf = Int32Array.from(vocabulary.terms, (term) => known.indexOf(term));
  return translationsOf(packed, orderOf).map(
    ({ from, to, dice }) => `${known[from]}>${known[to]} ${Math.round(dice * 1000)}`,
  );
}

const times = (count: number, zh: string[], en: string[]): Parallel[] => Array(count).fill({ zh, en });

describe('the translations learnt from articles', () => {
  // The coefficient of Dice is twice the texts that both have over the sum of the texts of each.
  const texts = [5, 4, 3, 2].flatMap((count, at) => times(count, ['茶壶'], [english[at] ?? '']));
  const found = ['teapot>茶壶 526', 'drip>茶壶 444', 'lid>茶壶 353', '茶壶>teapot 526', '茶壶>drip 444'];

  it('have at least three texts in common, and are the best two of a Chinese term, in any articles', () => {
    expect(learned([texts])).toEqual(found);
    expect(learned([texts.slice(0, 7), [], texts.slice(7)])).toEqual(found);
  });

  it('are the best four of an English term, and those of equal confidence in the order of the terms', () => {
    const all = times(3, [...chinese], ['the']);
    const of = (to: string): string[] => learned([all]).filter((one) => one.startsWith(to));
    expect(of('the>')).toEqual(['the>茶壶 1000', 'the>漏水 1000', 'the>壶盖 1000', 'the>清洗 1000']);
  });

  it('are of terms of the collection only, in any numbering of the terms', () => {
    const known = ['壶盖', '茶壶', 'drip', 'teapot'];
    expect(learned([texts], known)).toEqual([...found.slice(3), ...found.slice(0, 2).reverse()]);
  });

  it('have a confidence of at least a quarter', () => {
    const withThe = (others: number): Parallel[] => [
      ...times(3, ['茶壶'], ['the']),
      ...times(others, ['漏水'], ['the']),
    ];
    expect(learned([withThe(18)])).toContain('茶壶>the 250');
    expect(learned([withThe(19)])).not.toContain('茶壶>the 240');
  });
});

/** Title and summary of an article without any terms. */
const silent = { zhTitle: '-', enTitle: '-', fields: { summary: '{ zh: "-", en: "-" }' } };
/** The parallels of an article as `Chinese terms = English terms`. */
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

  it('are headings beside headings and paragraphs beside paragraphs, in order', () => {
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

  it('exclude blocks of different kinds, and code', () => {
    const zh = '漏水。\n\n```text\n茶壶 cup\n```\n\n煮沸。';
    const en = '- Drips.\n\n```text\n茶壶 cup\n```\n\nBoils.';
    expect(parallels({ zh, en })).toEqual(['煮沸 = boil']);
  });

  it('are questions beside questions and answers beside answers, if both are written', () => {
    const zh = '水。\n\n## 问答\n\n### 企鹅？\n\n游泳。\n\n### 水獭？\n\n待补充\n\n### 海象？\n\n冰块。';
    const en = 'Water.\n\n## Q&A\n\n### Penguin?\n\nSwims.\n\n### Otter?\n\nFish.\n\n### TODO\n\nIce.';
    expect(parallels({ zh, en })).toEqual(['企鹅 = penguin', '游泳 = swim']);
  });

  it('have Chinese pairs and English words only, each once', () => {
    const zh = '茶壶 `tools/call` 的 v1 茶壶, teapot。';
    const en = 'The teapot, `tools/call` a v1 C++ 茶壶 teapots café x.';
    expect(parallels({ zh, en })).toEqual(['茶壶 = teapot tool call']);
    expect([...parallels({ zh: '茶。', en: 'Teapot.' }), ...parallels({ zh: '茶壶。', en: '42.' })]).toEqual([]);
  });

  it('have at most 400 terms in each language', () => {
    const letters = (at: number): string =>
      [at / 676, at / 26, at].map((part) => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(part) % 26]).join('');
    const words = (count: number): string => Array.from({ length: count }, (_, at) => `z${letters(at)}z`).join(' ');
    expect(parallels({ zh: '茶壶', en: words(400) })).toHaveLength(1);
    expect(parallels({ zh: '茶壶', en: words(401) })).toEqual([]);
  });
});
