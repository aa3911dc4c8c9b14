import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalFormOf } from '../../../build/edition/analysis.ts';
import { aligned, canBeAligned, graphemesOf, isAlone } from '../../../build/edition/graphemes.ts';
import { anyText } from '../texts.ts';

/** Every UTF-16 code unit below U+3400, where many scripts lie, and every sixteenth above. */
const units = Array.from({ length: 0x10000 }, (_, unit) => unit).filter((unit) => unit < 0x3400 || unit % 16 === 0);
const aloneUnits = units.filter(isAlone);
const boundaries = (text: string): number[] => [...graphemesOf(text)].map(({ index }) => index);

describe('grapheme boundaries', () => {
  it('two adjacent characters are separate graphemes if isAlone is true for both', () => {
    const others = ['a', '文', '©', '☀'];
    const joined = aloneUnits.filter((unit) => {
      const character = String.fromCharCode(unit);
      const pairs = [...others, character].map((other) => `${other}${character}${other}`);
      // The character and its neighbour must be separate graphemes, even if a combining mark precedes the two or a joiner follows them.
      return !(
        pairs.every((pair) => boundaries(pair).join() === '0,1,2') &&
        boundaries(`\u0301${character}a`).includes(2) &&
        boundaries(`a${character}\u200d☀`).includes(1)
      );
    });
    expect(joined.map((unit) => unit.toString(16))).toEqual([]);
  });
});

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A text for which `canBeAligned` is true, its normal form, and a range of code units in the normal form. */
const stretch = fc
  .record({ text: anyText, from: fc.nat(), more: fc.nat(4) })
  .map(({ text, from, more }) => ({ text, normal: normalFormOf(text), from, more }))
  .filter(({ text, normal }) => normal !== '' && canBeAligned(text, normal))
  .map(({ text, normal, from, more }) => {
    const at = from % normal.length;
    return { text, normal, at, end: Math.min(normal.length, at + 1 + more) };
  });

describe('the alignment of a text with its normal form', () => {
  it('maps any range to the same whole graphemes as a scan of the whole text', () => {
    fc.assert(
      fc.property(stretch, ({ text, normal, at, end }) => {
        const characters = [...normal];
        let place = 0;
        const spans = [...graphemes.segment(text)].map(({ index, segment }) => {
          const start = place;
          // After NFKC, the analyser only replaces single characters by single characters.
          place += characters.splice(0, [...segment.normalize('NFKC')].length).join('').length;
          return { start, first: index, last: index + segment.length };
        });
        const first = spans.findLast(({ start }) => start <= at);
        const last = spans.findLast(({ start }) => start <= end - 1);
        expect(aligned(text, normal)(at, end)).toEqual({ start: first?.first, end: last?.last });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a', 'b'],
    ['a', ''],
    ['a', 'ab'],
    ['茶', 'a'],
  ])('is impossible for %j and %j, because the second is not a form of the first', (text, normal) => {
    expect(canBeAligned(text, normal)).toBe(false);
  });
});
