import { describe, expect, it } from 'vitest';
import { analyse } from '../../../build/edition/analysis.ts';
import { headlinesOf as headlinesIn } from '../../../build/indexing/headlines.ts';
import type { ArticleParts } from '../../site.ts';
import { articleWith } from '../sources.ts';

const headlinesOf = (parts: ArticleParts) => headlinesIn(articleWith(parts));

/** The headlines of one kind in an article, Chinese before English, each as its terms joined by spaces. */
const headlines = (kind: string, parts: ArticleParts): string[] =>
  headlinesOf(parts).flatMap((own) => (own.kind === kind ? [own.terms.join(' ')] : []));
const terms = (text: string): string => [...new Set(analyse(text, 'keep'))].join(' ');

const numbered = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

describe('the headlines of an article', () => {
  it('are its slug, and in each language its title, headings, questions and list items', () => {
    const parts = {
      zhTitle: '茶',
      enTitle: 'What is a teapot',
      zh: '## 壶\n\n文。\n\n- 盖\n\n## 问答\n\n### 水？\n\n火。',
      en: '## The spout\n\nText.\n\n- A lid\n\n## Q&A\n\n### Does it drip?\n\nYes.',
    };
    expect(headlinesOf(parts).map((own) => [own.kind, own.terms.join(' ')])).toEqual([
      ['name', 'teapot'],
      ['title', '茶'],
      ['heading', '壶'],
      ['question', '水'],
      ['item', '盖'],
      ['title', 'what is a teapot'],
      ['heading', 'the spout'],
      ['question', 'doe it drip'],
      ['item', 'a lid'],
    ]);
  });

  it('include keywords and tags of several words, but not those of one word', () => {
    const fields = { keywords: '[dripping, "spout repair", lid-fit, 壶嘴漏]', tags: '[kitchen, tea-time]' };
    expect(headlines('item', { fields })).toEqual(['spout repair', 'lid-fit', '壶嘴漏', 'tea-time'].map(terms));
  });

  it('have the kind `question` for a keyword that is a phrase, and `item` for any other keyword of several words', () => {
    const fields = { keywords: '["tea ends up beside the cup", 茶水流到桌上, "repair kit"]' };
    expect(headlines('question', { fields })).toEqual([terms('tea ends up beside the cup'), terms('茶水流到桌上')]);
    expect(headlines('item', { fields })).toEqual([terms('repair kit')]);
  });

  it('omit the question words of questions', () => {
    const parts = {
      zh: '文。\n\n## 问答\n\n### 怎么清洗茶壶？\n\n水。',
      en: 'Text.\n\n## Q&A\n\n### How do I clean it?\n\nWater.',
    };
    expect(headlines('question', parts)).toEqual([terms('清洗茶壶'), 'clean it']);
  });

  it('include list items at any depth whose first block is a paragraph without a link', () => {
    const en = [
      '- Tea\n\n  More.\n  - Pot\n    1. Lid\n- [link](https://a.example)\n- <https://b.example>\n- [defined]\n- *See [this](https://c.example)*',
      '- ```\n  code\n  ```\n- > quoted\n\n> - in a cup',
      '[defined]: https://d.example',
    ].join('\n\n');
    expect(headlines('item', { en })).toEqual(['tea', 'pot', 'lid', 'in a cup']);
  });

  it('are unique, exclude list items of more than 100 characters, and include at most 200 of a kind per language', () => {
    expect(headlines('heading', { en: '## Tea for tea and teas\n\nText.' })).toContain('tea for and');
    expect(headlines('item', { zh: `- ${'𠮷'.repeat(100)}\n- ${'茶'.repeat(101)}` })).toEqual(['𠮷 𠮷𠮷']);
    const zh = '## 茶\n\n文。\n\n- 壶\n- 壶\n\n## 茶\n\n文。';
    const en = `${numbered(250, (at) => `## Tea${at}\n\nText.\n`)}\n${numbered(250, (at) => `- Pot${at}`)}`;
    const items = headlines('item', { zh, en });
    expect(headlines('heading', { zh, en })).toEqual(['茶', ...Array.from({ length: 200 }, (_, at) => `tea${at}`)]);
    expect(items).toEqual(['壶', ...Array.from({ length: 200 }, (_, at) => `pot${at}`)]);
  });
});
