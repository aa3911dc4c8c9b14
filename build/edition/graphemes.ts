// What readers see as one character (UAX #29). Its rules take long, and most text needs none of them.

/** Made when it is needed first: that loads Unicode's tables for it. */
let segmenter: Intl.Segmenter | undefined;

export function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** By code unit: 1 for those that join no other of them. */
const alone = new Uint8Array(0x1_0000);
// First and last of ASCII, Latin, punctuation, symbols, the punctuation of ideographs, ideographs, full-width forms.
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

/** Whether a code unit joins no other that is alone, too: between two of them there is always a boundary. */
export const isAlone = (unit: number): boolean => alone[unit] === 1;

/** The end of the shortest stretch from a boundary on that ends at a sure one. */
export function sureBoundaryAfter(text: string, start: number): number {
  let end = start + 1;
  let isAfterAlone = isAlone(text.charCodeAt(start));
  while (end < text.length) {
    const isBeforeAlone = isAlone(text.charCodeAt(end));
    if (isAfterAlone && isBeforeAlone) break;
    isAfterAlone = isBeforeAlone;
    end += 1;
  }
  return end;
}
