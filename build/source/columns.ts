// The width of a line of code: East Asian wide characters take two columns, combining marks none. Follows Unicode's UAX #11, with
// coarse ranges for characters that are rare in code. This is a separate file because `report.ts` needs it where no Markdown
// parser is installed.

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const noWidth = /[\p{Mn}\p{Me}\u200c\u200d]/u;
/** The number of columns that a tab counts as, wherever it is in the line. */
const tabWidth = 4;

/** The number of columns of a line. */
export function columnsOf(line: string): number {
  // Shortcut for lines of ASCII, where each character takes one column.
  if (/^[\x20-\x7e]*$/.test(line)) return line.length;
  let columns = 0;
  for (const character of line) {
    if (character === '\t') columns += tabWidth;
    else if (!noWidth.test(character)) columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}

/** The offset of the first character that does not fit into `columnsMax` columns. */
export function overflowOf(line: string, columnsMax: number): number {
  let columns = 0;
  let offset = 0;
  for (const character of line) {
    columns += columnsOf(character);
    if (columns > columnsMax) return offset;
    offset += character.length;
  }
  return offset;
}
