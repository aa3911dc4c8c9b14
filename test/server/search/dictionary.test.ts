// The near words of a dictionary: words that begin with a given word or are spelt like it. They are also compared with those of a
// reference dictionary that compares every word (`reference-near.ts`).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Dictionary, openDictionary } from '../../../server/search/dictionary.ts';
import { referenceDictionary } from './reference-near.ts';

/** Opens a dictionary of words, each given as `word` or `word*frequency`. */
function dictionaryOf(words: readonly string[]): Dictionary & { names: string[] } {
  const names = words.map((word) => word.split('*')[0] ?? '');
  return {
    names,
    ...openDictionary(
      names,
      words.map((word) => Number(word.split('*')[1] ?? 1)),
    ),
  };
}

/** The words of a dictionary that begin with `word` or are spelt like it, best first, each as `word share`. */
function near(word: string, words: readonly string[]): string[] {
  const { names, near: nearTo } = dictionaryOf(words);
  return nearTo(word).map(({ term, share }) => `${names[term]} ${share}`);
}

describe('the dictionary of an index', () => {
  it('gives the words within one edit of a given word: those with its first letter come first, then the most frequent', () => {
    expect(near('connectoin', ['bonnectoin*9', 'connection', 'konnectoin*8', 'connectoi*2'])).toEqual([
      'connectoi 0.7',
      'connection 0.7',
      'bonnectoin 0.7',
      'konnectoin 0.7',
    ]);
  });

  it('allows two edits from 5 letters on if no word is within one edit, and for 5 to 7 letters only with the same first letter', () => {
    expect(near('pstgresq', ['postgresql'])).toEqual(['postgresql 0.5']);
    expect(near('pstgres', ['postgress'])).toEqual(['postgress 0.5']);
    expect(near('pstgres', ['aostgress', 'bstgress'])).toEqual([]);
    expect(near('dokr', ['docker'])).toEqual([]);
    expect(near('pstgresql', ['postgresql', 'pstgrs'])).toEqual(['postgresql 0.7']);
  });

  it('allows one edit per three letters for suggestions, which is more than for searches', () => {
    const like = (word: string, words: readonly string[]): string[] =>
      dictionaryOf(words)
        .like(word)
        .map(({ term }) => words[term] ?? '');
    expect(like('cypiddid', ['cydippid'])).toEqual(['cydippid']);
    expect(near('cypiddid', ['cydippid'])).toEqual([]);
    expect(like('dokr', ['docker'])).toEqual(['docker']);
    expect(like('do', ['docker'])).toEqual([]);
  });

  it('gives no similar words for a Chinese word', () => {
    expect(near('茶壶盖子', ['茶壶盖', '茶壶盖子'])).toEqual([]);
    expect(near('abcd', ['abcé', 'abc茶'])).toEqual(['abcé 0.7']);
  });

  it('gives the same words as the reference dictionary, in the same order', () => {
    const unit = fc.constantFrom('a', 'b', 'c', 'd', '0', 'é', '_');
    const long = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 2, maxLength: 127 });
    const word = fc.oneof({ weight: 9, arbitrary: fc.string({ unit, minLength: 2, maxLength: 12 }) }, long);
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 7 }), word, fc.nat(), fc.nat(), (words, other, which, cut) => {
        // The misspelt word is often a word of the dictionary with one letter removed.
        const known = words[which % (words.length + 1)] ?? other;
        const at = cut % known.length;
        const asked = known.slice(0, at) + known.slice(at + 1);
        fc.pre(asked.length >= 3 && !words.includes(asked));
        const own = dictionaryOf(words);
        const reference = referenceDictionary(
          words,
          words.map(() => 1),
        );
        expect(own.near(asked)).toEqual(reference.near(asked));
        expect(own.like(asked)).toEqual(reference.like(asked));
      }),
      { numRuns: 300 },
    );
  });
});
