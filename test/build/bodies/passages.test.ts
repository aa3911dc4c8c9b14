import { describe, expect, it } from 'vitest';
import { passagesOf } from '../../../build/bodies/passages.ts';
import { linesOf } from '../../../build/edition/passage-format.ts';
import type { ArticleParts } from '../../site.ts';
import { articleWith } from '../sources.ts';

/** The passages of an article, each as `kind: text`. */
function blocksOf(parts: ArticleParts, language: 'zh' | 'en' = 'en'): string[] {
  const passages = passagesOf(articleWith(parts), language);
  return linesOf(passages).map(({ kind, start, end }) => `${kind}: ${passages.slice(start, end)}`);
}

describe('the passages of an article', () => {
  it('are its text blocks without markup, one per line', () => {
    const en = [
      '## A *heading*',
      'A [link](https://example.org "title")\nand `code`.',
      '- one\n- two\n\n  three',
      '> quoted',
      '| a | b |\n| - | - |\n| c | d |',
      '```js\nconst x  = 1;\n\treturn x;\n```',
      'Note[^1].\n\n[^1]: noted',
    ].join('\n\n');
    expect(blocksOf({ en })).toEqual([
      'heading: A heading',
      'prose: A link and code.',
      'prose: one',
      'prose: two',
      'prose: three',
      'prose: quoted',
      'prose: a | b',
      'prose: c | d',
      'code: const x = 1; return x;',
      'prose: Note.',
      'prose: noted',
    ]);
  });

  it('contain questions and answers, except pairs that have a placeholder in the language of the passages', () => {
    const parts = {
      zh: '茶。\n\n## 问答\n\n### 企鹅？\n\n海象。\n\n### 水獭？\n\n待补充',
      en: 'Tea.\n\n## Q&A\n\n### Penguin?\n\nTODO\n\n### Otter?\n\nYes.',
    };
    expect(blocksOf(parts, 'zh')).toEqual(['prose: 茶。', 'heading: 企鹅？', 'prose: 海象。']);
    expect(blocksOf(parts)).toEqual(['prose: Tea.', 'heading: Otter?', 'prose: Yes.']);
  });

  it('hold no HTML, comment, address or empty block', () => {
    const en = 'Tea <b class="x">pot</b>.\n\n<!-- hidden -->\n\n<div>raw</div>\n\n---\n\n![](a.png)\n\n[z]: /ocelot';
    expect(blocksOf({ en })).toEqual(['prose: Tea pot.']);
  });

  it('include a normalised form only of blocks in which normalisation changes a word', () => {
    const zh = '茶，壶：“好”（对）！\n\n資料庫\n\nｓｅｒｖｅｒ\n\nIt’s tea.\n\nGET：POST';
    const passages = passagesOf(articleWith({ zh }), 'zh');
    expect(passages.split('\n', 1)).toEqual(['pPPpP']);
    expect(passages).toContain('\n资料库\nserver\nGET:POST\n');
  });
});
