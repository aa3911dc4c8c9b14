// Invented words: what articles made of others get, because a collection of that size would have words that those do not have.
// The same number gives the same words. Pure.
import type { Language } from '../../build/edition/vocabulary.ts';
import { randomFrom } from '../eval/random.ts';

const wordsPerArticle = 12;
/** How many different words there are to choose from. */
const kinds = 200_000;

const consonants = [...'bdfgklmnprstvz'];
const vowels = [...'aeiou'];
const syllables = consonants.flatMap((consonant) => vowels.map((vowel) => consonant + vowel));
/** Han characters in the order of Unicode, of which the first few thousand are mostly in use. */
const firstHan = 0x4e00;
const hanCount = 6_000;

/** The words of a made article, in each language: a few of them in many articles, most in one or two (Zipf's law). */
export function rareWords(article: number): Record<Language, string[]> {
  const random = randomFrom(`rare words ${article}`);
  const ranks = Array.from({ length: wordsPerArticle }, () => Math.floor(kinds ** random()));
  return { zh: ranks.map(chineseWord), en: ranks.map(englishWord) };
}

function englishWord(rank: number): string {
  let word = '';
  for (let rest = rank + syllables.length ** 2; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length];
  }
  return word;
}

const chineseWord = (rank: number): string =>
  String.fromCodePoint(firstHan + (rank % hanCount), firstHan + ((rank * 7) % hanCount));
