// A text as it reads, whatever characters it is written in: what hides words from a search is undone, and every character
// of the result knows where it came from. Knows no word.
import { Converter } from 'opencc-js/t2cn';
import { latinLookOf } from './look-alikes.ts';

export interface PlainForm {
  text: string;
  /** For every UTF-16 unit of `text`, the offset of the character that it came from. */
  offsets: number[];
}

const toSimplified = Converter({ from: 't', to: 'cn' });
const unseen = /\p{Default_Ignorable_Code_Point}/u;
const marks = /\p{M}+/gu;
const han = /^\p{Script=Han}$/u;
/** Invisible copies of ASCII, with which whole sentences are smuggled into a text. */
const tagBlock = { first: 0xe0020, last: 0xe007e, ascii: 0x20 };

/** ASCII stays; other characters are decomposed, stripped of marks, replaced by what they look like, made lower case. */
export function plainForm(source: string): PlainForm {
  let text = '';
  const offsets: number[] = [];
  let at = 0;
  for (const character of source) {
    const plain = plainCharacter(character);
    for (let unit = 0; unit < plain.length; unit += 1) offsets.push(at);
    text += plain;
    at += character.length;
  }
  return closeHan({ text: simplified(text), offsets });
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return character.toLowerCase();
  if (code >= tagBlock.first && code <= tagBlock.last) {
    return String.fromCodePoint(code - tagBlock.first + tagBlock.ascii).toLowerCase();
  }
  if (unseen.test(character)) return '';
  if (han.test(character)) return character;
  const decomposed = character.normalize('NFKD').replace(marks, '');
  return [...decomposed]
    .map((letter) => latinLookOf(letter) ?? letter)
    .join('')
    .toLowerCase();
}

/** Conversion is by character nearly everywhere; where lengths would differ, the text stays as it is. */
function simplified(text: string): string {
  const converted = toSimplified(text);
  return converted.length === text.length ? converted : text;
}

/** Chinese has no spaces: those between two Han characters, line ends among them, and dots between them are left out. */
function closeHan({ text, offsets }: PlainForm): PlainForm {
  const gap = /(?<=\p{Script=Han})[\s·*_|~]{1,8}(?=\p{Script=Han})/gu;
  let closed = '';
  const kept: number[] = [];
  let from = 0;
  for (const { 0: spaces, index } of text.matchAll(gap)) {
    closed += text.slice(from, index);
    for (let at = from; at < index; at += 1) kept.push(offsets[at] ?? 0);
    from = index + spaces.length;
  }
  for (let at = from; at < text.length; at += 1) kept.push(offsets[at] ?? 0);
  return { text: closed + text.slice(from), offsets: kept };
}
