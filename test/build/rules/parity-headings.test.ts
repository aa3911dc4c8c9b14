// How the headings of two languages find each other. The messages are in test/fixtures/broken.
import { describe, expect, it } from 'vitest';
import { parityHeadings } from '../../../build/rules/parity-headings.ts';
import { driftsIn } from './drifts.ts';

const numbers = ['一', '二', '三', '四', '五', '六', '七', '八'];
const zhSections = numbers.map(
  (number, index) => `${'#'.repeat(2 + (index % 3))} 第${number}壶\n\n容量 ${index + 20} 杯。`,
);
const enSections = numbers.map((_, index) => `${'#'.repeat(2 + (index % 3))} A pot\n\nIt holds ${index + 20} cups.`);
const without = (sections: string[], at: number): string => sections.filter((_, index) => index !== at).join('\n\n');

describe('headings', () => {
  it.each(numbers.map((number, at) => [number, at] as const))('tell of a missing section %s once', (number, at) => {
    expect(driftsIn(parityHeadings, zhSections.join('\n\n'), without(enSections, at))).toEqual([
      `the Chinese heading "第${number}壶" (level ${2 + (at % 3)}), which has no counterpart in English`,
    ]);
    expect(driftsIn(parityHeadings, without(zhSections, at), enSections.join('\n\n'))).toEqual([
      `the English heading "A pot" (level ${2 + (at % 3)}), which has no counterpart in Chinese`,
    ]);
  });

  it('find each other by names and code that both languages have', () => {
    const zh = '## 安装\n\n好。\n\n## `brew()`\n\n好。\n\n## 关于 Pingu\n\n好。';
    const en = '## `brew()`\n\nGood.\n\n## About Pingu\n\nGood.';
    expect(driftsIn(parityHeadings, zh, en)).toEqual([
      'the Chinese heading "安装" (level 2), which has no counterpart in English',
    ]);
  });

  it('leave the number of questions to the rule for questions', () => {
    expect(driftsIn(parityHeadings, '茶。\n\n## 问答\n\n### 茶？\n\n茶。', 'Tea.')).toEqual([]);
  });
});
