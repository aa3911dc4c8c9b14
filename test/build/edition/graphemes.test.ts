import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphemesOf, isAlone, sureBoundaryAfter } from '../../../build/edition/graphemes.ts';
import { anyText } from '../texts.ts';

/** Every unit where scripts are many, one of sixteen where they are long. */
const units = Array.from({ length: 0x10000 }, (_, unit) => unit).filter((unit) => unit < 0x3400 || unit % 16 === 0);
const aloneUnits = units.filter(isAlone);
const boundaries = (text: string): number[] => [...graphemesOf(text)].map(({ index }) => index);

describe('what needs no rules of Unicode', () => {
  it('is a character of its own beside any other that needs none, whatever stands around the two', () => {
    const others = ['a', '文', '©', '☀'];
    const joined = aloneUnits.filter((unit) => {
      const character = String.fromCharCode(unit);
      const pairs = [...others, character].map((other) => `${other}${character}${other}`);
      // A mark before it, and one behind it, takes nothing from the boundary between two such characters.
      return !(
        pairs.every((pair) => boundaries(pair).join() === '0,1,2') &&
        boundaries(`\u0301${character}a`).includes(2) &&
        boundaries(`a${character}\u200d☀`).includes(1)
      );
    });
    expect(joined.map((unit) => unit.toString(16))).toEqual([]);
  });

  it('holds what most text in both languages is made of', () => {
    for (const character of 'az AZ 09 ’“”‘–—… ，。、；：？！（）「」《》 文 资料庫 é ü → ≤ ①')
      expect(isAlone(character.charCodeAt(0)), character).toBe(true);
    for (const character of ['\u0301', '\u200d', '\ufe0f', '\r', '\n', '한', 'ᄀ', 'ก', '\u0600', '\ud83d', '\udc4d'])
      expect(isAlone(character.charCodeAt(0)), character).toBe(false);
  });

  it('divides a text into stretches whose characters are those of the text', () => {
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
