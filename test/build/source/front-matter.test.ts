import { describe, expect, it } from 'vitest';
import { inLocale } from '../../../build/messages.ts';
import { type FrontMatter, readFrontMatter } from '../../../build/source/front-matter.ts';

const body = '\n# 中文\n\n茶。\n\n# English\n\nTea.\n';
const read = (yaml: string): FrontMatter => readFrontMatter(`---\n${yaml}\n---\n${body}`);
const found = ({ findings }: FrontMatter): string =>
  findings.map((finding) => inLocale(finding.found, 'en')).join(' | ');

declare global {
  // Set by the code in the front matter below, if it ever runs.
  var pwned: unknown;
}

describe('an engine other than YAML', () => {
  const code = '(() => { globalThis.pwned = "ran" })() || {}';

  it.each(['---js', '--- js', '---javascript', '---JS', '---coffee', '---json', '---toml', '---cson', '---eval'])(
    'is refused and never run: %s',
    (opening) => {
      const { values, findings } = readFrontMatter(`${opening}\n${code}\n---\n${body}`);
      expect(values).toBeNull();
      expect(findings).toHaveLength(1);
      expect(findings[0]?.expected).toHaveProperty('en', 'YAML front matter, opened by --- alone');
      expect(globalThis.pwned).toBeUndefined();
    },
  );

  it('may not be YAML by another name either, because names are not guessed', () => {
    expect(found(readFrontMatter(`---yml\nid: 1\n---\n${body}`))).toContain('"---yml"');
    expect(readFrontMatter(`---yaml\nid: 1\n---\n${body}`).values).toEqual({ id: 1 });
  });
});

describe('values', () => {
  it('are those of YAML 1.2: yes, no, on and off are text, 010 is a number', () => {
    const { values } = read('a: yes\nb: no\nc: on\nd: off\ne: 010\nf: 1:30\ng: 2026-01-01\nh: true\ni: ~\nj: 0o10');
    expect(values).toEqual({
      a: 'yes',
      b: 'no',
      c: 'on',
      d: 'off',
      e: 10,
      f: '1:30',
      g: '2026-01-01',
      h: true,
      i: null,
      j: 8,
    });
  });

  it('are parsed again each time: a mistake is found again, and readers share no data', () => {
    for (let time = 0; time < 2; time += 1) expect(found(read('title: "never closed'))).toContain('never closed');
    Object.assign(read('tags: [tea]').values ?? {}, { tags: 'changed' });
    expect(read('tags: [tea]').values).toEqual({ tags: ['tea'] });
  });

  it('under the key __proto__ belong only to the mapping', () => {
    const { values } = read('__proto__: { polluted: true }\nid: art_x');
    expect(Object.keys(values ?? {})).toEqual(['__proto__', 'id']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  it('do not merge by <<, which is YAML 1.1', () => {
    expect(read('b: { <<: { x: 1 } }').values).toEqual({ b: { '<<': { x: 1 } } });
  });
});

describe('front matter', () => {
  it.each([
    ['a key given twice', 'id: 1\na: 2\nid: 2', 4, 1, 'the key "id", which line 2 has already'],
    ['a key given twice inside a mapping', 'title:\n  zh: 1\n  zh: 2', 4, 3, 'the key "zh", which line 3 has already'],
    ['a tag that names code', 'id: !!js/function "x"', 2, 5, 'the YAML tag "!!js/function"'],
    ['a tag of YAML itself', 'id: !!str 1', 2, 5, 'the YAML tag "!!str"'],
    ['a custom tag on a key', 'id: 1\n!teapot x: 1', 3, 1, 'the YAML tag "!teapot"'],
    ['an anchor', 'a: &tea [green, black]\nb: *tea', 2, 4, 'the YAML anchor "&tea"'],
    ['an anchor in a list', 'a:\n- { b: &tea }', 3, 8, 'the YAML anchor "&tea"'],
    ['an unclosed quotation mark, where it opens', 'a: 1\nid: "x\nb: 2', 3, 5, 'never closed'],
    ['an alias', 'id: *teapot', 2, 5, 'the YAML alias "*teapot"'],
    ['an alias in brackets', 'tags: [ x, *a]', 2, 12, 'the YAML alias "*a"'],
    ['a tab as indentation', 'title:\n\tzh: x', 3, 1, 'Tabs'],
    ['a list', '- a\n- b', 2, 1, 'instead of fields'],
    ['nothing but a comment', '# nothing', 2, 1, 'without fields'],
  ])('that holds %s is refused at the place', (_name, yaml, line, column, words) => {
    const { values, findings } = read(yaml);
    expect(values).toBeNull();
    expect(findings[0]).toMatchObject({ place: { line, column }, found: { en: expect.stringContaining(words) } });
  });

  it.each(['a: "&tea"', "a: '*tea'", 'a: x & y * z !', 'a: |\n  &tea *tea !tea', 'a: # &tea\n  b'])(
    'may contain these characters as text: %j',
    (yaml) => {
      expect(read(yaml).findings).toEqual([]);
    },
  );

  it('names every repeated key', () => {
    expect(read('a: 1\nb: 1\na: 2\nb: 2\na: 3').findings.map(({ place }) => place.line)).toEqual([4, 5, 6]);
  });

  it.each([
    ['without an opening', `id: 1\n---\n${body}`, 1],
    ['that is never closed', `---\nid: 1\n${body}`, 1],
    ['closed by four hyphens', `---\nid: 1\n----\n${body}`, 3],
  ])('%s is refused', (_name, text, line) => {
    const { values, findings } = readFrontMatter(text);
    expect(values).toBeNull();
    expect(findings.map(({ place }) => place)).toEqual([{ line, column: 1 }]);
  });

  it('nested 64 levels deep is read, deeper is refused', () => {
    const nested = (levels: number): FrontMatter => read(`x: ${'['.repeat(levels)}${']'.repeat(levels)}`);
    // The mapping itself is the first level.
    expect(nested(63).findings).toEqual([]);
    expect(found(nested(65))).toContain('deeper than 64 levels');
  });
});

describe('expensive front matter', () => {
  it.each([
    ['aliases that multiply', 'a: &a [tea, tea]\nb: &b [*a, *a]\nc: [*b, *b]', '2:4 the YAML anchor "&a"'],
    ['brackets inside one another', `x: ${'['.repeat(100_000)}`, '2:68 YAML nested deeper than 64 levels'],
    [
      'lists that open on one line',
      `a: b\nkeywords:\n  ${'- '.repeat(15_000)}`,
      '4:131 YAML nested deeper than 64 levels',
    ],
    [
      'keys that open on one line',
      `a: b\nkeywords:\n  ${'? '.repeat(15_000)}`,
      '4:131 YAML nested deeper than 64 levels',
    ],
  ])('by %s is refused where it begins', (_, yaml, message) => {
    const { values, findings } = read(yaml);
    expect(values).toBeNull();
    expect(findings.map(({ place, found: said }) => `${place.line}:${place.column} ${inLocale(said, 'en')}`)).toEqual([
      message,
    ]);
  });

  it('by spaces on its first line is refused', () => {
    expect(readFrontMatter(`---${' '.repeat(200_000)}x y\n`).values).toBeNull();
  });
});

describe('a place', () => {
  const frontMatter = read('id: art_x\ntitle:\n  zh: 茶\n  en: Tea\ntags: [a, "b"]');

  it.each([
    [['id'], 2, 5],
    [['title', 'en'], 5, 7],
    [['tags', 1], 6, 11],
    [['title', 'fr'], 4, 3],
    [['nowhere', 'at', 'all'], 2, 1],
  ])('of %j is its value, or the nearest that is there', (path, line, column) => {
    expect(frontMatter.placeOf(path)).toEqual({ line, column });
  });

  it('of a key is the key', () => {
    expect(frontMatter.placeOfKey([], 'tags')).toEqual({ line: 6, column: 1 });
    expect(frontMatter.placeOfKey(['title'], 'zh')).toEqual({ line: 4, column: 3 });
  });
});

describe('the body', () => {
  it('begins after the closing line', () => {
    expect(read('id: 1').bodyLine).toBe(4);
  });

  it('of a file with unreadable front matter begins at a language heading, or is absent', () => {
    expect(readFrontMatter(`---js\n{}\n---\n${body}`).bodyLine).toBe(5);
    expect(readFrontMatter('---\nid: 1\n').bodyLine).toBeNull();
  });
});

describe('a YAML mistake', () => {
  it.each([
    ['id: 1\nid: 2', '键 "id" 重复，第 2 行已有'],
    ['id: a: b', '同一行中不能再嵌套映射或列表'],
    ['title:\n\tzh: x', '不能用制表符缩进'],
    ['id: "tea', '未闭合的引号'],
    ['id: 1\n...\nid: 2', '一段 front matter 中有多个 YAML 文档'],
    ['id:1\ntags: 2', '键必须写在一行之内；冒号之后可能少了空格'],
    // Messages of the package itself are in English.
    ['author: @teapot', '不加引号的文字不能以这个字符开头（Plain value cannot start with reserved character @）'],
    ['author: "a \\q"', '双引号中的转义序列无效（Invalid escape sequence \\q）'],
  ])('is explained in Chinese: %j', (yaml, reason) => {
    const reasons = read(yaml).findings.map((finding) => inLocale(finding.found, 'zh'));
    expect(reasons).toContain(`YAML 错误：${reason}`);
  });
});
