// Front matter beyond test/fixtures/broken/safe-front-matter, which has the usual faults with their messages.
import { describe, expect, it } from 'vitest';
import { inLocale } from '../../../build/messages.ts';
import { type FrontMatter, readFrontMatter } from '../../../build/source/front-matter.ts';

const body = '\n# 中文\n\n茶。\n\n# English\n\nTea.\n';
const read = (yaml: string): FrontMatter => readFrontMatter(`---\n${yaml}\n---\n${body}`);

declare global {
  // The code in the front matter below sets this variable if it runs.
  var pwned: unknown;
}

describe('front matter in a language other than YAML', () => {
  const code = '(() => { globalThis.pwned = "ran" })() || {}';

  it.each(['---js', '--- js', '---javascript', '---JS', '---coffee', '---json', '---toml', '---yml', '---eval'])(
    'is refused and never run: %s',
    (opening) => {
      const { values, findings } = readFrontMatter(`${opening}\n${code}\n---\n${body}`);
      expect(values).toBeNull();
      expect(findings).toHaveLength(1);
      expect(findings[0]?.expected).toHaveProperty('en', 'YAML front matter, with only --- on its first line');
      expect(globalThis.pwned).toBeUndefined();
    },
  );
});

describe('the values of front matter', () => {
  it('follow YAML 1.2: yes, no, on and off are text, and 010 is the number 10', () => {
    const { values } = read('a: [yes, off, 1:30, 2026-01-01]\nb: [010, true, ~]\nc: { <<: { x: 1 } }');
    expect(values).toEqual({ a: ['yes', 'off', '1:30', '2026-01-01'], b: [10, true, null], c: { '<<': { x: 1 } } });
  });

  it('under the key __proto__ do not change any prototype', () => {
    const { values } = read('__proto__: { polluted: true }\nid: art_x');
    expect(Object.keys(values ?? {})).toEqual(['__proto__', 'id']);
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('front matter', () => {
  it.each([
    ['a custom tag on a key', 'id: 1\n!teapot x: 1', 3, 1, 'the YAML tag "!teapot"'],
    ['an anchor in a list', 'a:\n- { b: &tea }', 3, 8, 'the YAML anchor "&tea"'],
    ['an alias in brackets', 'tags: [ x, *a]', 2, 12, 'the YAML alias "*a"'],
  ])('that holds %s is refused, with line and column', (_name, yaml, line, column, words) => {
    const { values, findings } = read(yaml);
    expect(values).toBeNull();
    expect(findings[0]).toMatchObject({ place: { line, column }, found: { en: expect.stringContaining(words) } });
  });

  it.each(['a: "&tea"', "a: '*tea'", 'a: x & y * z !', 'a: |\n  &tea *tea !tea', 'a: # &tea\n  b'])(
    'may contain the characters of YAML anchors, aliases and tags as text: %j',
    (yaml) => {
      expect(read(yaml).findings).toEqual([]);
    },
  );

  it('nested 64 levels deep is read', () => {
    // The outer mapping is the first level.
    expect(read(`x: ${'['.repeat(63)}${']'.repeat(63)}`).findings).toEqual([]);
  });
});

it.each([
  ['lists that open on one line', `k:\n  ${'- '.repeat(15_000)}`, '3:131 YAML nested deeper than 64 levels'],
  ['keys that open on one line', `k:\n  ${'? '.repeat(15_000)}`, '3:131 YAML nested deeper than 64 levels'],
])('front matter with %s is refused, with line and column', (_, yaml, message) => {
  const { values, findings } = read(yaml);
  expect(values).toBeNull();
  const said = findings.map(({ place, found: it }) => `${place.line}:${place.column} ${inLocale(it, 'en')}`);
  expect(said).toEqual([message]);
});

describe('the position of a value in front matter', () => {
  const frontMatter = read('id: art_x\ntitle:\n  zh: 茶\n  en: Tea\ntags: [a, "b"]');

  it.each([
    [['id'], 2, 5],
    [['title', 'en'], 5, 7],
    [['tags', 1], 6, 11],
    [['title', 'fr'], 4, 3],
    [['nowhere', 'at', 'all'], 2, 1],
  ])('at the path %j is that of the value, or of its nearest existing parent', (path, line, column) => {
    expect(frontMatter.placeOf(path)).toEqual({ line, column });
  });

  it('is that of the key instead of the value when placeOfKey is used', () => {
    expect(frontMatter.placeOfKey([], 'tags')).toEqual({ line: 6, column: 1 });
    expect(frontMatter.placeOfKey(['title'], 'zh')).toEqual({ line: 4, column: 3 });
  });
});

describe('the first line of the body', () => {
  it('comes after the closing line of the front matter', () => {
    expect(read('id: 1').bodyLine).toBe(4);
  });

  it('is the first language heading if the front matter is unreadable, or null if there is no language heading', () => {
    expect(readFrontMatter(`---js\n{}\n---\n${body}`).bodyLine).toBe(5);
    expect(readFrontMatter('---\nid: 1\n').bodyLine).toBeNull();
  });
});
