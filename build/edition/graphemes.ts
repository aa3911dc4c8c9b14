// Graphemes (UAX #29), the characters that readers see, and the alignment of a text with its normal form: which grapheme of the
// text became which characters of the normal form. The build checks that the alignment exists. The server uses it to map matches
// in the normal form to the text.

/** Created on first use, because creating it loads Unicode tables. */
let segmenter: Intl.Segmenter | undefined;

export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/**
 * A table of all code units. A unit marked 1 is a grapheme of its own if the units beside it are marked 1 too. Most text consists of
 * such units, and a look-up in this table takes a thousandth of the time of `Intl.Segmenter`.
 */
const alone = new Uint8Array(0x1_0000);
// Each row is the first and last code unit of a range: ASCII, Latin, punctuation, symbols, CJK punctuation, ideographs,
// full-width forms.
for (const [first, last] of [
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x2ff],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2190, 0x2bff],
  [0x3000, 0x3029],
  [0x3400, 0x9fff],
  [0xff01, 0xff60],
] as const)
  alone.fill(1, first, last + 1);

/** Whether the table marks a code unit. Between two marked units there is always a grapheme boundary. */
export const isAlone = (unit: number): boolean => alone[unit] === 1;

interface Pairing {
  /** The offset in the text at which each grapheme starts, then the length of the text. */
  starts: number[];
  /** The offset in the normal form for each offset in `starts`. */
  normalStarts: number[];
}

/**
 * Pairs a text with its normal form, grapheme by grapheme. NFKC preserves grapheme boundaries, and the later steps of
 * `normalFormOf` replace single characters by single characters. Undefined when the two do not match.
 */
function pair(text: string, normal: string): Pairing | undefined {
  const starts: number[] = [];
  const normalStarts: number[] = [];
  let at = 0;
  const take = (grapheme: string): boolean => {
    for (const character of grapheme.normalize('NFKC')) {
      const own = normal.codePointAt(at);
      if (own === undefined) return false;
      const isSame = own === character.codePointAt(0);
      if (!isSame && !isReplaced(character, own)) return false;
      at += own > 0xffff ? 2 : 1;
    }
    return true;
  };
  for (const { index, segment } of graphemesOf(text)) {
    starts.push(index);
    normalStarts.push(at);
    if (!take(segment)) return undefined;
  }
  if (at !== normal.length) return undefined;
  starts.push(text.length);
  normalStarts.push(at);
  return { starts, normalStarts };
}

const han = /\p{Script=Han}/u;
/** Characters that `normalFormOf` replaces by the first of their set. */
const alike = [new Set("'’"), new Set('-‐‑‒–−')];

const isReplaced = (character: string, by: number): boolean =>
  (han.test(character) && han.test(String.fromCodePoint(by))) ||
  alike.some((characters) => characters.has(character) && characters.has(String.fromCodePoint(by)));

export const canBeAligned = (text: string, normal: string): boolean => pair(text, normal) !== undefined;

/**
 * Returns a function that maps a range of the normal form to the graphemes of the text that it came from. All offsets are in
 * UTF-16 units.
 */
export function aligned(text: string, normal: string): (start: number, end: number) => { start: number; end: number } {
  const pairing = pair(text, normal) ?? { starts: [0, text.length], normalStarts: [0, normal.length] };
  const { starts, normalStarts } = pairing;
  /** The index of the last grapheme that begins at or before an offset of the normal form. */
  const graphemeAt = (offset: number): number => normalStarts.findLastIndex((start) => start <= offset);
  return (start, end) => ({
    start: starts[graphemeAt(start)] ?? 0,
    end: starts[graphemeAt(end - 1) + 1] ?? text.length,
  });
}
