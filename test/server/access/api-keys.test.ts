// API keys are found in a text and removed, even if their characters are percent-encoded several times.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looksLikeKey, withoutKeys } from '../../../server/access/api-keys.ts';

const key = `stele_0123456789ab_${'Ab-_'.repeat(10)}xyz`;

/** The oracle of the test: decodes percent-encoded ASCII until nothing changes. */
function decoded(text: string): string {
  const once = text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return once === text ? text : decoded(once);
}

const asEscape = (character: string, isUpper: boolean): string => {
  const code = character.charCodeAt(0).toString(16).padStart(2, '0');
  return `%${isUpper ? code.toUpperCase() : code}`;
};

/** A text whose characters are percent-encoded a random number of times each. */
const encodedOften = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 120 })).map(([begin, draws]) =>
    draws.reduce((whole, [draw, isUpper]) => {
      const at = draw % whole.length;
      const character = whole.charAt(at);
      return character < '\u0080' ? whole.slice(0, at) + asEscape(character, isUpper) + whole.slice(at + 1) : whole;
    }, begin),
  );

const piece = fc.oneof(
  { weight: 3, arbitrary: encodedOften(fc.constantFrom(key, key.replace('s', 'S'))) },
  fc.constantFrom('%', '%2', '%25', '%zz', '%ff', '%E8%8C%B6', '+', '/', '?q=', 'stele_', '茶', '\ud800', '25', '\n'),
);

describe('withoutKeys', () => {
  test('removes all API keys from a text, however often they are percent-encoded, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join('');
        const pattern = /stele_[a-z0-9]{12}_[a-z0-9_-]+/gi;
        expect(decoded(withoutKeys(text))).toBe(decoded(text).replaceAll(pattern, 'stele_…'));
        expect(looksLikeKey(text)).toBe(decoded(text).search(pattern) !== -1);
        if (!looksLikeKey(text)) expect(withoutKeys(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('removes an API key whose first character was percent-encoded thousands of times', () => {
    expect(withoutKeys(`/%${'25'.repeat(4_000)}73${key.slice(1)}/lid`)).toBe('/stele_…/lid');
  });
});
