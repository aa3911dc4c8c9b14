import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, holdsHan } from '../../../build/edition/analysis.ts';
import { normalFormOf, wordsIn } from '../../../build/edition/words.ts';
import { anyText } from '../texts.ts';

const wordsOf = (text: string): string[] => wordsIn(text).map(({ start, end }) => text.slice(start, end));

describe('the words of a text', () => {
  it.each([
    ['tools/call fails: ECONNREFUSED', ['tools/call', 'fails', 'ECONNREFUSED']],
    ['a -32601 error, 5-3', ['a', '-32601', 'error', '5-3']],
    ['C++ and C#.', ['C++', 'and', 'C#']],
    ['使用foo_bar函数', ['使用', 'foo_bar', '函数']],
    ['错误-32601', ['错误', '-32601']],
    ['…', []],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('are those of the analyser: one by one they give the terms of the whole', () => {
    fc.assert(
      fc.property(anyText, (given) => {
        const text = normalFormOf(given);
        expect(wordsOf(text).flatMap((word) => analyse(word))).toEqual(analyse(text));
        for (const { start, end, isHan } of wordsIn(text)) {
          const word = text.slice(start, end);
          expect(holdsHan(word)).toBe(isHan);
          // What the analyser takes for one identifier is a term itself; two words in one would not be.
          const isIdentifier = !isHan && /[^\p{L}\p{N}\p{M}]/u.test(word) && /[\p{L}\p{N}]/u.test(word);
          const isContraction = /^\p{L}+'\p{L}+$/u.test(word);
          if (isIdentifier && !isContraction && word.length <= 64) expect(analyse(word)).toContain(word.toLowerCase());
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('between two offsets are those that begin there, seen with what stands before them', () => {
    expect(wordsIn('错误-32601', 2)).toEqual([{ start: 2, end: 8, isHan: false }]);
    expect(wordsIn('one two three', 4, 7)).toEqual([{ start: 4, end: 7, isHan: false }]);
  });
});

describe('the normal form', () => {
  it('is what the analyser reads: it has the same terms, and so has its own normal form', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(analyse(normalFormOf(text))).toEqual(analyse(text));
      }),
      { numRuns: 1000 },
    );
  });
});
