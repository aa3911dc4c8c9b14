// What is told of agents and of queries, column by column, as a table for people, as CSV and as JSON.
import { printable } from '../../build/messages.ts';
import type { AgentRecord, QueryCount } from '../../server/state/store.ts';
import { momentText } from '../duration.ts';
import { jsonText } from '../standard-output.ts';
import { type Alignment, cutTo, tableText } from '../text-table.ts';

/** `name` heads the column in CSV, `head` on a terminal. */
interface Column<Row> {
  name: string;
  head: string;
  kind: 'text' | 'moment' | 'count';
  of: (row: Row) => string | number;
}

export type Columns<Row> = readonly Column<Row>[];

const countNames = ['total', 'search', 'article', 'other', 'failed', 'rateLimited'] as const;

export const agentColumns: Columns<AgentRecord> = [
  { name: 'agentId', head: 'agent', kind: 'text', of: ({ agentId }) => agentId },
  { name: 'firstSeenAt', head: 'first seen', kind: 'moment', of: ({ firstSeenAt }) => firstSeenAt },
  { name: 'lastSeenAt', head: 'last seen', kind: 'moment', of: ({ lastSeenAt }) => lastSeenAt },
  ...countNames.map(
    (name): Column<AgentRecord> => ({
      name,
      head: name === 'rateLimited' ? 'rate limited' : name,
      kind: 'count',
      of: ({ requests }) => requests[name],
    }),
  ),
];

export const queryColumns: Columns<QueryCount> = [
  { name: 'asked', head: 'asked', kind: 'count', of: ({ asked }) => asked },
  { name: 'foundNothing', head: 'found nothing', kind: 'count', of: ({ foundNothing }) => foundNothing },
  { name: 'lastAskedAt', head: 'last asked', kind: 'moment', of: ({ lastAskedAt }) => lastAskedAt },
  { name: 'text', head: 'query', kind: 'text', of: ({ text }) => text },
];

/** Whole ids are in CSV and JSON; a table is ruined by a single one of 128 characters. */
const textColumnsMax = 64;

export function asTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const alignments = columns.map(({ kind }): Alignment => (kind === 'count' ? 'right' : 'left'));
  const isLast = (at: number): boolean => at === columns.length - 1;
  const cells = rows.map((row) =>
    columns.map(({ kind, of }, at) => {
      const value = of(row);
      if (kind === 'moment') return momentText(value);
      if (kind === 'count') return value.toLocaleString('en');
      return isLast(at) ? String(value) : cutTo(String(value), textColumnsMax);
    }),
  );
  return tableText([columns.map(({ head }) => head), ...cells], alignments);
}

export type Pages<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;

/** RFC 4180, but for the line ends. What a spreadsheet would take for a formula begins with an apostrophe. */
function csvLine(cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) => {
    const text = typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\n`;
}

/** One row under a head for each. */
export async function* asCsv<Row>(columns: Columns<Row>, pages: Pages<Row>): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name));
  for await (const page of pages) {
    for (const row of page) {
      const values = columns.map(({ of }) => of(row));
      yield csvLine(values.map((value) => (typeof value === 'string' ? printable(value) : value)));
    }
  }
}

/** One array. */
export async function* asJson<Row>(pages: Pages<Row>): AsyncGenerator<string> {
  let between = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield between + page.map((row) => jsonText(row).replaceAll(/^/gm, '  ')).join(',\n');
    between = ',\n';
  }
  yield between === '[\n' ? '[]\n' : '\n]\n';
}
