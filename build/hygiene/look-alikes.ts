// Letters of other scripts that look like Latin ones, and the Latin letters that they look like. Knows no rule.

/**
 * Limited to what is confused with one ASCII letter. Source: confusables.txt of UTS #39 (unicode.org/Public/security),
 * version 10.0, compared with 17.0 for A to C; added are the small Cyrillic letters that it gives as small capitals
 * (в к м н т). Its prototype `l` of capital letters is given here as the `I` that they are the capitals of.
 */
const table: { readonly [Script in 'greek' | 'others']: string } = {
  greek: 'a:α A:Α B:Β E:Ε F:Ϝ H:Η i:ι I:Ι j:ϳ J:Ϳ K:Κ M:ΜϺ N:Ν o:οσ O:Ο p:ρ P:Ρ T:Τ u:υ v:ν X:Χ c:ϲ C:Ϲ y:γ Y:Υ Z:Ζ',
  others:
    // Cyrillic
    'a:а A:А b:Ьв B:В c:с C:С d:ԁ e:еҽ E:Е G:Ԍ h:һн H:Н i:іꙇ I:ІӀ l:ӏ j:ј J:Ј k:к K:К m:м M:М o:о O:О p:р P:Р q:ԛ ' +
    'r:г s:ѕ S:Ѕ t:т T:Т v:ѵ V:Ѵ w:ѡԝ W:Ԝ x:х X:Х y:уү Y:УҮ ' +
    // Armenian, Georgian, Coptic
    'f:ք g:ց h:հ n:ոռ o:օ O:Օ q:գզ S:Տ u:ս U:Ս w:ա o:ჿ y:ყ B:Ⲃ c:ⲥ C:Ⲥ H:Ⲏ K:Ⲕ I:Ⲓ L:Ⳑ M:Ⲙ N:Ⲛ o:ⲟ O:Ⲟ p:ⲣ P:Ⲣ ' +
    'r:ⲅ T:Ⲧ X:Ⲭ Y:Ⲩ ' +
    // Cherokee
    'A:Ꭺ b:Ꮟ B:Ᏼ c:ꮯ C:Ꮯ d:Ꮷ D:Ꭰ E:Ꭼ G:ᏀᏳ h:Ꮒ H:Ꮋ i:ꭵᎥ J:Ꭻ K:Ꮶ L:Ꮮ M:Ꮇ P:Ꮲ r:ꮁ R:ᎡᏒ s:ꮪ S:ᏕᏚ T:Ꭲ v:ꮩ V:Ꮩ w:ꮃ W:ᎳᏔ ' +
    'Y:ᎩᎽ z:ꮓ Z:Ꮓ ' +
    // Canadian syllabics, Lisu
    'A:ᗅ b:ᖯᑲ B:ᗷ d:ᑯ D:ᗞᗪ F:ᖴ H:ᕼ J:ᒍ L:ᒪ M:ᗰ P:ᑭ R:ᖇ U:ᑌ V:ᐯ x:ᕁᕽ A:ꓮ B:ꓐ C:ꓚ d:ꓒ D:ꓓ E:ꓰ F:ꓝ G:ꓖ H:ꓧ J:ꓙ K:ꓗ I:ꓲ ' +
    'L:ꓡ M:ꓟ N:ꓠ O:ꓳ P:ꓑ R:ꓣ S:ꓢ T:ꓔ U:ꓴ V:ꓦ W:ꓪ X:ꓫ Y:ꓬ Z:ꓜ',
};

/** Greek letters that stand for quantities and look Latin only from afar. */
const greekSymbols = new Set('αγιρσυ');

const latinOf = new Map(
  Object.values(table)
    .flatMap((rows) => rows.split(' '))
    .flatMap((row) => [...row.slice(2)].map((letter): [string, string] => [letter, row.charAt(0)])),
);

/** Full-width Latin and mathematical alphanumeric letters: Latin by script, but other characters than they look. */
const compatibilityLetter = /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d6a3}]/u;

/** The ASCII letter that a letter looks like; undefined when it is one, or looks like none. */
export function latinLookOf(letter: string): string | undefined {
  return latinOf.get(letter) ?? (compatibilityLetter.test(letter) ? letter.normalize('NFKC') : undefined);
}

/** True for a letter that is often written beside Latin ones to mean itself. */
export const isGreekSymbol = (letter: string): boolean => greekSymbols.has(letter);

/** A word of letters, digits and marks; Han, kana and Hangul are no part of it, as they need no spaces around. */
const words = /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{M}\p{N}])+/gu;
const notAscii = /[^\p{ASCII}]/u;

export interface LookAlike {
  /** The word as written, the word it looks like, and the letters of it that are not what they look like. */
  word: string;
  looksLike: string;
  letters: string[];
  /** The offset of the word in the text. */
  start: number;
}

/**
 * Words that mix Latin letters with letters that only look so (UTS #39, 5.1: mixed scripts). With `known`, also words
 * without a single Latin letter that read as one of those (whole-script confusables).
 */
export function lookAlikesIn(text: string, known?: ReadonlySet<string>): LookAlike[] {
  if (!notAscii.test(text)) return [];
  return [...text.matchAll(words)].flatMap(({ 0: word, index }) => {
    const letters = notAscii.test(word) ? deceptiveLetters(word, known) : [];
    return letters.length === 0 ? [] : [{ word, looksLike: latinForm(word), letters, start: index }];
  });
}

/** A word as it looks. */
export function latinForm(word: string): string {
  return [...word].map((letter) => latinLookOf(letter) ?? letter).join('');
}

function deceptiveLetters(word: string, known: ReadonlySet<string> | undefined): string[] {
  const letters = [...word];
  const isLatin = (letter: string | undefined): boolean => letter !== undefined && /[a-z]/i.test(letter);
  const latin = letters.filter(isLatin).length;
  const alike = letters.filter((letter, index) => {
    if (latinLookOf(letter) === undefined) return false;
    // `σx` and `γrate` begin with a symbol; nobody writes one between two Latin letters.
    return latin === 0 || !isGreekSymbol(letter) || (isLatin(letters[index - 1]) && isLatin(letters[index + 1]));
  });
  if (latin === 0) return known?.has(latinForm(word).toLowerCase()) === true ? [...new Set(alike)] : [];
  // One Latin letter beside one of another script is a formula, such as `Nν`.
  return letters.length > 2 ? [...new Set(alike)] : [];
}
