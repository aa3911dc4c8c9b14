// Prints tables as Markdown with aligned columns, which are readable on a terminal and can be pasted into a guide. Pure.

export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** The number of left-aligned text columns at the beginning, by default 1. The other columns are numbers, aligned right. */
  leftColumns?: number;
}

export function tableText({ head, rows, leftColumns = 1 }: Table): string {
  const widths = head.map((cell, column) => Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const isLeft = (column: number): boolean => column < leftColumns;
  const line = (row: readonly string[]): string => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? '';
      return isLeft(column) ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${cells.join(' | ')} |`;
  };
  const rule = widths.map((width, column) => (isLeft(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** A share with three decimals, such as `.703` or `1.000`; empty for NaN. */
export const share = (value: number): string =>
  Number.isNaN(value) ? '' : value.toFixed(3).replace(/^(-?)0\./, '$1.');

/** Milliseconds with two decimals. */
export const milliseconds = (value: number): string => value.toFixed(2);
