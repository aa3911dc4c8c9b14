import { describe, expect, it } from 'vitest';
import { type Examples, examplesIn, exampleWords, type MarkFault, marksOf } from '../../../build/source/examples.ts';
import { draftOf, draftWith } from '../sources.ts';

const fence = (mark: string, code: string): string => `\`\`\`${mark}\n${code}\n\`\`\`\n`;
/** The examples of an article whose only section contains this Markdown in each language. */
const among = (zh: string, en = zh): Examples => examplesIn(draftWith({ zh: `## 茶\n\n${zh}`, en: `## Tea\n\n${en}` }));
const shortly = ({ examples }: Examples): string[] => examples.map(({ language, code }) => `${language} ${code}`);

describe('the examples of an article', () => {
  it('are its code blocks, once for both languages, in the order and wording of the English text', () => {
    const found = among(
      `${fence('js', 'pour(); // 倒')}\n${fence('python', 'tea = 1')}`,
      `${fence('js', 'pour(); // pour')}\n${fence('python', 'tea = 1')}`,
    );
    expect(shortly(found)).toEqual(['js pour(); // pour', 'python tea = 1']);
    expect(found.examples.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
    const { text } = draftWith({ zh: `## 茶\n\n${fence('js', 'a()')}`, en: `## Tea\n\n${fence('js', 'a()')}` });
    const line = among(fence('js', 'a()')).examples[0]?.place.line ?? 0;
    expect(text.split('\n').slice(line - 3, line)).toEqual(['## Tea', '', '```js']);
  });

  it('have the canonical name of their programming language', () => {
    const found = among([fence('JavaScript', 'a()'), fence('sh', 'ls'), fence('yml', 'a: 1')].join('\n'));
    expect(shortly(found)).toEqual(['js a()', 'bash ls', 'yaml a: 1']);
  });

  it('exclude text, diagrams, output and indented code, but include console sessions', () => {
    const prose = ['', 'text', 'mermaid', 'markdown', 'diff', 'ascii', 'plantuml', 'output'];
    const found = among(
      [...prose.map((mark) => fence(mark, `x ${mark}`)), '    indented()\n', fence('console', '$ ls')].join('\n'),
    );
    expect(shortly(found)).toEqual(['console $ ls']);
  });

  it('include code that only one language has, but are empty while a language is missing', () => {
    expect(shortly(among(fence('js', 'only()'), 'Tea.'))).toEqual(['js only()']);
    expect(examplesIn(draftOf('# 中文\n\n```js\na()\n```\n'))).toEqual({ examples: [], strayOutputs: [] });
  });

  it('have verify= and file= as in the English text, and the reason for skipping in each language that gives one', () => {
    const [both] = among(
      fence('js verify=skip "需要令牌"', 'a()'),
      fence('js verify=skip "needs a token"', 'a()'),
    ).examples;
    expect(both?.marks.words).toEqual(new Set(['skip']));
    expect(both?.reasons).toEqual({ zh: '需要令牌', en: 'needs a token' });
    const [zh] = among(fence('js verify=skip "需要令牌" file=a.js', 'a()'), 'Tea.').examples;
    expect([zh?.reasons, zh?.marks.file]).toEqual([{ zh: '需要令牌' }, 'a.js']);
  });
});

describe('an output block in an article', () => {
  it('belongs to the example before it, in both languages', () => {
    const part = (word: string): string => [fence('js', 'a()'), fence('output', word), fence('js', 'b()')].join('\n');
    const [first, second] = among(part('茶'), part('tea')).examples;
    expect(first?.outputs.map(({ language, text }) => [language, text])).toEqual([
      ['en', 'tea'],
      ['zh', '茶'],
    ]);
    expect(second?.outputs).toEqual([]);
  });

  it('is reported as stray without an example before it', () => {
    const found = among([fence('output', 'tea'), fence('js', 'a()')].join('\n'));
    expect(found.examples[0]?.outputs).toEqual([]);
    expect(found.strayOutputs).toHaveLength(2);
  });
});

const none = { words: new Set(), reason: undefined, file: undefined };

describe('the marks of a code block', () => {
  it.each([undefined, null, '', ' ', '{1,3}', 'title="verify=run"', '{verify=run}', '"file=a.js"', 'verify'])(
    'are absent in %j, which has no words for this compiler',
    (meta) => {
      expect(marksOf(meta)).toEqual(none);
    },
  );

  it('are verify=, file= and a reason for skipping, and are found among words that are meant for other tools', () => {
    expect(marksOf('verify=run,network')).toEqual({ ...none, words: new Set(['run', 'network']) });
    expect(marksOf('{1} file=server.test.mjs title="a b" verify="fails"')).toEqual({
      ...none,
      words: new Set(['fails']),
      file: 'server.test.mjs',
    });
    expect(marksOf('verify=skip "needs a GitHub token" file=a.js')).toEqual({
      words: new Set(['skip']),
      reason: 'needs a GitHub token',
      file: 'a.js',
    });
    expect(marksOf('verify=skip " 需要：令牌 "')).toMatchObject({ reason: '需要：令牌' });
  });

  it('accept every word for verify= that is documented for authors', () => {
    for (const word of Object.keys(exampleWords))
      expect(marksOf(`verify=${word}${word === 'skip' ? ' "so"' : ''}`)).toMatchObject({ words: new Set([word]) });
  });

  // test/fixtures/broken/example-marks has the other faults.
  it.each<[meta: string, fault: MarkFault['fault'], given: string]>([
    ['verify=constructor', 'unknown-word', 'constructor'],
    ['verify=', 'no-word', 'verify='],
    ['verify=skip file=a.js "too late"', 'no-reason', 'verify=skip'],
    ['file=server', 'file-name', 'file=server'],
    ['file=.env', 'file-name', 'file=.env'],
    ['file="a b.js"', 'file-name', 'file="a b.js"'],
    ['file=C:\\a.js', 'file-name', 'file=C:\\a.js'],
  ])('written as %s are reported with the fault %s', (meta, fault, given) => {
    expect(marksOf(meta)).toEqual({ fault, given });
  });
});
