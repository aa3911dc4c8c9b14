// Aligns columns of text on a terminal, where a Chinese character is two columns wide.
import { printable } from '../build/messages.ts';

export type Alignment = 'left' | 'right';

/** Pads every cell except the last to the width of its column. Control characters are escaped, so that a cell stays on its line. */
export function aligned(
  rows: readonly (readonly string[])[],
  alignments: readonly (Alignment | undefined)[] = [],
): string[][] {
  const shown = rows.map((cells) => cells.map(printable));
  const widths: number[] = [];
  for (const cells of shown)
    for (const [at, cell] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, columnsOf(cell));
  return shown.map((cells) =>
    cells.map((cell, at) => {
      const space = ' '.repeat((widths[at] ?? 0) - columnsOf(cell));
      if (alignments[at] === 'right') return space + cell;
      return at === cells.length - 1 ? cell : cell + space;
    }),
  );
}

/** A table as text: one line per row, with aligned cells. */
export const tableText = (
  rows: readonly (readonly string[])[],
  alignments: readonly (Alignment | undefined)[] = [],
): string =>
  aligned(rows, alignments)
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The width of a text in columns. The text must not contain control characters. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += columnsOfGrapheme(segment);
  return columns;
}

/** The beginning of a text, cut to at most `columnsMax` columns; `…` replaces the rest. */
export function cutTo(text: string, columnsMax: number): string {
  if (columnsOf(text) <= columnsMax) return text;
  let [cut, columns] = ['', 0];
  for (const { segment } of graphemes.segment(text)) {
    columns += columnsOfGrapheme(segment);
    if (columns > columnsMax - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

const invisible = /^[\p{Mark}\p{Default_Ignorable_Code_Point}\p{Format}]*$/u;
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\u20e3/u;
/** Matches the characters of scripts that Unicode Standard Annex 11 calls wide or fullwidth. `emoji` matches the wide emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;

function columnsOfGrapheme(grapheme: string): number {
  if (invisible.test(grapheme)) return 0;
  return wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1;
}
