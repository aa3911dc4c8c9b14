import { describe, expect, it } from 'vitest';
import { type FieldName, fieldNames, fieldsOf, isPhrase } from '../../../build/indexing/fields.ts';
import type { ArticleParts } from '../../site.ts';
import { articleWith } from '../sources.ts';

const fields = (parts: ArticleParts, language: 'zh' | 'en' = 'en') => fieldsOf(articleWith(parts), language);
/** The names of the fields in which a term occurs. */
const where = (term: string, parts: ArticleParts, language: 'zh' | 'en' = 'en'): FieldName[] =>
  fieldNames.filter((name) => fields(parts, language)[name].includes(term));

describe('the searchable fields', () => {
  it('contain the title, summary, keywords, phrases, tags, headings, lead and body of the article', () => {
    const parts = {
      enTitle: 'Zebra',
      fields: {
        summary: '{ zh: "茶", en: "A walrus." }',
        keywords: '[narwhal, "where do caribou sleep"]',
        tags: '[ocelot]',
      },
      en: '## Heading with quokka\n\nThe first paragraph is long enough to lead, with a platypus.\n\n- a wombat\n\n```\nkoala\n```',
    };
    expect(where('zebra', parts)).toEqual(['title']);
    expect(where('walrus', parts)).toEqual(['summary']);
    expect(where('narwhal', parts)).toEqual(['keywords']);
    expect(where('caribou', parts)).toEqual(['phrases']);
    expect(where('ocelot', parts)).toEqual(['tags']);
    expect(where('quokka', parts)).toEqual(['headings']);
    expect(where('platypus', parts)).toEqual(['lead', 'body']);
    expect(where('wombat', parts)).toEqual(['body']);
    expect(where('koala', parts)).toEqual(['body']);
  });

  it('hold questions as headings and answers as body', () => {
    const parts = { zh: '茶。\n\n## 问答\n\n### 企鹅？\n\n海象。', en: 'Tea.\n\n## Q&A\n\n### Penguin?\n\nWalrus.' };
    expect(where('penguin', parts)).toEqual(['headings']);
    expect(where('walrus', parts)).toEqual(['body']);
    expect(where('企鹅', parts, 'zh')).toEqual(['headings']);
  });

  it('hold no address, raw HTML or comment', () => {
    const parts = { en: 'Tea <b class="walrus">x</b> <!-- penguin --> [pot](https://zebra.example).\n\n[z]: /ocelot' };
    for (const term of ['walrus', 'penguin', 'zebra', 'ocelot']) expect(where(term, parts)).toEqual([]);
  });

  it('have as lead the first two paragraphs, leaving out very short ones (labels)', () => {
    const parts = {
      en: 'Label.\n\nThe first real paragraph speaks of a walrus.\n\nThe second real paragraph speaks of an otter.\n\nThe third real paragraph speaks of a zebra.',
    };
    expect(where('label', parts)).toEqual(['body']);
    expect(where('walrus', parts)).toEqual(['lead', 'body']);
    expect(where('otter', parts)).toEqual(['lead', 'body']);
    expect(where('zebra', parts)).toEqual(['body']);
  });

  it('keep stop words only in titles', () => {
    const parts = { enTitle: 'What is it', en: 'This is what it is about: walrus.' };
    expect(fields(parts).title).toEqual(['what', 'is', 'it']);
    expect(where('what', parts)).toEqual(['title']);
  });
});

it.each([
  ...['the log is too large', 'cannot open file', '日志几个 G 打不开', '茶水流到桌上'],
  ...['SQL 写错了怎么办', 'ＳＱＬ 語句寫錯'],
])('the keyword «%s» is a phrase', (keyword) => {
  expect(isPhrase(keyword)).toBe(true);
});

it.each([
  ...['', 'ENOSPC', 'tail -f', 'tools/list_changed', 'Content-Type', '大文件', '流式读取', '茶水流到桌', 'JSON 解析'],
])('the keyword «%s» is a name or a term, not a phrase', (keyword) => {
  expect(isPhrase(keyword)).toBe(false);
});
