// Words that mix Latin letters with letters of a script that has many of the same shapes (UTS #39, 5.1). Knows no rule.

export interface MixedWord {
  word: string;
  /** Its letters that are not Latin. */
  letters: string[];
  /** The offset of the word in the text. */
  start: number;
}

/** A word of letters, digits and marks. Scripts that are written beside Latin words without a space have no part in it. */
const words =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Georgian}\p{Script=Lisu}\p{Script=Canadian_Aboriginal}\p{M}\p{N}]+/gu;
const latin = /\p{Script=Latin}/u;
const neutral = /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
/** Greek letters are symbols, too (Δt, kΩ, μs): they count when they look Latin, or stand between two Latin letters. */
const greek = /\p{Script=Greek}/u;
const greekLikeLatin = /[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿικνοϲϳ]|(?<=\p{Script=Latin})\p{Script=Greek}(?=\p{Script=Latin})/gu;

export function mixedWordsIn(text: string): MixedWord[] {
  if (!/[^\p{ASCII}]/u.test(text)) return [];
  return [...text.matchAll(words)].flatMap(({ 0: word, index }) => {
    const letters = /[^\p{ASCII}]/u.test(word) ? foreignLetters(word) : [];
    return letters.length === 0 ? [] : [{ word, letters, start: index }];
  });
}

function foreignLetters(word: string): string[] {
  // Compatibility forms (full width, mathematical letters) are what they look like.
  const letters = [...word].filter((letter) => letter.normalize('NFKC') === letter);
  if (!letters.some((letter) => latin.test(letter))) return [];
  const others = letters.filter((letter) => !neutral.test(letter) && !greek.test(letter));
  // One Latin letter beside one Greek is a formula, such as `Nν`.
  const alike = letters.length > 2 ? (letters.join('').match(greekLikeLatin) ?? []) : [];
  return [...new Set([...others, ...alike])];
}
