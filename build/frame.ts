// The lines around a place, with a mark under it, for a terminal. Chinese characters are two columns wide there.
import { type Place, printable } from './messages.ts';
import { columnsOf } from './source/columns.ts';

/** Lines shown before and after the one at fault. */
const around = 1;
/** A longer line is cut on both sides of its fault, in UTF-16 units. */
const shownMax = 160;
const shownBefore = 60;

export function frameOf(text: string, { line, column }: Place): string {
  const lines = text.split('\n');
  const first = Math.max(1, line - around);
  const last = Math.min(lines.length, line + around);
  const gutter = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const { content, offset } = cutTo(lines[number - 1] ?? '', number === line ? column : 1);
    const mark = number === line ? '>' : ' ';
    shown.push(`${mark} ${String(number).padStart(gutter)} | ${content}`.trimEnd());
    if (number !== line) continue;
    const before = content.slice(0, column - 1 - offset);
    // Tabs stay tabs, so that the mark stands under its character however wide they are.
    const space = before.replace(/[^\t]+/g, (run) => ' '.repeat(columnsOf(run)));
    shown.push(`  ${' '.repeat(gutter)} | ${space}^`);
  }
  return shown.join('\n');
}

/** A line with what cannot be shown spelt out, and not much of it when it is long. */
function cutTo(line: string, column: number): { content: string; offset: number } {
  if (line.length <= shownMax) return { content: printableLine(line), offset: 0 };
  const start = Math.max(0, Math.min(column - 1 - shownBefore, line.length - shownMax));
  return { content: printableLine(line.slice(start, start + shownMax)), offset: start };
}

const printableLine = (line: string): string => printable(line).replaceAll('\\u{9}', '\t');
