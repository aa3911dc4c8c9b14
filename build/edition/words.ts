// The words of a text and where they stand; what terms a word gives, the analyser says (`analysis.ts`).
import { Converter } from 'opencc-js/t2cn';

export interface Word {
  /** UTF-16 offsets in the text. */
  start: number;
  end: number;
  /** A run of Han characters, between which nothing marks where a word ends. */
  isHan: boolean;
}

/** A letter, digit or mark of any script but Han. */
const letter = String.raw`[[\p{L}\p{N}\p{M}_]--\p{Script=Han}]`;
/** What a flag, a variable, a package or a negative number may begin with, where nothing joins it to what stands before. */
const sign = String.raw`(?<!${letter}|[$@\-])(?:--?|[$@])`;
/**
 * A run of Han, or a word of any other script. Words may be joined by the connectors of identifiers (`tools/call`,
 * `application/json`, `v1.2`), begin with a sign (`--port`, `$emit`, `@scope/name`, `-32601`) and end as `C++` and `C#` do.
 */
const runs = new RegExp(
  String.raw`(?<han>\p{Script=Han}+)|(?:${sign}(?=${letter}))?${letter}+(?:[\-.\/:@#+'’]${letter}+)*(?:\+\+|#)?`,
  'gv',
);

/** The words between two offsets, of a text that is in its normal form. `start` must be no place inside a word. */
export function wordsIn(text: string, start = 0, end: number = text.length): Word[] {
  const words: Word[] = [];
  runs.lastIndex = start;
  for (let found = runs.exec(text); found !== null && found.index < end; found = runs.exec(text)) {
    words.push({ start: found.index, end: runs.lastIndex, isHan: found.groups?.han !== undefined });
  }
  return words;
}

const plainAscii = /^[\x20-\x7e\n\t]*$/;
const han = /\p{Script=Han}/u;
/** Hyphens and dashes that are typed, or set by a word processor, where a plain hyphen belongs: U+2010–U+2013, U+2212. */
const hyphens = /[‐‑‒–−]/g;
const toSimplified = Converter({ from: 't', to: 'cn' });

/** A text as it is read for words: Unicode NFKC, plain apostrophes and hyphens, Simplified characters. */
export function normalFormOf(text: string): string {
  if (plainAscii.test(text)) return text;
  const compatible = text.normalize('NFKC').replaceAll('’', "'").replace(hyphens, '-');
  if (!han.test(compatible)) return compatible;
  const simplified = toSimplified(compatible);
  // Of all characters this is the only one that the converter makes of another (薴) and converts itself (to 苎).
  return simplified.includes('苧') ? toSimplified(simplified) : simplified;
}
