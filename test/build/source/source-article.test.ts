import { describe, expect, it } from 'vitest';
import { isPlaceholder } from '../../../build/source/source-article.ts';
import { articleWith } from '../sources.ts';

describe('a placeholder in a question or answer', () => {
  it.each([
    ...['TODO', 'todo', 'TBD', 'TBD.', '待补充', '待补充。', '待完善', '待完善：'],
    ...['…', '……', '...', '.....', '  TODO \n'],
  ])('can be %j', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each(['', '.', '..', 'TODO list', 'to do', 'A TODO', '待补充说明', '补充', '… and so on', 'TODO TODO', '。'])(
    'cannot be %j',
    (text) => {
      expect(isPlaceholder(text)).toBe(false);
    },
  );

  it('makes the whole pair a placeholder in its language, whether the question or the answer contains it', () => {
    const { texts } = articleWith({
      zh: '茶。\n\n## 问答\n\n### 一？\n\n待补充\n\n### 待完善\n\n有。\n\n### 三？\n\n有。',
      en: 'Tea.\n\n## Q&A\n\n### One?\n\nYes.\n\n### Two?\n\nYes.\n\n### Three?\n\n**TBD**',
    });
    expect(texts.pairs.map(({ placeholder }) => placeholder)).toEqual([
      { zh: true, en: false },
      { zh: true, en: false },
      { zh: false, en: true },
    ]);
  });

  it('may have an HTML comment beside it', () => {
    const { texts } = articleWith({
      zh: '茶。\n\n## 问答\n\n### 待补充 <!-- 问题 -->\n\n有。',
      en: 'Tea.\n\n## Q&A\n\n### Tea?\n\n<!-- who knows? -->\n\nTODO',
    });
    expect(texts.pairs[0]?.placeholder).toEqual({ zh: true, en: true });
  });
});
