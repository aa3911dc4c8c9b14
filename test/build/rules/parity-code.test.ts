// Which code is the same. The messages are in test/fixtures/broken.
import { describe, expect, it } from 'vitest';
import { parityCode } from '../../../build/rules/parity-code.ts';
import { driftsIn } from './drifts.ts';

const fence = (language: string, code: string): string => `茶\n\n\`\`\`${language}\n${code}\n\`\`\``;
const drifts = (zh: readonly [string, string], en: readonly [string, string]): string[] =>
  driftsIn(parityCode, fence(...zh), fence(...en));

type Code = readonly [language: string, code: string];

const same: readonly (readonly [zh: Code, en: Code])[] = [
  [
    ['js', 'a(); // 茶'],
    ['javascript', '// tea\na();'],
  ],
  [
    ['ts', '/* 茶\n壶 */ a();'],
    ['ts', 'a();'],
  ],
  [
    ['js', 'a(b,\n  c);'],
    ['js', 'a(b, c);'],
  ],
  [
    ['js', "a('//茶壶' + 1);".replace('茶壶', 'tea')],
    ['js', "a('//tea' + 1);"],
  ],
  [
    ['bash', '# 倒茶\npour tea'],
    ['sh', 'pour tea # into a cup'],
  ],
  [
    ['yaml', 'a: 1 # 一'],
    ['yml', 'a: 1'],
  ],
  [
    ['sql', 'SELECT 1; -- 一'],
    ['sql', 'SELECT 1;'],
  ],
  [
    ['python', 'print("茶")'],
    ['python', 'print("tea and more")'],
  ],
  [
    ['html', '<p>茶壶</p>'],
    ['html', '<p>A teapot</p>'],
  ],
  [
    ['toml', 'name = "茶"'],
    ['toml', 'name = "tea"'],
  ],
  [
    ['text', '茶\n壶'],
    ['text', 'tea'],
  ],
  [
    ['output', '好'],
    ['output', 'well done'],
  ],
  [
    ['', 'a'],
    ['text', 'a'],
  ],
];

const different: readonly (readonly [zh: Code, en: Code, found: string])[] = [
  [['js', 'a(1);'], ['js', 'a(2);'], 'code that differs: "a(1);" in Chinese and "a(2);" in English'],
  [
    ['json', '{ "a": "茶" }'],
    ['json', '{ "a": "tea" }'],
    'code that differs: "{ \\"a\\": \\"茶\\" }" in Chinese and "{ \\"a\\": \\"tea\\" }" in English',
  ],
  [['js', "a('//b');"], ['js', "a('//c');"], `code that differs: "a('//b');" in Chinese and "a('//c');" in English`],
  [
    ['bash', 'get http://a#b'],
    ['bash', 'get http://a#c'],
    'code that differs: "get http://a#b" in Chinese and "get http://a#c" in English',
  ],
  [
    ['python', 'pour("茶", 1)'],
    ['python', 'pour("tea", 2)'],
    'code that differs: "pour(\\"茶\\", 1)" in Chinese and "pour(\\"tea\\", 2)" in English',
  ],
  [['output', '12'], ['output', '13'], 'code that differs: "12" in Chinese and "13" in English'],
  [['js', 'a();'], ['ts', 'a();'], 'a code block marked "js" in Chinese and "ts" in English'],
  [['js', 'a();'], ['js', 'a();\nb();'], 'code that differs: no more lines in Chinese and "b();" in English'],
];

describe('code', () => {
  it.each(same)('%j = %j', (zh, en) => {
    expect(drifts(zh, en)).toEqual([]);
  });

  it.each(different)('%j ≠ %j', (zh, en, found) => {
    expect(drifts(zh, en)).toEqual([found]);
  });

  it('that is missing in the middle is told of once', () => {
    const codes = ['a1()', 'b2()', 'c3()', 'd4()'].map((code) => fence('js', code));
    const zh = codes.join('\n\n');
    expect(driftsIn(parityCode, zh, codes.filter((_, index) => index !== 1).join('\n\n'))).toEqual([
      'code in Chinese that English does not have: "b2()"',
    ]);
  });

  it('is found again under another heading', () => {
    const zh = `## 茶\n\n${fence('js', 'a()')}\n\n## 壶\n\n好。`;
    expect(driftsIn(parityCode, zh, `## Tea\n\nGood.\n\n## Pot\n\n${fence('js', 'a()')}`)).toEqual([]);
  });
});
