// A text with everything undone that hides words from a search; every character of the result knows where it came from.
// Knows no word.
import { Converter } from 'opencc-js/t2cn';

export interface PlainForm {
  text: string;
  /** For every UTF-16 unit of `text`, the offset of the character that it came from. */
  offsets: number[];
}

const toSimplified = Converter({ from: 't', to: 'cn' });
/** Characters that show nothing, marks on letters, and the signs of Markdown that may stand inside a word. */
const dropped = /[\p{Default_Ignorable_Code_Point}\p{M}*_~`·]/gu;
const han = /\p{Script=Han}/u;

/** NFKD without marks, in lower case and Simplified Chinese; white space is one space, and none stands between Han characters. */
export function plainForm(source: string): PlainForm {
  // Each a character of `text`: a string that grows would be copied whenever its end is looked at.
  const characters: string[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const character of source) {
    const plain = plainCharacter(character);
    if (characters.at(-1) === ' ' && han.test(plain) && han.test(characters.at(-2) ?? '')) {
      characters.pop();
      offsets.pop();
    }
    for (const unit of plain === ' ' && characters.at(-1) === ' ' ? '' : plain) {
      characters.push(unit);
      for (let index = 0; index < unit.length; index += 1) offsets.push(at);
    }
    at += character.length;
  }
  const text = characters.join('');
  // Conversion is by character nearly everywhere; where lengths would differ, the text stays as it is.
  const simplified = toSimplified(text);
  return { text: simplified.length === text.length ? simplified : text, offsets };
}

/** Texts repeat a few characters: each is converted once. */
const known = new Map<string, string>();

function plainCharacter(character: string): string {
  let plain = known.get(character);
  if (plain === undefined) {
    plain = character.normalize('NFKD').replace(dropped, '').toLowerCase().replace(/\s/g, ' ');
    known.set(character, plain);
  }
  return plain;
}
