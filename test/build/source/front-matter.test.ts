import { describe, expect, it } from 'vitest';
import { inLocale } from '../../../build/messages.ts';
import { type FrontMatter, readFrontMatter } from '../../../build/source/front-matter.ts';

const body = '\n# 中文\n\n茶。\n\n# English\n\nTea.\n';
const read = (yaml: string): FrontMatter => readFrontMatter(`---\n${yaml}\n---\n${body}`);
const found = ({ findings }: FrontMatter): string =>
  findings.map((finding) => inLocale(finding.found, 'en')).join(' | ');

declare global {
  // What the code in the front matter below would set, if anything ran it.
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

  it('may not be YAML by another name either, because nobody guesses', () => {
    expect(found(readFrontMatter(`---yml\nid: 1\n---\n${body}`))).toContain('"---yml"');
    expect(readFrontMatter(`---yaml\nid: 1\n---\n${body}`).values).toEqual({ id: 1 });
  });
});

describe('reading the same text again', () => {
  it('still finds the mistake the second time', () => {
    const broken = 'title: "never closed';
    expect(found(read(broken))).toContain('never closed');
    expect(found(read(broken))).toContain('never closed');
    expect(read(broken).values).toBeNull();
  });

  it('gives values of its own to everyone who reads', () => {
    const first = read('tags: [tea]');
    const second = read('tags: [tea]');
    Object.assign(first.values ?? {}, { tags: 'changed' });
    expect(second.values).toEqual({ tags: ['tea'] });
    expect(read('tags: [tea]').values).toEqual({ tags: ['tea'] });
  });
});

describe('values', () => {
  it('are those of YAML 1.2: yes, no, on, off and 010 are what they look like', () => {
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

  it('may be repeated by an alias', () => {
    expect(read('a: &tea [green, black]\nb: *tea').values).toEqual({ a: ['green', 'black'], b: ['green', 'black'] });
  });

  it('under the key __proto__ belong to the mapping and to nothing else', () => {
    const { values } = read('__proto__: { polluted: true }\nid: art_x');
    expect(Object.keys(values ?? {})).toEqual(['__proto__', 'id']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  it('do not merge by <<, which is YAML 1.1', () => {
    expect(read('a: &a { x: 1 }\nb: { <<: *a }').values).toEqual({ a: { x: 1 }, b: { '<<': { x: 1 } } });
  });
});

describe('front matter', () => {
  it.each([
    ['a key given twice', 'id: 1\nid: 2', 3, 1, 'unique'],
    ['a key given twice inside a mapping', 'title:\n  zh: 1\n  zh: 2', 4, 3, 'unique'],
    ['an unknown tag', 'id: !!js/function "x"', 2, 5, 'tag'],
    ['a custom tag', 'id: !teapot x', 2, 5, 'tag'],
    ['an unclosed quotation mark, where it opens', 'a: 1\nid: "x\nb: 2', 3, 5, 'never closed'],
    ['an unknown alias', 'id: *teapot', 2, 5, '*teapot'],
    ['an alias of itself', 'id: &a [x, *a]', 2, 12, 'contain themselves'],
    ['a tab as indentation', 'title:\n\tzh: x', 3, 1, 'Tabs'],
    ['a list', '- a\n- b', 2, 1, 'instead of fields'],
    ['nothing but a comment', '# nothing', 2, 1, 'without fields'],
  ])('that holds %s is refused at the place', (_name, yaml, line, column, words) => {
    const { values, findings } = read(yaml);
    expect(values).toBeNull();
    expect(findings[0]).toMatchObject({ place: { line, column }, found: { en: expect.stringContaining(words) } });
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

  it('of aliases that multiply is refused in no time, at the first alias that multiplies', () => {
    const row = (name: string, of: string): string => `${name}: &${name} [${Array(10).fill(of).join(', ')}]`;
    const bomb = [row('a', 'tea'), ...'bcdefgh'.split('').map((name, at) => row(name, `*${'abcdefg'[at]}`))].join('\n');
    const started = performance.now();
    const { values, findings } = read(bomb);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(values).toBeNull();
    expect(findings[0]).toMatchObject({
      place: { line: 3, column: 8 },
      found: { en: expect.stringContaining('multiply') },
    });
  });

  it('nested 64 levels deep is read, deeper is refused and never overflows', () => {
    const nested = (levels: number): FrontMatter => read(`x: ${'['.repeat(levels)}${']'.repeat(levels)}`);
    // The mapping itself is the first level.
    expect(nested(63).findings).toEqual([]);
    expect(found(nested(65))).toContain('deeper than 64 levels');
    expect(found(nested(100_000))).toContain('deeper than 64 levels');
  });
});

describe('front matter that would keep the parser busy', () => {
  const refused = (yaml: string): string[] =>
    readFrontMatter(`---\n${yaml}\n---\n`).findings.map(
      ({ place, found: said }) => `${place.line}:${place.column} ${inLocale(said, 'en')}`,
    );

  it('by lists that open on one line is refused before it is parsed', () => {
    for (const mark of ['- ', '? ', '- ? ']) {
      expect(refused(`a: b\nkeywords:\n  ${mark.repeat(15_000)}`)).toEqual(['4:1 YAML nested deeper than 64 levels']);
    }
  });

  it('by aliases is refused before anybody looks up what they stand for', () => {
    const started = performance.now();
    expect(refused(`keywords: [&a b${', *a'.repeat(7000)}]`)).toEqual([
      '2:18 aliases (*name) that contain themselves or multiply each other',
    ]);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it('by spaces on its first line is read in no time', () => {
    const started = performance.now();
    expect(readFrontMatter(`---${' '.repeat(200_000)}x y\n`).values).toBeNull();
    expect(performance.now() - started).toBeLessThan(1000);
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

  it('of a file whose front matter cannot be read begins where a language does, or nowhere', () => {
    expect(readFrontMatter(`---js\n{}\n---\n${body}`).bodyLine).toBe(5);
    expect(readFrontMatter('---\nid: 1\n').bodyLine).toBeNull();
  });
});
