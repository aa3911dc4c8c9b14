// What holds of every article: the rules of parity never fail, and find nothing where both languages say the very same.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DraftRule } from '../../../build/rules/rule.ts';
import { rules } from '../../../build/rules/table.ts';
import { articleText } from '../../site.ts';
import { draftOf } from '../sources.ts';
import { driftsIn } from './drifts.ts';

const parityRules = rules.filter(
  (rule): rule is DraftRule => rule.stage === 'draft' && rule.name.startsWith('parity-'),
);

const scraps = fc.constantFrom(
  ...[
    '# 中文\n',
    '# English\n',
    '## 问答\n',
    '## Q&A\n',
    '### ',
    '\n\n',
    '```js\n',
    '~~~',
    '`',
    '``',
    '| a | b |\n|---|---|\n',
    '[a]: /b\n',
    '[a][a]',
  ],
  ...[
    '![x](y)',
    '<!--',
    '<br>',
    '1. ',
    '- ',
    '> ',
    '2026 年 5 月 1 日',
    'May 1, 2026',
    '12:30',
    '1,000',
    '５％',
    '百分之',
    '两个',
    'twenty-two',
    '-32601',
  ],
  ...[
    '{{路径}}',
    '"你好"',
    "'",
    '//',
    '/*',
    '#',
    '--',
    '"""',
    'HTTP 404',
    'a_b',
    '\u00a0',
    '\\',
    '￼',
    '𝟙',
    '万亿',
    '٣',
  ],
);
const anyMarkdown = fc.array(fc.oneof(scraps, fc.string()), { maxLength: 30 }).map((pieces) => pieces.join(''));

const word = fc.constantFrom(
  'tea',
  '茶',
  '6',
  '1.5',
  '`pour`',
  '`壶 <名称>`',
  'maxCups',
  '[x](/y)',
  'two',
  '三个',
  '2026-05-01',
  '5 秒',
  '10%',
  '**9**',
  '![i](/j.png)',
);
const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
const block = fc.oneof(
  line,
  line.map((text) => `## ${text}`),
  line.map((text) => `### ${text}`),
  line.map((text) => `#### ${text}`),
  fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => items.map((text) => `- ${text}`).join('\n')),
  line.map((text) => `| ${text} | 1 |\n| --- | --- |\n| 2 | ${text} |`),
  fc
    .tuple(fc.constantFrom('js', '', 'text', 'bash'), line)
    .map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``),
);
const body = fc.array(block, { minLength: 1, maxLength: 20 }).map((blocks) => blocks.join('\n\n'));

describe('the rules of parity', () => {
  it('are six', () => {
    expect(parityRules.map(({ name }) => name).sort()).toEqual([
      'parity-code',
      'parity-headings',
      'parity-identifiers',
      'parity-links',
      'parity-numbers',
      'parity-tables',
    ]);
  });

  it('never throw, and every place they name is in the file', () => {
    fc.assert(
      fc.property(anyMarkdown, anyMarkdown, (zh, en) => {
        const text = articleText({ zh, en });
        const lines = text.replace(/\r\n?/g, '\n').split('\n');
        for (const { place, counterpart } of parityRules.flatMap((rule) => rule.check(draftOf(text)))) {
          for (const { line: number, column } of [place, ...(counterpart === undefined ? [] : [counterpart])]) {
            expect(column).toBeGreaterThan(0);
            expect(column).toBeLessThanOrEqual((lines[number - 1] ?? '').length + 1);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('find nothing when both languages say the very same', () => {
    fc.assert(
      fc.property(body, (text) => {
        for (const rule of parityRules) expect(driftsIn(rule, text, text)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('name a counterpart in the other language', () => {
    fc.assert(
      fc.property(body, body, (zh, en) => {
        const draft = draftOf(articleText({ zh, en }));
        const border = draft.outline.parts.en?.heading.position?.start.line ?? 0;
        for (const { place, counterpart } of parityRules.flatMap((rule) => rule.check(draft))) {
          expect(counterpart).toBeDefined();
          expect(place.line < border).toBe((counterpart?.line ?? 0) >= border);
        }
      }),
      { numRuns: 200 },
    );
  });
});
