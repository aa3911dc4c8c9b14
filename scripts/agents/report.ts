// Shared by the subcommands of `stele agents`: output formats and the limit of rows.

import { InvalidArgumentError, Option } from 'commander';
import { closest } from '../../build/edition/closest.ts';
import { printable } from '../../build/messages.ts';
import type { AgentRecord, AgentStore, QueryCount } from '../../server/state/store.ts';
import type { CommandIo } from '../command-io.ts';
import { momentText } from '../duration.ts';
import type { StateOptions } from '../kept-state.ts';
import { jsonText, print } from '../standard-output.ts';
import { type Alignment, cutTo, tableText } from '../text-table.ts';

const formats = ['table', 'json', 'csv'] as const;

export interface ReportOptions extends StateOptions {
  limit: number;
  format: (typeof formats)[number];
  json?: true;
}

const limitMax = 10_000;
const limitDefault = 20;

export const limitOption = (what: string): Option =>
  new Option('--limit <number>', `how many ${what}, 1 to ${limitMax}`).argParser(parseLimit).default(limitDefault);

export const reportFormatOption = (): Option =>
  new Option('--format <format>', 'the format of the output').choices(formats).default('table');

/** A short form of `--format json`. Other commands also have the option `--json`. */
export const jsonOption = (): Option => new Option('--json', 'the same as --format json').conflicts('format');

function parseLimit(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= limitMax) return Number(text);
  throw new InvalidArgumentError(`Give a whole number from 1 to ${limitMax}.`);
}

/** Prints rows as JSON or CSV, or prints the text that `table` returns. */
export async function printReport<Row>(
  io: CommandIo,
  { format, json }: Pick<ReportOptions, 'format' | 'json'>,
  columns: Columns<Row>,
  rows: readonly Row[],
  table: () => string | Promise<string>,
): Promise<void> {
  if (json === true || format === 'json') await print(io, asJson([rows]));
  else await print(io, format === 'csv' ? asCsv(columns, [rows]) : [`${await table()}\n`]);
}

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

/** Tables cut longer texts, because one id of 128 characters would break the layout. CSV and JSON have whole ids. */
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

/** One line of CSV (RFC 4180, but with LF). An apostrophe is put before a text that a spreadsheet would read as a formula. */
function csvLine(cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) => {
    const text = typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\n`;
}

/** Yields a line with the names of the columns, then one line per row. */
export async function* asCsv<Row>(columns: Columns<Row>, pages: Pages<Row>): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => name));
  for await (const page of pages) {
    for (const row of page) {
      const values = columns.map(({ of }) => of(row));
      yield csvLine(values.map((value) => (typeof value === 'string' ? printable(value) : value)));
    }
  }
}

/** Yields the text of one JSON array with all rows. */
export async function* asJson<Row>(pages: Pages<Row>): AsyncGenerator<string> {
  let between = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield between + page.map((row) => jsonText(row).replaceAll(/^/gm, '  ')).join(',\n');
    between = ',\n';
  }
  yield between === '[\n' ? '[]\n' : '\n]\n';
}

export const pageSize = 500;

/** Yields every agent once, in pages. It keeps ids in memory, but no records. */
export async function* everyAgent(agents: Pick<AgentStore, 'list'>): AsyncGenerator<AgentRecord[]> {
  const passedOn = new Set<string>();
  const fresh = (page: readonly AgentRecord[]): AgentRecord[] =>
    page.filter(({ agentId }) => {
      const isFresh = !passedOn.has(agentId);
      passedOn.add(agentId);
      return isFresh;
    });
  let newestAtBegin = '';
  for await (const page of pagesOf(agents)) {
    newestAtBegin ||= page[0]?.lastSeenAt ?? '';
    yield fresh(page);
  }
  // An agent that calls during the first pass moves to the front of the list, into a page that was already read. The second pass
  // finds such agents.
  for await (const page of pagesOf(agents)) {
    yield fresh(page);
    if ((page.at(-1)?.lastSeenAt ?? '') < newestAtBegin) return;
  }
}

async function* pagesOf(agents: Pick<AgentStore, 'list'>): AsyncGenerator<AgentRecord[]> {
  for (let offset = 0; ; offset += pageSize) {
    const page = await agents.list({ offset, limit: pageSize });
    yield page;
    if (page.length < pageSize) return;
  }
}

/** The registered id that is most similar to `agentId`; undefined if none is similar. */
export async function likelyAgent(agents: Pick<AgentStore, 'list'>, agentId: string): Promise<string | undefined> {
  let likely: string | undefined;
  for await (const page of pagesOf(agents)) {
    const candidates = page.map((agent) => agent.agentId);
    likely = closest(agentId, likely === undefined ? candidates : [likely, ...candidates]);
  }
  return likely;
}
