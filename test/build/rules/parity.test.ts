// Tests the rules that compare the two languages of an article. The usual faults and near misses are in test/fixtures/broken.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, inLocale } from '../../../build/messages.ts';
import { parityRules } from '../../../build/rules/parity.ts';
import type { Draft } from '../../../build/source/draft.ts';
import { sectionPairs } from '../../../build/source/parity.ts';
import { articleText } from '../../site.ts';
import { draftOf } from '../sources.ts';

const draftRules = parityRules.filter((rule) => rule.stage === 'draft');

const findingsOf = (name: string, text: string): Finding[] =>
  draftRules.filter((rule) => rule.name === name).flatMap((rule) => rule.check(draftOf(text)));

const allFindings = (draft: Draft): Finding[] => draftRules.flatMap((rule) => rule.check(draft));

const driftsIn = (name: string, zh: string, en: string): string[] =>
  findingsOf(name, articleText({ zh, en })).map(({ found }) => inLocale(found, 'en'));

type Pair = readonly [rule: string, zh: string, en: string];
const link = (zh: string, en: string): Pair => ['links', `见[茶](${zh})。`, `See [tea](${en}).`];
const fence = (language: string, code: string): string => `茶\n\n\`\`\`${language}\n${code}\n\`\`\``;
const code = (zh: [string, string], en: [string, string]): Pair => ['code', fence(...zh), fence(...en)];

describe('numbers, code spans, links and code of the two languages', () => {
  it.each<Pair>([
    ['numbers', '有 10 万条鱼。', 'There are 100K fish.'],
    ['numbers', '有２３条鱼。', 'There are 23 fish.'],
    ['numbers', '有 12 条鱼。', 'A dozen fish.'],
    ['numbers', '有十万条鱼。', 'There are 100,000 fish.'],
    ['numbers', '15. 烧水\n16. 泡茶', '- Boil water\n- Brew tea'],
    ['numbers', '见[手册](https://tea.example/v2/37)。', 'See the [manual](https://tea.example/en/v2/38).'],
    ['numbers', '茶壶有 26 杯。26 杯够了。', 'A teapot holds 26 cups, which is enough.'],
    // The headings differ, so the numbers of the whole texts are compared.
    ['numbers', '## 茶\n\n茶壶。有 26 个杯子。', '## Tea\n\nA teapot.\n\n## Cups\n\nThere are 26.'],
    ['identifiers', '把 `字符串 1` 换成 `字符串 2`。', 'Replaces `string1` by `string2`.'],
    ['identifiers', '写进 `/茶/壶.txt`。', 'Write into `/tea/pot.txt`.'],
    ['identifiers', '加 --lid。', 'Nothing that is marked as code.'],
    link('https://docs.example/guide?hl=zh-CN', 'https://docs.example/guide?hl=en'),
    link('https://docs.example/guide.html#安装', 'https://docs.example/guide#install'),
    link('/zh/guide', '/en/guide'),
    ['links', '![茶](/a.png)', '![tea](/b.png)'],
    code(['js', 'a(); // 茶'], ['javascript', '// tea\na();']),
    code(['ts', '/* 茶\n壶 */ a(b,\n  c);'], ['ts', 'a(b, c);']),
    code(['output', '好'], ['output', 'well done']),
    ['code', `## 茶\n\n${fence('js', 'a()')}\n\n好。`, `## Tea\n\nGood.\n\n## Pot\n\n${fence('js', 'a()')}`],
  ])('agree, by the rule for %s, in %j and %j', (rule, zh, en) => {
    expect(driftsIn(`parity-${rule}`, zh, en)).toEqual([]);
  });

  it.each<Pair>([
    ['numbers', '有 1,000 条鱼。', 'There are 10,000 fish.'],
    ['numbers', '需要 Python 3.11。', 'Python 3.10 is needed.'],
    ['numbers', '## 茶\n\n茶壶。有 27 个杯子。', '## Tea\n\nA teapot.\n\n## Cups\n\nThere are 26.'],
    ['identifiers', '用 `pour <名> --lid`。', 'Use `pour <name> --spout`.'],
    link('https://docs.example/guide', 'https://other.example/guide'),
    link('https://docs.example/guide?page=1', 'https://docs.example/guide?page=2'),
    ['links', '见[茶][a]。\n\n[a]: https://a.example', 'See [tea](https://tea.example).'],
    code(['js', "a('//b');"], ['js', "a('//c');"]),
    code(['json', '{ "a": "茶" }'], ['json', '{ "a": "tea" }']),
    code(['output', '12'], ['output', '13']),
  ])('differ, by the rule for %s, in %j and %j', (rule, zh, en) => {
    expect(driftsIn(`parity-${rule}`, zh, en)).toHaveLength(1);
  });

  it('give only one message if one of several code blocks is missing in a language', () => {
    const codes = ['a1()', 'b2()', 'c3()', 'd4()'].map((text) => fence('js', text));
    const fewer = codes.filter((_, index) => index !== 1);
    expect(driftsIn('parity-code', codes.join('\n\n'), fewer.join('\n\n'))).toEqual([
      'code in Chinese that English does not have: "b2()"',
    ]);
  });
});

describe('headings that differ between the languages', () => {
  const numbers = ['一', '二', '三', '四', '五', '六', '七', '八'];
  const level = (at: number): number => 2 + (at % 3);
  const zh = numbers.map((number, at) => `${'#'.repeat(level(at))} 第${number}壶\n\n容量 ${at + 20} 杯。`);
  const en = numbers.map((_, at) => `${'#'.repeat(level(at))} A pot\n\nIt holds ${at + 20} cups.`);
  const without = (sections: string[], at: number): string => sections.filter((_, index) => index !== at).join('\n\n');

  it.each([0, 4, 7])(
    'give one message when section %i is missing, and then the texts are compared as a whole',
    (at) => {
      for (const parts of [
        { zh: zh.join('\n\n'), en: without(en, at) },
        { zh: without(zh, at), en: en.join('\n\n') },
      ]) {
        const text = articleText(parts);
        expect(findingsOf('parity-headings', text)).toHaveLength(1);
        expect(sectionPairs(draftOf(text))).toHaveLength(1);
      }
    },
  );

  it('in one answer do not affect how the body and other answers are paired', () => {
    const questions = (name: string, first: string) => `## ${name}\n\n### A?\n\n${first}Yes.\n\n### B?\n\nNo.`;
    const text = articleText({
      zh: `## 茶\n\n${questions('问答', '#### 壶\n\n')}`,
      en: `## Tea\n\n${questions('Q&A', '')}`,
    });
    expect(sectionPairs(draftOf(text)).map(({ zh: { nodes } }) => nodes.length)).toEqual([1, 1, 3, 2]);
  });
});

it('tables of a section are compared in order if both languages have the same number of them', () => {
  const table = (names: readonly string[]): string =>
    ['Name', '---', ...names].map((cell) => `| ${cell} | ${cell} |`).join('\n');
  const two = (names: readonly string[]): string => `${table(['`tea`'])}\n\n茶。\n\n${table(names)}`;
  expect(driftsIn('parity-tables', two(['`cup`']), two(['`cup`', '`mug`']))).toEqual([
    'a table of 1 × 2 cells in Chinese and 2 × 2 in English (rows × columns, without headers)',
  ]);
  expect(driftsIn('parity-tables', two(['`cup`']), table(['`cup`', '`mug`']))).toEqual([]);
});

describe('the rules that compare the languages', () => {
  const scraps = fc.constantFrom(
    ...['# 中文\n', '# English\n', '## 问答\n', '## Q&A\n', '### ', '\n\n', '```js\n', '~~~', '`', '[a]: /b\n'],
    ...['| a | b |\n|---|---|\n', '![x](y)', '<!--', '<br>', '1. ', '- ', '> ', '2026 年 5 月 1 日', 'May 1, 2026'],
    ...['[a][a]', '12:30', '1,000', '５％', '百分之', '两个', 'twenty-two', '-32601', '{{路径}}', '"你好"', "'"],
    ...['//', '/*', '--', '"""', 'HTTP 404', 'a_b', '\u00a0', '\\', '￼', '𝟙', '万亿', '٣'],
  );
  const anyMarkdown = fc.array(fc.oneof(scraps, fc.string()), { maxLength: 30 }).map((pieces) => pieces.join(''));
  const word = fc.constantFrom(
    ...['tea', '茶', '6', '1.5', '`pour`', '`壶 <名称>`', 'maxCups', '[x](/y)', 'two', '三个', '2026-05-01'],
    ...['5 秒', '10%', '**9**', '![i](/j.png)'],
  );
  const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
  const language = fc.constantFrom('js', '', 'text', 'bash');
  const block = fc.oneof(
    line,
    fc.tuple(fc.constantFrom('##', '###', '####'), line).map(([marks, text]) => `${marks} ${text}`),
    fc.array(line, { minLength: 1, maxLength: 3 }).map((items) => items.map((text) => `- ${text}`).join('\n')),
    line.map((text) => `| ${text} | 1 |\n| --- | --- |\n| 2 | ${text} |`),
    fc.tuple(language, line).map(([name, text]) => `\`\`\`${name}\n${text}\n\`\`\``),
  );
  const body = fc.array(block, { minLength: 1, maxLength: 20 }).map((blocks) => blocks.join('\n\n'));

  it('never throw, and report only positions inside the file', () => {
    fc.assert(
      fc.property(anyMarkdown, anyMarkdown, (zh, en) => {
        const text = articleText({ zh, en });
        const lines = text.replace(/\r\n?/g, '\n').split('\n');
        const findings = allFindings(draftOf(text));
        for (const { line: at, column } of findings.flatMap(({ place, counterpart }) => [
          place,
          counterpart ?? place,
        ])) {
          expect(column).toBeGreaterThan(0);
          expect(column).toBeLessThanOrEqual((lines[at - 1] ?? '').length + 1);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('report nothing for identical texts; each finding also has a position in the text of the other language', () => {
    fc.assert(
      fc.property(body, body, (zh, en) => {
        expect(allFindings(draftOf(articleText({ zh, en: zh })))).toEqual([]);
        const draft = draftOf(articleText({ zh, en }));
        const border = draft.outline.parts.en?.heading.position?.start.line ?? 0;
        for (const { place, counterpart } of allFindings(draft)) {
          expect(counterpart).toBeDefined();
          expect(place.line < border).toBe((counterpart?.line ?? 0) >= border);
        }
      }),
      { numRuns: 25 },
    );
  });
});
