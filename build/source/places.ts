// Where the offsets of a text lie, as lines and columns. The lines are counted once, however many offsets are asked for.
import type { Place } from '../messages.ts';

/** The places of a text's offsets. Costs one walk over the text, then a few steps for each offset. */
export function placesIn(text: string): (offset: number) => Place {
  const lineStarts: number[] = [];
  return (offset) => {
    // Most texts are never asked about.
    if (lineStarts.length === 0) {
      lineStarts.push(0);
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lineStarts.push(end + 1);
    }
    // The last line that does not begin after the offset, by halving.
    let line = 0;
    for (let beyond = lineStarts.length; beyond - line > 1; ) {
      const middle = (line + beyond) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}
