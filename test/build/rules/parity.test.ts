// What the two languages of an article share, and what is a drift between them. The messages are in test/fixtures/broken.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inLocale } from '../../../build/messages.ts';
import { parityCode } from '../../../build/rules/parity-code.ts';
import { parityHeadings } from '../../../build/rules/parity-headings.ts';
import { parityIdentifiers } from '../../../build/rules/parity-identifiers.ts';
import { parityLinks } from '../../../build/rules/parity-links.ts';
import { parityNumbers } from '../../../build/rules/parity-numbers.ts';
import { parityTables } from '../../../build/rules/parity-tables.ts';
import type { DraftRule } from '../../../build/rules/rule.ts';
import { articleText } from '../../site.ts';
import { draftOf } from '../sources.ts';

const parityRules = [parityCode, parityHeadings, parityIdentifiers, parityLinks, parityNumbers, parityTables];

function driftsIn(rule: DraftRule, zh: string, en: string): string[] {
  return rule.check(draftOf(articleText({ zh, en }))).map(({ found }) => inLocale(found, 'en'));
}

type Same = readonly (readonly [zh: string, en: string])[];
type Different = readonly (readonly [zh: string, en: string, found: string])[];

const lacking = (value: string): string => `"${value}" in Chinese, which this section does not have in English`;
const unlike = (zh: string, en: string): string =>
  `${JSON.stringify(zh)} in Chinese and ${JSON.stringify(en)} in English`;

describe('numbers', () => {
  const same: Same = [
    ['有 1,000 条鱼。', 'There are 1000 fish.'],
    ['有 1000 条鱼。', 'There are a thousand fish.'],
    ['有 1.5 万条鱼。', 'There are 15,000 fish.'],
    ['有 10 万条鱼。', 'There are 100K fish.'],
    ['有２３条鱼。', 'There are 23 fish.'],
    ['等 5 秒钟。', 'Wait five seconds.'],
    ['等 60 秒。', 'Wait a minute.'],
    ['等 5 到 10 秒。', 'Wait 5–10 seconds.'],
    ['2026 年 5 月 1 日开业。', 'It opened on the 1st of May 2026.'],
    ['它（2026/5/1）开业。', 'It (on May 1, 2026) opened.'],
    ['5 月 1 日开业。', 'It opened on May 1st, 2026.'],
    ['下午 3 点半喝茶。', 'Tea is at 15:30.'],
    ['晚上 12 点关门。', 'It closes at midnight.'],
    ['需要 Python 3.11。', 'Python 3.11 is needed.'],
    ['有两只企鹅。', 'Both penguins are there.'],
    ['第 3 个杯子。', 'The third cup.'],
    ['有 1 只企鹅。', 'A penguin is there.'],
    ['几种茶壶。', 'Three teapots.'],
    ['返回 404。', 'It answers `404`.'],
    ['1. 烧水\n2. 泡茶', '- Boil water\n- Brew tea'],
    ['见[手册](https://tea.example/v2/7)。', 'See the [manual](https://tea.example/en/v2/8).'],
    ['茶壶有 6 杯。6 杯够了。', 'A teapot holds 6 cups, which is enough.'],
  ];
  const different: Different = [
    ['有 1,000 条鱼。', 'There are 10,000 fish.', unlike('1,000', '10,000')],
    ['有 1 万条鱼。', 'There are 1000 fish.', unlike('1 万', '1000')],
    ['等 5 秒。', 'Wait 5 minutes.', unlike('5 秒', '5 minutes')],
    ['2026 年 5 月 1 日开业。', 'It opened on May 11, 2026.', unlike('2026 年 5 月 1 日', 'May 11, 2026')],
    ['下午 3:30 喝茶。', 'Tea is at 3:30 a.m. sharp.', unlike('下午 3:30', '3:30 a.m.')],
    ['需要 Python 3.11。', 'Python 3.10 is needed.', unlike('3.11', '3.10')],
    ['有 6 个杯子。', 'There are cups.', lacking('6')],
  ];

  it.each(same)('%s = %s', (zh, en) => {
    expect(driftsIn(parityNumbers, `## 茶\n\n${zh}`, `## Tea\n\n${en}`)).toEqual([]);
  });

  it.each(different)('%s ≠ %s', (zh, en, found) => {
    expect(driftsIn(parityNumbers, `## 茶\n\n${zh}`, `## Tea\n\n${en}`)).toEqual([found]);
  });

  it('are looked for in the section that the other language lacks, when that stands beside', () => {
    const en = '## Tea\n\nA teapot.\n\n## Cups\n\nThere are 6.';
    expect(driftsIn(parityNumbers, '## 茶\n\n茶壶。有 6 个杯子。', en)).toEqual([]);
  });
});

describe('names of code', () => {
  const same: Same = [
    ['用 `pour()`。', 'Use `pour`, and `pour` again.'],
    ['用 `pour {{路径/到/茶壶}} <名称>`。', 'Use `pour {{path/to/pot}} <name>`.'],
    ['把 `字符串 1` 换成 `字符串 2`。', 'Replaces `string1` by `string2`.'],
    ['写进 `/茶/壶.txt`。', 'Write into `/tea/pot.txt`.'],
    ['字段 maxCups。', 'The field `maxCups`.'],
    ['用 JavaScript 和 macOS。', 'A language and a system.'],
    ['端口 a/b 和 and/or。', 'Nothing of that kind.'],
  ];
  const different: Different = [
    ['用 `pour`。', 'Use `spill`.', unlike('pour', 'spill')],
    ['用 `pour <名> --lid`。', 'Use `pour <name> --spout`.', unlike('pour <名> --lid', 'pour <name> --spout')],
    ['加 --lid。', 'Add --no-lid2.', unlike('--lid', '--no-lid2')],
    ['错误 ECONNREFUSED。', 'An error.', lacking('ECONNREFUSED')],
    ['错误 -32601。', 'An error.', lacking('-32601')],
  ];

  it.each(same)('%s = %s', (zh, en) => {
    expect(driftsIn(parityIdentifiers, zh, en)).toEqual([]);
  });

  it.each(different)('%s ≠ %s', (zh, en, found) => {
    expect(driftsIn(parityIdentifiers, zh, en)).toEqual([found]);
  });
});

describe('links', () => {
  const same: Same = [
    ['https://docs.example/zh-CN/guide', 'https://docs.example/en-US/guide'],
    ['https://cn.docs.example/guide', 'https://docs.example/guide'],
    ['https://docs.example/guide?hl=zh-CN', 'https://docs.example/guide?hl=en'],
    ['https://docs.example/guide.html#安装', 'https://docs.example/guide#install'],
    ['https://mp.weixin.qq.com/s/abc', 'https://tea.example/blog'],
    ['/zh/guide', '/en/guide'],
    ['../agent/penguin.md#鱼', '../agent/penguin.md#fish'],
    ['#茶', '#tea'],
  ];
  const different: Same = [
    ['https://docs.example/zh/guide', 'https://docs.example/en/reference'],
    ['https://docs.example/guide', 'https://other.example/guide'],
    ['https://docs.example/guide?page=1', 'https://docs.example/guide?page=2'],
    ['../agent/penguin.md', '../agent/penguin.md#fish'],
  ];

  it.each(same)('%s is %s', (zh, en) => {
    expect(driftsIn(parityLinks, `见[茶](${zh})。`, `See [tea](${en}).`)).toEqual([]);
  });

  it.each(different)('%s is not %s', (zh, en) => {
    expect(driftsIn(parityLinks, `见[茶](${zh})。`, `See [tea](${en}).`)).toEqual([
      `a link to ${JSON.stringify(zh)} in Chinese and to ${JSON.stringify(en)} in English`,
    ]);
  });

  it('by reference lead where they are defined, in either language', () => {
    const en = 'See [tea](https://tea.example).\n\n[tea]: https://tea.example';
    expect(driftsIn(parityLinks, '见[茶][tea]。', en)).toEqual([]);
    expect(driftsIn(parityLinks, '见[茶][a]。\n\n[a]: https://a.example', en)).toHaveLength(1);
  });

  it('may show pictures of their own in each language, but as many', () => {
    expect(driftsIn(parityLinks, '![茶](/a.png)', '![tea](/b.png)')).toEqual([]);
    expect(driftsIn(parityLinks, '![茶](/a.png)', 'Tea.')).toEqual([
      'an image "/a.png" in Chinese that this section does not have in English',
    ]);
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
    expect(driftsIn(parityCode, fence(zhLanguage, zh), fence(enLanguage, en))).toEqual([]);
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
    expect(driftsIn(parityCode, fence(zhLanguage, zh), fence(enLanguage, en))).toEqual([found]);
  });

  it('that is missing in the middle is reported once, and found again under another heading', () => {
    const codes = ['a1()', 'b2()', 'c3()', 'd4()'].map((code) => fence('js', code));
    const fewer = codes.filter((_, index) => index !== 1);
    expect(driftsIn(parityCode, codes.join('\n\n'), fewer.join('\n\n'))).toEqual([
      'code in Chinese that English does not have: "b2()"',
    ]);
    const zh = `## 茶\n\n${fence('js', 'a()')}\n\n## 壶\n\n好。`;
    expect(driftsIn(parityCode, zh, `## Tea\n\nGood.\n\n## Pot\n\n${fence('js', 'a()')}`)).toEqual([]);
  });
});

describe('headings', () => {
  const numbers = ['一', '二', '三', '四', '五', '六', '七', '八'];
  const level = (at: number): number => 2 + (at % 3);
  const zh = numbers.map((number, at) => `${'#'.repeat(level(at))} 第${number}壶\n\n容量 ${at + 20} 杯。`);
  const en = numbers.map((_, at) => `${'#'.repeat(level(at))} A pot\n\nIt holds ${at + 20} cups.`);
  const without = (sections: string[], at: number): string => sections.filter((_, index) => index !== at).join('\n\n');

  it.each([...numbers.entries()])('report the missing section %i, %s, once', (at, number) => {
    expect(driftsIn(parityHeadings, zh.join('\n\n'), without(en, at))).toEqual([
      `the Chinese heading "第${number}壶" (level ${level(at)}), which has no counterpart in English`,
    ]);
    expect(driftsIn(parityHeadings, without(zh, at), en.join('\n\n'))).toEqual([
      `the English heading "A pot" (level ${level(at)}), which has no counterpart in Chinese`,
    ]);
  });

  it('find each other by names and code that both languages have', () => {
    const chinese = '## 安装\n\n好。\n\n## `brew()`\n\n好。\n\n## 关于 Pingu\n\n好。';
    expect(driftsIn(parityHeadings, chinese, '## `brew()`\n\nGood.\n\n## About Pingu\n\nGood.')).toEqual([
      'the Chinese heading "安装" (level 2), which has no counterpart in English',
    ]);
  });

  it('leave the number of questions to the rule for questions', () => {
    expect(driftsIn(parityHeadings, '茶。\n\n## 问答\n\n### 茶？\n\n茶。', 'Tea.')).toEqual([]);
  });
});

describe('tables', () => {
  const teas = ['`green`', '`black`', '`white`', '`red`'];
  const table = (names: readonly string[], columns = 2): string =>
    ['Name', '---', ...names].map((cell) => `| ${Array(columns).fill(cell).join(' | ')} |`).join('\n');
  const advice = (zh: string, en: string): string[] =>
    parityTables
      .check(draftOf(articleText({ zh: `## 表\n\n${zh}`, en: `## Table\n\n${en}` })))
      .map((finding) => `${inLocale(finding.found, 'en')}: ${inLocale(finding.advice, 'en')}`);

  it.each(teas)('name the row %s when one language lacks it', (tea) => {
    const fewer = teas.filter((name) => name !== tea);
    const row = `the row that answers ${JSON.stringify(tea.replaceAll('`', ''))}`;
    expect(advice(table(teas), table(fewer))).toEqual([expect.stringContaining(`Add ${row} in English`)]);
    expect(advice(table(fewer), table(teas))).toEqual([expect.stringContaining(`Add ${row} in Chinese`)]);
  });

  it('report columns before rows, and tables of a section by their order', () => {
    expect(advice(table(teas, 3), table(teas.slice(1)))).toEqual([
      expect.stringContaining('a table of 3 columns in Chinese and 2 in English'),
    ]);
    const [zh, en] = [['`cup`'], ['`cup`', '`mug`']].map((names) => `${table(teas)}\n\n茶。\n\n${table(names)}`);
    expect(advice(zh ?? '', en ?? '')).toEqual([
      expect.stringContaining('a table of 1 row in Chinese and 2 in English'),
    ]);
  });

  it('report nothing where one language has more tables than the other', () => {
    expect(advice(`${table(teas)}\n\n茶。\n\n${table(teas)}`, table(teas.slice(1)))).toEqual([]);
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

  it('never throw, and every place they name is in the file', () => {
    fc.assert(
      fc.property(anyMarkdown, anyMarkdown, (zh, en) => {
        const text = articleText({ zh, en });
        const lines = text.replace(/\r\n?/g, '\n').split('\n');
        const findings = parityRules.flatMap((rule) => rule.check(draftOf(text)));
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

  it('find nothing when both languages say the very same, and otherwise name a counterpart in the other', () => {
    fc.assert(
      fc.property(body, body, (zh, en) => {
        const same = draftOf(articleText({ zh, en: zh }));
        expect(parityRules.flatMap((rule) => rule.check(same))).toEqual([]);
        const draft = draftOf(articleText({ zh, en }));
        const border = draft.outline.parts.en?.heading.position?.start.line ?? 0;
        for (const { place, counterpart } of parityRules.flatMap((rule) => rule.check(draft))) {
          expect(counterpart).toBeDefined();
          expect(place.line < border).toBe((counterpart?.line ?? 0) >= border);
        }
      }),
      { numRuns: 25 },
    );
  });
});
