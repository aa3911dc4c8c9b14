// A text as it reads: what hides words from a search is undone, and every character of the result knows where it came from.
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
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  for (const character of source) {
    const plain = character.normalize('NFKD').replace(dropped, '').toLowerCase().replace(/\s/g, ' ');
    if (han.test(plain) && text.endsWith(' ') && han.test(text.charAt(text.length - 2))) {
      text = text.slice(0, -1);
      offsets.pop();
    }
    if (plain !== ' ' || !text.endsWith(' ')) {
      text += plain;
      for (let unit = 0; unit < plain.length; unit += 1) offsets.push(at);
    }
    at += character.length;
  }
  // Conversion is by character nearly everywhere; where lengths would differ, the text stays as it is.
  const simplified = toSimplified(text);
  return { text: simplified.length === text.length ? simplified : text, offsets };
}
