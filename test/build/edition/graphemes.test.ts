import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalFormOf } from '../../../build/edition/analysis.ts';
import { aligned, canBeAligned, graphemesOf, isAlone, sureBoundaryAfter } from '../../../build/edition/graphemes.ts';
import { anyText } from '../texts.ts';

/** Every unit where scripts are dense, one of sixteen in long ranges. */
const units = Array.from({ length: 0x10000 }, (_, unit) => unit).filter((unit) => unit < 0x3400 || unit % 16 === 0);
const aloneUnits = units.filter(isAlone);
const boundaries = (text: string): number[] => [...graphemesOf(text)].map(({ index }) => index);

describe('a character without Unicode rules', () => {
  it('is a separate grapheme beside any other such character, in any context', () => {
    const others = ['a', '文', '©', '☀'];
    const joined = aloneUnits.filter((unit) => {
      const character = String.fromCharCode(unit);
      const pairs = [...others, character].map((other) => `${other}${character}${other}`);
      // A mark before or after does not affect the boundary between two such characters.
      return !(
        pairs.every((pair) => boundaries(pair).join() === '0,1,2') &&
        boundaries(`\u0301${character}a`).includes(2) &&
        boundaries(`a${character}\u200d☀`).includes(1)
      );
    });
    expect(joined.map((unit) => unit.toString(16))).toEqual([]);
  });

  it('covers most text in both languages', () => {
    for (const character of 'az AZ 09 ’“”‘–—… ，。、；：？！（）「」《》 文 资料庫 é ü → ≤ ①')
      expect(isAlone(character.charCodeAt(0)), character).toBe(true);
    for (const character of ['\u0301', '\u200d', '\ufe0f', '\r', '\n', '한', 'ᄀ', 'ก', '\u0600', '\ud83d', '\udc4d'])
      expect(isAlone(character.charCodeAt(0)), character).toBe(false);
  });

  it('divides a text into stretches with the same graphemes as the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found: number[] = [];
        for (let start = 0; start < text.length; ) {
          const end = sureBoundaryAfter(text, start);
          expect(end).toBeGreaterThan(start);
          for (const index of boundaries(text.slice(start, end))) found.push(start + index);
          start = end;
        }
        expect(found).toEqual(boundaries(text));
      }),
      { numRuns: 300 },
    );
  });
});

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Some code units of the normal form of a text that can be aligned with it. */
const stretch = fc
  .record({ text: anyText, from: fc.nat(), more: fc.nat(4) })
  .map(({ text, from, more }) => ({ text, normal: normalFormOf(text), from, more }))
  .filter(({ text, normal }) => normal !== '' && canBeAligned(text, normal))
  .map(({ text, normal, from, more }) => {
    const at = from % normal.length;
    return { text, normal, at, end: Math.min(normal.length, at + 1 + more) };
  });

describe('the alignment of a text with its normal form', () => {
  it.each([
    ['Ａ ﬁle', 'A file', 'file', 'ﬁle'],
    ['資料庫連線', '资料库连线', '库连', '庫連'],
    ['nai\u0308ve cafe\u0301', 'naïve café', 'café', 'cafe\u0301'],
    ['a…Ｂ', 'a...B', 'B', 'Ｂ'],
    ['don’t', "don't", "n't", 'n’t'],
    ['𠮷Ａ', '𠮷A', 'A', 'Ａ'],
  ])('of %j leads from %j %j to %j', (text, normal, part, original) => {
    expect(normalFormOf(text)).toBe(normal);
    const at = normal.indexOf(part);
    const { start, end } = aligned(text, normal)(at, at + part.length);
    expect(text.slice(start, end)).toBe(original);
  });

  it('maps any stretch to the graphemes at both of its ends, as found by scanning the whole text', () => {
    fc.assert(
      fc.property(stretch, ({ text, normal, at, end }) => {
        const characters = [...normal];
        let place = 0;
        const spans = [...graphemes.segment(text)].map(({ index, segment }) => {
          const start = place;
          // The analyser's steps after NFKC replace characters one by one.
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
  ])('is refused for %j and %j, which say different things', (text, normal) => {
    expect(canBeAligned(text, normal)).toBe(false);
  });
});
