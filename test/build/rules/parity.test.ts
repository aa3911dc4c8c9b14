// The parts that both languages of an article must share, and the detection of drift. The messages are in test/fixtures/broken.
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

type Same = readonly (readonly [zh: string, en: string])[];
type Different = readonly (readonly [zh: string, en: string, found: string])[];

const lacking = (value: string): string => `"${value}" in Chinese, which this section does not have in English`;
const unlike = (zh: string, en: string): string =>
  `${JSON.stringify(zh)} in Chinese and ${JSON.stringify(en)} in English`;

describe('numbers', () => {
  const same: Same = [
    ['有 1,000 条鱼。', 'There are 1000 fish.'],
    ['有 1.5 万条鱼。', 'There are 15,000 fish.'],
    ['有 10 万条鱼。', 'There are 100K fish.'],
    ['有 3 亿条鱼。', 'There are 300 million fish.'],
    ['有２３条鱼。', 'There are 23 fish.'],
    ['2026 年 5 月 21 日开业。', 'It opened on May 21, 2026.'],
    ['有 2 只企鹅。', 'Both penguins are there.'],
    ['有 12 条鱼。', 'A dozen fish.'],
    ['有十万条鱼。', 'There are 100,000 fish.'],
    ['返回 404。', 'It answers `404`.'],
    ['15. 烧水\n16. 泡茶', '- Boil water\n- Brew tea'],
    ['见[手册](https://tea.example/v2/37)。', 'See the [manual](https://tea.example/en/v2/38).'],
    ['茶壶有 26 杯。26 杯够了。', 'A teapot holds 26 cups, which is enough.'],
  ];
  const different: Different = [
    ['有 1,000 条鱼。', 'There are 10,000 fish.', unlike('1,000', '10,000')],
    ['有 1 万条鱼。', 'There are 1000 fish.', unlike('1 万', '1000')],
    ['等 5 秒。', 'Wait 6 seconds.', unlike('5', '6')],
    ['需要 Python 3.11。', 'Python 3.10 is needed.', unlike('3.11', '3.10')],
    ['有 26 个杯子。', 'There are cups.', lacking('26')],
  ];

  it.each(same)('%s = %s', (zh, en) => {
    expect(driftsIn('parity-numbers', `## 茶\n\n${zh}`, `## Tea\n\n${en}`)).toEqual([]);
  });

  it.each(different)('%s ≠ %s', (zh, en, found) => {
    expect(driftsIn('parity-numbers', `## 茶\n\n${zh}`, `## Tea\n\n${en}`)).toEqual([found]);
  });

  it('are located, in lists and quotations too', () => {
    const [finding] = findingsOf('parity-numbers', articleText({ zh: '> - 茶\n>   壶\n>   有 ２６ 杯', en: 'Tea.' }));
    const { line } = draftOf(articleText({ zh: '茶' })).outline.parts.zh?.content[0]?.position?.start ?? { line: 0 };
    expect(finding?.place).toEqual({ line: line + 2, column: 7 });
  });

  it('are compared over the whole text when the headings differ', () => {
    const en = '## Tea\n\nA teapot.\n\n## Cups\n\nThere are 26.';
    expect(driftsIn('parity-numbers', '## 茶\n\n茶壶。有 26 个杯子。', en)).toEqual([]);
    expect(driftsIn('parity-numbers', '## 茶\n\n茶壶。有 27 个杯子。', en)).toEqual([unlike('27', '26')]);
  });
});

describe('code spans', () => {
  const same: Same = [
    ['用 `pour()`。', 'Use `pour`, and `pour` again.'],
    ['用 `pour {{路径/到/茶壶}} <名称>`。', 'Use `pour {{path/to/pot}} <name>`.'],
    ['把 `字符串 1` 换成 `字符串 2`。', 'Replaces `string1` by `string2`.'],
    ['写进 `/茶/壶.txt`。', 'Write into `/tea/pot.txt`.'],
    ['字段 maxCups。', 'The field `maxCups`.'],
    ['加 --lid。', 'Nothing that is marked as code.'],
  ];
  const different: Different = [
    ['用 `pour`。', 'Use `spill`.', unlike('pour', 'spill')],
    ['用 `pour <名> --lid`。', 'Use `pour <name> --spout`.', unlike('pour <名> --lid', 'pour <name> --spout')],
    ['错误 `ECONNREFUSED`。', 'An error.', lacking('ECONNREFUSED')],
  ];

  it.each(same)('%s = %s', (zh, en) => {
    expect(driftsIn('parity-identifiers', zh, en)).toEqual([]);
  });

  it.each(different)('%s ≠ %s', (zh, en, found) => {
    expect(driftsIn('parity-identifiers', zh, en)).toEqual([found]);
  });
});

describe('links', () => {
  const same: Same = [
    ['https://docs.example/zh-CN/guide', 'https://docs.example/en-US/guide'],
    ['https://cn.docs.example/guide', 'https://docs.example/guide'],
    ['https://docs.example/guide?hl=zh-CN', 'https://docs.example/guide?hl=en'],
    ['https://docs.example/guide.html#安装', 'https://docs.example/guide#install'],
    ['/zh/guide', '/en/guide'],
    ['../agent/penguin.md#鱼', '../agent/penguin.md#fish'],
    ['#茶', '#tea'],
    ['../agent/penguin.md#茶', '../agent/penguin.md#tea'],
  ];
  const different: Same = [
    ['https://docs.example/zh/guide', 'https://docs.example/en/reference'],
    ['https://docs.example/guide', 'https://other.example/guide'],
    ['https://docs.example/guide?page=1', 'https://docs.example/guide?page=2'],
    ['../agent/penguin.md', '../agent/penguin.md#fish'],
  ];

  it.each(same)('%s is %s', (zh, en) => {
    expect(driftsIn('parity-links', `见[茶](${zh})。`, `See [tea](${en}).`)).toEqual([]);
  });

  it.each(different)('%s is not %s', (zh, en) => {
    expect(driftsIn('parity-links', `见[茶](${zh})。`, `See [tea](${en}).`)).toEqual([unlike(zh, en)]);
  });

  it('by reference have the target of their definition, in either language', () => {
    const en = 'See [tea](https://tea.example).\n\n[tea]: https://tea.example';
    expect(driftsIn('parity-links', '见[茶][tea]。', en)).toEqual([]);
    expect(driftsIn('parity-links', '见[茶][a]。\n\n[a]: https://a.example', en)).toHaveLength(1);
  });

  it('may show different pictures in each language, but the same number', () => {
    expect(driftsIn('parity-links', '![茶](/a.png)', '![tea](/b.png)')).toEqual([]);
    expect(driftsIn('parity-links', '![茶](/a.png)', 'Tea.')).toEqual([lacking('/a.png')]);
  });
});

describe('code', () => {
  const fence = (language: string, code: string): string => `茶\n\n\`\`\`${language}\n${code}\n\`\`\``;

  it.each([
    ['js', 'a(); // 茶', 'javascript', '// tea\na();'],
    ['ts', '/* 茶\n壶 */ a(b,\n  c);', 'ts', 'a(b, c);'],
    ['bash', '# 倒茶\npour tea', 'sh', 'pour tea # into a cup'],
    ['python', 'print("茶")', 'python', 'print("tea and more")'],
    ['html', '<p>茶壶</p>', 'html', '<p>A teapot</p>'],
    ['text', '茶\n壶', 'text', 'tea'],
    ['output', '好', 'output', 'well done'],
  ])('%s: %j = %s: %j', (zhLanguage, zh, enLanguage, en) => {
    expect(driftsIn('parity-code', fence(zhLanguage, zh), fence(enLanguage, en))).toEqual([]);
  });

  it.each([
    ['js', "a('//b');", 'js', "a('//c');", `code that differs: ${unlike("a('//b');", "a('//c');")}`],
    [
      'json',
      '{ "a": "茶" }',
      'json',
      '{ "a": "tea" }',
      `code that differs: ${unlike('{ "a": "茶" }', '{ "a": "tea" }')}`,
    ],
    ['output', '12', 'output', '13', `code that differs: ${unlike('12', '13')}`],
    ['js', 'a();', 'ts', 'a();', 'a code block marked "js" in Chinese and "ts" in English'],
    ['js', 'a();', 'js', 'a();\nb();', 'code that differs: no more lines in Chinese and "b();" in English'],
  ])('%s: %j ≠ %s: %j', (zhLanguage, zh, enLanguage, en, found) => {
    expect(driftsIn('parity-code', fence(zhLanguage, zh), fence(enLanguage, en))).toEqual([found]);
  });

  it('that is missing in the middle is reported once, and found again in texts whose headings differ', () => {
    const codes = ['a1()', 'b2()', 'c3()', 'd4()'].map((code) => fence('js', code));
    const fewer = codes.filter((_, index) => index !== 1);
    expect(driftsIn('parity-code', codes.join('\n\n'), fewer.join('\n\n'))).toEqual([
      'code in Chinese that English does not have: "b2()"',
    ]);
    const zh = `## 茶\n\n${fence('js', 'a()')}\n\n好。`;
    expect(driftsIn('parity-code', zh, `## Tea\n\nGood.\n\n## Pot\n\n${fence('js', 'a()')}`)).toEqual([]);
  });
});

describe('headings', () => {
  const numbers = ['一', '二', '三', '四', '五', '六', '七', '八'];
  const level = (at: number): number => 2 + (at % 3);
  const zh = numbers.map((number, at) => `${'#'.repeat(level(at))} 第${number}壶\n\n容量 ${at + 20} 杯。`);
  const en = numbers.map((_, at) => `${'#'.repeat(level(at))} A pot\n\nIt holds ${at + 20} cups.`);
  const without = (sections: string[], at: number): string => sections.filter((_, index) => index !== at).join('\n\n');

  it.each([...numbers.keys()])('report once that section %i is missing, and then pair both texts as a whole', (at) => {
    for (const parts of [
      { zh: zh.join('\n\n'), en: without(en, at) },
      { zh: without(zh, at), en: en.join('\n\n') },
    ]) {
      const text = articleText(parts);
      expect(findingsOf('parity-headings', text)).toHaveLength(1);
      expect(sectionPairs(draftOf(text))).toHaveLength(1);
    }
  });

  it('report the first ones whose levels differ', () => {
    expect(driftsIn('parity-headings', '## 茶\n\n### 壶', '## Tea\n\n## Pot')).toEqual([
      'headings that differ from here on: "壶" at level 3 in Chinese and "Pot" at level 2 in English',
    ]);
    expect(driftsIn('parity-headings', '## 茶', '## Tea\n\n## Pot')).toEqual([
      'headings that differ from here on: no more headings in Chinese and "Pot" at level 2 in English',
    ]);
  });

  it('of one answer do not affect the pairs of the body and of other answers', () => {
    const questions = (name: string, first: string) => `## ${name}\n\n### A?\n\n${first}Yes.\n\n### B?\n\nNo.`;
    const text = articleText({
      zh: `## 茶\n\n${questions('问答', '#### 壶\n\n')}`,
      en: `## Tea\n\n${questions('Q&A', '')}`,
    });
    expect(sectionPairs(draftOf(text)).map(({ zh: { nodes } }) => nodes.length)).toEqual([1, 1, 3, 2]);
  });

  it('leave the number of questions to the rule for questions', () => {
    expect(driftsIn('parity-headings', '茶。\n\n## 问答\n\n### 茶？\n\n茶。', 'Tea.')).toEqual([]);
  });
});

describe('tables', () => {
  const teas = ['`green`', '`black`', '`white`', '`red`'];
  const table = (names: readonly string[], columns = 2): string =>
    ['Name', '---', ...names].map((cell) => `| ${Array(columns).fill(cell).join(' | ')} |`).join('\n');
  const drifts = (zh: string, en: string): string[] => driftsIn('parity-tables', `## 表\n\n${zh}`, `## Table\n\n${en}`);

  it('are compared by rows and columns, and paired in order within a section', () => {
    expect(drifts(table(teas, 3), table(teas.slice(1)))).toEqual([
      'a table of 4 × 3 cells in Chinese and 3 × 2 in English (rows × columns, headers aside)',
    ]);
    const [zh, en] = [['`cup`'], ['`cup`', '`mug`']].map((names) => `${table(teas)}\n\n茶。\n\n${table(names)}`);
    expect(drifts(zh ?? '', en ?? '')).toEqual([
      'a table of 1 × 2 cells in Chinese and 2 × 2 in English (rows × columns, headers aside)',
    ]);
  });

  it('are not compared when one language has more tables than the other', () => {
    expect(drifts(`${table(teas)}\n\n茶。\n\n${table(teas)}`, table(teas.slice(1)))).toEqual([]);
  });
});

describe('the rules of parity', () => {
  const scraps = fc.constantFrom(
    ...['# 中文\n', '# English\n', '## 问答\n', '## Q&A\n', '### ', '\n\n', '```js\n', '~~~', '`'],
    ...['[a]: /b\n', '[a][a]'],
    ...['| a | b |\n|---|---|\n', '![x](y)', '<!--', '<br>', '1. ', '- ', '> ', '2026 年 5 月 1 日', 'May 1, 2026'],
    ...['12:30', '1,000', '５％', '百分之', '两个', 'twenty-two', '-32601', '{{路径}}', '"你好"', "'"],
    ...['//', '/*', '--'],
    ...['"""', 'HTTP 404', 'a_b', '\u00a0', '\\', '￼', '𝟙', '万亿', '٣'],
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

  it('never throw, and report only places in the file', () => {
    fc.assert(
      fc.property(anyMarkdown, anyMarkdown, (zh, en) => {
        const text = articleText({ zh, en });
        const lines = text.replace(/\r\n?/g, '\n').split('\n');
        const findings = allFindings(draftOf(text));
        for (const { line: number, column } of findings.flatMap((found) =>
          [found.place, found.counterpart ?? []].flat(),
        )) {
          expect(column).toBeGreaterThan(0);
          expect(column).toBeLessThanOrEqual((lines[number - 1] ?? '').length + 1);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('find nothing when both languages are identical, and otherwise name a counterpart in the other', () => {
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
