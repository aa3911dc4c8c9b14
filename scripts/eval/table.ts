// Plain tables for terminals and files: columns aligned, numbers to the right. Pure.

export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A goal, and what was measured. */
export interface Bar {
  name: string;
  measured: string;
  goal: string;
  isMet: boolean;
}

/** Lays out rows of cells under a head; the first `leftColumns` columns are texts, the others numbers. */
export function tableText({ head, rows }: Table, leftColumns: number): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? '';
        return column < leftColumns ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return all.map(line).join('\n');
}

/** A share with three digits, as papers write it: `.703`, `1.000`; empty for a share of nothing. */
export const share = (value: number): string =>
  Number.isNaN(value) ? '' : value.toFixed(3).replace(/^(-?)0\./, '$1.');

/** The same with its sign. */
export const signedShare = (value: number): string => (value < 0 ? share(value) : `+${share(value)}`);

/** Milliseconds with two digits after the point. */
export const milliseconds = (value: number): string => value.toFixed(2);
