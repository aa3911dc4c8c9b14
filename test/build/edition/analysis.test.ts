import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, holdsHan, isSingleHan } from '../../../build/edition/analysis.ts';

const terms = (text: string): string => analyse(text).join(' ');

describe('the terms of a text', () => {
  it.each([
    // English: stems, stop words, possessives and contractions.
    ['The servers were running generously', 'server run generous'],
    ["the teapot's lid, the teapots' lids", 'teapot lid teapot lid'],
    // Chinese: single characters and bigrams; a run ends at anything else.
    ['连接超时', '连 连接 接 接超 超 超时 时'],
    ['茶，壶', '茶 壶'],
    ['用teapot泡茶', '用 teapot 泡 泡茶 茶'],
    // Traditional becomes Simplified.
    ['連線逾時', '连 连线 线 线逾 逾 逾时 时'],
    // Full-width and other compatibility forms.
    ['ＡＢＣ　１２３', 'abc 123'],
    ['ｆｕｌｌ－ｗｉｄｔｈ', 'full-width full width'],
    ['ﬁle ①', 'file 1'],
    // Identifiers: whole and in parts.
    ['tools/call', 'tools/call tool call'],
    ['list_tools', 'list_tools list tool'],
    ['CamelCase', 'camelcase camel case'],
    ['v1.2.3', 'v1.2.3 v1 2 3'],
    ['/usr/local/bin', 'usr/local/bin usr local bin'],
    ['__init__', '__init__ init'],
    // Flags, variables, packages keep their sign, also right behind Chinese; a rule of hyphens is none.
    ['--flag -o', '--flag flag -o o'],
    ['用--dry-run', '用 --dry-run dri run'],
    ['$emit @scope/name', '$emit emit @scope/name scope name'],
    ['---flag b--c', 'flag b c'],
    // Names that an identifier joins are found by themselves.
    ['app.dock.setMenu', 'app.dock.setmenu app dock setmenu set menu'],
    // Whatever hyphen or minus was typed.
    ['−32601 well‐known', '-32601 32601 well-known well known'],
    ['错误-32601', '错 错误 误 -32601 32601'],
    // Languages whose names end in marks.
    ['C++ C# F#', 'c++ c c# c f# f'],
    // Error codes keep their sign.
    ['error -32601', 'error -32601 32601'],
    ['ECONNREFUSED', 'econnrefus'],
    // Other scripts are words.
    ['カタカナ 한국어 Привет', 'カタカナ 한국어 привет'],
    ['𠮷野', '𠮷 𠮷野 野'],
    // Marks, emoji and white space are none.
    ['… — 🫖 !?', ''],
    ['', ''],
  ])('%j are %j', (text, expected) => {
    expect(terms(text)).toBe(expected);
  });

  it('are kept in order and with repetitions', () => {
    expect(analyse('tea pot tea')).toEqual(['tea', 'pot', 'tea']);
  });

  it('keep common words where they are asked to', () => {
    expect(analyse('What is it', 'keep')).toEqual(['what', 'is', 'it']);
    expect(analyse('What is it')).toEqual([]);
  });

  it('are the marks themselves of a name that is made of marks alone, where common words are kept too', () => {
    for (const name of ['[[', '!', '$']) expect(analyse(name, 'keep')).toEqual([name]);
    expect(analyse('［［', 'keep')).toEqual(['[[']);
    expect(analyse('[[')).toEqual([]);
    expect(analyse('! ?', 'keep')).toEqual([]);
    expect(analyse('!'.repeat(9), 'keep')).toEqual([]);
  });

  it('are words and never properties of an object', () => {
    expect(terms('constructor toString __proto__ hasOwnProperty')).toBe(
      'constructor tostring string __proto__ proto hasownproperty own properti',
    );
  });

  it('are never long: a word is cut at 64, and a longer identifier is known by its parts alone', () => {
    expect(analyse('x'.repeat(1000))).toEqual(['x'.repeat(64)]);
    expect(analyse(`${'a'.repeat(40)}/${'b'.repeat(40)}`)).toEqual(['a'.repeat(40), 'b'.repeat(40)]);
  });
});

/** Any sequence of UTF-16 units, halves of surrogate pairs included. */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.constantFrom(...[...'茶壶連線后髮ＡＢﬁé’_-./:@#+'].map((character) => character.charCodeAt(0))),
    ),
  )
  .map((units) => String.fromCharCode(...units));
const asciiText = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const fullWidth = (text: string): string =>
  text
    .replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000');

describe('any text at all', () => {
  it('is analysed into terms that are neither empty nor long, and the same in its compatibility forms', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of analyse(text)) {
          expect(term.length).toBeGreaterThan(0);
          expect(term.length).toBeLessThanOrEqual(64);
          expect(term).not.toMatch(/\s/);
        }
        expect(analyse(text.normalize('NFKC'))).toEqual(analyse(text));
        expect(analyse(text.normalize('NFD'))).toEqual(analyse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('has the same terms in full-width letters', () => {
    fc.assert(
      fc.property(asciiText, (text) => {
        expect(analyse(fullWidth(text))).toEqual(analyse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('has the same terms in capitals, but for the parts that capitals divide', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 5 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '_', '/', '-'), (list, joint) => {
        expect(analyse(list.join(joint).toUpperCase())).toEqual(analyse(list.join(joint)));
      }),
    );
  });

  it('of 256 KiB is analysed as well, whatever it is made of', () => {
    for (const unit of ['a', 'a-', '-', "a'", 'aA', '茶', '1.', '_', '@', '-1', 'é']) {
      const text = unit.repeat(262_144 / unit.length);
      expect(analyse(text).length, unit).toBeLessThanOrEqual(2 * text.length);
    }
  });
});

describe('Han characters', () => {
  it('are distinguished from other terms', () => {
    expect(['茶', '𠮷'].map(isSingleHan)).toEqual([true, true]);
    expect(['茶壶', 'a', '', '1', 'カ'].map(isSingleHan)).toEqual([false, false, false, false, false]);
    expect([holdsHan('tea 茶'), holdsHan('tea カ')]).toEqual([true, false]);
  });
});
