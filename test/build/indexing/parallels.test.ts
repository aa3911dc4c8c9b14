import { describe, expect, it } from 'vitest';
import { parallelsOf } from '../../../build/indexing/parallels.ts';
import type { ArticleParts } from '../../site.ts';
import { articleWith } from '../sources.ts';

/** Title and summary of an article that says nothing in them. */
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

  it('are no headings where one language has more of them, and no paragraphs where one has more of those', () => {
    expect(parallels({ zh: '## 茶壶\n\n漏水。', en: '## Teapot\n\nDrips.\n\n## Lid' })).toEqual(['漏水 = drip']);
    expect(parallels({ zh: '## 茶壶\n\n漏水。', en: '## Teapot\n\nDrips.\n\nBoils.' })).toEqual(['茶壶 = teapot']);
  });

  it('are no blocks of different kinds, and no code', () => {
    const zh = '漏水。\n\n```text\n茶壶 cup\n```\n\n煮沸。';
    const en = '- Drips.\n\n```text\n茶壶 cup\n```\n\nBoils.';
    expect(parallels({ zh, en })).toEqual(['煮沸 = boil']);
  });

  it('are questions beside questions and answers beside answers, where both are written', () => {
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
