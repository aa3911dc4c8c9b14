import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, holdsHan } from '../../../build/edition/analysis.ts';
import { normalFormOf, type Word, wordsIn } from '../../../build/edition/words.ts';
import { anyText } from '../texts.ts';

const textsOf = (text: string, words: readonly Word[]): string[] =>
  words.map(({ start, end, isHan }) => (isHan ? `[${text.slice(start, end)}]` : text.slice(start, end)));

/** Any units of UTF-16, and more often those that words are made of or joined by. */
const marks = [
  ...['a', 'Z', '7', '_', '-', '--', '$', '@', '.', '/', "'", '+'],
  '#',
  ' ',
  '茶',
  '々',
  '𠮷',
  'é',
  'カ',
  '😀',
];
const text = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(...marks),
    ),
  )
  .map((pieces) => pieces.join(''));

describe('the words of a text', () => {
  it.each([
    ['用teapot泡茶。好', ['[用]', 'teapot', '[泡茶]', '[好]']],
    ['人々 𠮷野', ['[人々]', '[𠮷野]']],
    ['カタカナ 한국어 naïve', ['カタカナ', '한국어', 'naïve']],
    ['tools/call application/json v1.2 a@b.org', ['tools/call', 'application/json', 'v1.2', 'a@b.org']],
    ['--port -o $emit @scope/name -32601', ['--port', '-o', '$emit', '@scope/name', '-32601']],
    ['---rule a--b $$x', ['rule', 'a', 'b', 'x']],
    ['a-1 用--port', ['a-1', '[用]', '--port']],
    ['C++ C# C+ issue#7', ['C++', 'C#', 'C', 'issue#7']],
    ["it's 'quoted'", ["it's", 'quoted']],
    ['a. b/ -', ['a', 'b']],
    ['', []],
  ])('%j are %j', (given, expected) => {
    expect(textsOf(given, wordsIn(given))).toEqual(expected);
  });

  it('stand in order, apart from each other, and hold every letter and digit of the text', () => {
    fc.assert(
      fc.property(text, (given) => {
        let last = 0;
        for (const { start, end, isHan } of wordsIn(given)) {
          expect(given.slice(last, start)).not.toMatch(/[\p{L}\p{N}\p{M}_\p{Script=Han}]/u);
          expect(start).toBeLessThan(end);
          if (isHan) expect(given.slice(start, end)).toMatch(/^\p{Script=Han}+$/u);
          else expect(given.slice(start, end)).not.toMatch(/\p{Script=Han}/u);
          last = end;
        }
        expect(given.slice(last)).not.toMatch(/[\p{L}\p{N}\p{M}_\p{Script=Han}]/u);
      }),
      { numRuns: 300 },
    );
  });

  it('are those of the analyser: one by one they give the terms of the whole', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const normal = normalFormOf(given);
        const words = wordsIn(normal).map(({ start, end }) => normal.slice(start, end));
        expect(words.flatMap((word) => analyse(word))).toEqual(analyse(normal));
        expect(analyse(normal)).toEqual(analyse(given));
        for (const word of words) {
          // What the analyser takes for one identifier is a term itself; two words in one would not be.
          const isIdentifier = !holdsHan(word) && /[^\p{L}\p{N}\p{M}]/u.test(word) && /[\p{L}\p{N}]/u.test(word);
          const isContraction = /^\p{L}+'\p{L}+$/u.test(word);
          if (isIdentifier && !isContraction && word.length <= 64) expect(analyse(word)).toContain(word.toLowerCase());
        }
      }),
      { numRuns: 300 },
    );
  });

  it('between two offsets are those of the whole text that begin there', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (given, some, other) => {
        const words = wordsIn(given);
        const [start, end] = [some % (given.length + 1), other % (given.length + 1)];
        fc.pre(words.every((word) => start <= word.start || start >= word.end));
        expect(wordsIn(given, start, end)).toEqual(words.filter((word) => word.start >= start && word.start < end));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the normal form of a text', () => {
  it.each([
    ['full width', 'ＡＢＣ　１２３，？', 'ABC 123,?'],
    ['compatibility forms', 'ﬁle ① ㎏', 'file 1 kg'],
    ['apostrophes', 'don’t', "don't"],
    ['hyphens and minus signs', '‐‑‒–−', '-----'],
    ['Traditional characters', '連線逾時，請問頭髮', '连线逾时,请问头发'],
    ['Traditional words that keep a character', '乾隆 乾淨', '乾隆 干净'],
    ['a character that leads to another that leads on', '薴 苧 苎', '苎 苎 苎'],
  ])('of %s: %j is %j', (_kind, given, expected) => {
    expect(normalFormOf(given)).toBe(expected);
  });

  it('is its own normal form', () => {
    const traditional = fc
      .array(fc.constantFrom(...'連線請問頭髮乾隆淨著名看著裡裏麼麽甚為爲後后面麵發髮'))
      .map((some) => some.join(''));
    fc.assert(
      fc.property(fc.oneof(text, traditional), (given) => {
        const normal = normalFormOf(given);
        expect(normalFormOf(normal)).toBe(normal);
      }),
      { numRuns: 300 },
    );
  });
});
