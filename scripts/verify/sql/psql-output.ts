// Formats the results and messages of a PostgreSQL server as `psql -X -q -A` prints them for one statement.
import { columnsOf } from '../../../build/source/columns.ts';

/** An error or notice of the server, with the field names of PostgreSQL's protocol. */
export interface ServerReport {
  severity: string;
  message: string;
  detail?: string | undefined;
  hint?: string | undefined;
  /** The position of the error in the statement, in characters from 1, as a decimal number. */
  position?: string | undefined;
  internalPosition?: string | undefined;
  internalQuery?: string | undefined;
  where?: string | undefined;
}

export interface ServerRows {
  names: readonly string[];
  rows: readonly (readonly (string | null)[])[];
}

/** A result in psql's unaligned format, with the number of rows below. Values are as the server sends them; null is empty. */
export function rowsText({ names, rows }: ServerRows): string {
  const lines = [names, ...(names.length === 0 ? [] : rows)].map((values) =>
    values.map((value) => value ?? '').join('|'),
  );
  return [...lines, rows.length === 1 ? '(1 row)' : `(${rows.length} rows)`, ''].join('\n');
}

/** An error or a notice as psql prints it. Only errors have a line `CONTEXT`. */
export function reportText(report: ServerReport, statement: string): string {
  const { severity, message, detail, hint, position, internalPosition, internalQuery, where } = report;
  const isError = severity === 'ERROR' || severity === 'FATAL' || severity === 'PANIC';
  return [
    `${severity}:  ${message}\n`,
    position !== undefined
      ? pointer(statement, Number(position))
      : internalQuery !== undefined &&
        internalPosition !== undefined &&
        pointer(internalQuery, Number(internalPosition)),
    detail !== undefined && `DETAIL:  ${detail}\n`,
    hint !== undefined && `HINT:  ${hint}\n`,
    internalQuery !== undefined && `QUERY:  ${internalQuery}\n`,
    isError && where !== undefined && `CONTEXT:  ${where}\n`,
  ]
    .filter((part) => part !== false)
    .join('');
}

/** The line of a position in a statement, from 0. `position` counts characters from 1. */
export const lineOfPosition = (statement: string, position: number): number =>
  [...statement]
    .slice(0, position - 1)
    .join('')
    .split(/\r\n|[\r\n]/).length - 1;

const widthMax = 60;
const widthBehind = 10;

/** The line of a position with a caret below it, cut to 60 columns as libpq does (reportErrorPosition in fe-protocol3.c). */
function pointer(statement: string, position: number): string {
  const characters = [...statement.replaceAll('\t', ' ')];
  const location = position - 1;
  if (!(location >= 0 && location <= characters.length)) return '';
  const isBreak = (index: number): boolean => characters[index] === '\n' || characters[index] === '\r';
  let begin = location;
  while (begin > 0 && !isBreak(begin - 1)) begin -= 1;
  let end = location;
  while (end < characters.length && !isBreak(end)) end += 1;
  const width = (from: number, to: number): number => columnsOf(characters.slice(from, to).join(''));
  const whole = { begin, end };
  if (width(begin, end) > widthMax) {
    if (width(begin, location) + widthBehind <= widthMax) {
      while (width(begin, end) > widthMax) end -= 1;
    } else {
      while (width(location, end) > widthBehind) end -= 1;
      while (width(begin, end) > widthMax) begin += 1;
    }
  }
  const label = `LINE ${lineOfPosition(statement, position) + 1}: ${begin > whole.begin ? '...' : ''}`;
  const shown = characters.slice(begin, end).join('');
  return `${label}${shown}${end < whole.end ? '...' : ''}\n${' '.repeat(label.length + width(begin, location))}^\n`;
}
