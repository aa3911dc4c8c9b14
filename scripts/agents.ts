// `stele agents`: shows operators which agents call and what they search for.

import { Command, InvalidArgumentError, Option } from 'commander';
import { printable, show } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import type { AgentRecord, QueryCount } from '../server/state/store.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { momentText } from './duration.ts';
import { changeState, dataOption, readState, redisUrlOption, type StateOptions, tellNothing } from './kept-state.ts';
import { jsonText, print } from './standard-output.ts';
import { type Alignment, cutTo, tableText } from './text-table.ts';

export function agentsCommand(io: CommandIo): Command {
  return new Command('agents')
    .description('show the agents that call and what they search for')
    .addCommand(listCommand(io))
    .addCommand(showCommand(io))
    .addCommand(queriesCommand(io))
    .addHelpText(
      'after',
      `
An agent is registered by its first call with the header x-agent-id. A call to /mcp without it registers the MCP client's name.
A caller can send any name, so the name does not prove who called.
Servers write their counts at short intervals, so the newest calls may be missing.
With npm, put -- before the options: npm run agents -- list --limit 50
If it is called wrongly or the state cannot be read, the command prints one sentence and exits with 2.`,
    );
}

function listCommand(io: CommandIo): Command {
  return new Command('list')
    .description('list the agents that called last')
    .addOption(limitOption('agents'))
    .addOption(reportFormatOption())
    .addOption(jsonOption())
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
total = search + article + other, successful or not. failed counts the calls among them that ended in an error.
rate limited counts the calls over the limit; no other number includes them.`,
    )
    .action(reportingMistakes(io, runList));
}

function showCommand(io: CommandIo): Command {
  return new Command('show')
    .description('show one agent and its calls of the last 30 days with calls')
    .argument('<agentId>', 'the value that the agent sends as x-agent-id; put -- before an id that begins with -')
    .option('--json', 'print the record that the agent itself sees at /api/v1/agents/me')
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .action(reportingMistakes(io, runShow));
}

function queriesCommand(io: CommandIo): Command {
  return new Command('queries')
    .description('list the most frequent queries, or the queries without results, for which articles are missing')
    .option('--found-nothing', 'only queries without results, the most frequent first')
    .addOption(limitOption('queries'))
    .addOption(reportFormatOption())
    .addOption(jsonOption())
    .addOption(
      new Option('--clear', 'delete all query counts at once, without confirmation').conflicts([
        'foundNothing',
        'limit',
        'format',
        'json',
      ]),
    )
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText('after', `\n${whoseQueries}`)
    .action(reportingMistakes(io, runQueries));
}

async function runList(io: CommandIo, options: ReportOptions): Promise<void> {
  await readState(io, options, async ({ agents }) => {
    const listed = await agents.list({ offset: 0, limit: options.limit });
    await printReport(io, options, agentColumns, listed, async () => {
      const registered = await agents.count();
      if (registered === 0)
        return 'no agent is registered yet: an agent registers with its first call that has the header x-agent-id';
      const more = listed.length < registered ? ` of ${registered.toLocaleString('en')}` : '';
      return `${asTable(agentColumns, listed)}\n${counted(listed.length, 'agent')}${more}, the latest call first`;
    });
  });
}

interface ShowOptions extends StateOptions {
  json?: true;
}

async function runShow(io: CommandIo, agentId: string, { json, ...options }: ShowOptions): Promise<void> {
  await readState(io, options, async ({ agents }) => {
    const agent = await agents.find(agentId);
    if (agent === undefined) {
      const shown = printable(show(agentId));
      throw new UsageError({
        zh: `没有登记过智能体 ${shown}。用 npm run agents -- list 看最近调用的`,
        en: `no agent ${shown} is registered. \`npm run agents -- list\` shows the agents that called last`,
      });
    }
    await print(io, [`${json === true ? jsonText(agent) : agentText(agent)}\n`]);
  });
}

function agentText({ agentId, firstSeenAt, lastSeenAt, requests, recentDays }: AgentRecord): string {
  const { total, search, article, other, failed, rateLimited } = requests;
  const shown = (count: number): string => count.toLocaleString('en');
  const facts = [
    ['agent', agentId],
    ['first seen', momentText(firstSeenAt)],
    ['last seen', momentText(lastSeenAt)],
    ['calls', `${shown(total)}: search ${shown(search)}, article ${shown(article)}, other ${shown(other)}`],
    ['failed', `${shown(failed)} of them`],
    ['rate limited', `${shown(rateLimited)} more`],
  ];
  const days = recentDays.map(({ date, total: calls }) => [date, shown(calls)]);
  const heading = days.length === 0 ? 'no calls on the last days (UTC)' : 'calls per day (UTC), the newest day first';
  return [tableText(facts), '', heading, tableText(days, ['left', 'right'])].join('\n').trimEnd();
}

interface QueriesOptions extends ReportOptions {
  foundNothing?: true;
  clear?: true;
}

const whoseQueries = 'Only queries from at least three distinct addresses are shown, without their callers.';

async function runQueries(io: CommandIo, options: QueriesOptions): Promise<void> {
  if (options.clear === true) return await clearQueries(io, options);
  const { limit, foundNothing } = options;
  await readState(io, options, async ({ queries }) => {
    const listed = await queries.list({ limit, foundNothing: foundNothing === true });
    const none = `no query${foundNothing === true ? ' without results' : ''} has enough callers yet`;
    const table = listed.length === 0 ? none : asTable(queryColumns, listed);
    await printReport(io, options, queryColumns, listed, () => `${table}\n\n${whoseQueries}`);
  });
}

async function clearQueries(io: CommandIo, options: StateOptions): Promise<void> {
  await changeState(
    io,
    options,
    async ({ queries }) => {
      await queries.clear();
      await print(io, [
        'the query counts are deleted; running servers may still write counts that they hold in memory\n',
      ]);
    },
    (why) => tellNothing(io, why),
  );
}

// Output formats

const formats = ['table', 'json', 'csv'] as const;

interface ReportOptions extends StateOptions {
  limit: number;
  format: (typeof formats)[number];
  json?: true;
}

const limitMax = 10_000;
const limitDefault = 20;

const limitOption = (what: string): Option =>
  new Option('--limit <number>', `how many ${what}, 1 to ${limitMax}`).argParser(parseLimit).default(limitDefault);

const reportFormatOption = (): Option =>
  new Option('--format <format>', 'the format of the output').choices(formats).default('table');

/** A short form of `--format json`. Other commands also have the option `--json`. */
const jsonOption = (): Option => new Option('--json', 'the same as --format json').conflicts('format');

function parseLimit(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= limitMax) return Number(text);
  throw new InvalidArgumentError(`Give a whole number from 1 to ${limitMax}.`);
}

/** Prints rows as JSON or CSV, or prints the text that `table` returns. */
async function printReport<Row>(
  io: CommandIo,
  { format, json }: Pick<ReportOptions, 'format' | 'json'>,
  columns: Columns<Row>,
  rows: readonly Row[],
  table: () => string | Promise<string>,
): Promise<void> {
  if (json === true || format === 'json') await print(io, [`${jsonText(rows)}\n`]);
  else await print(io, [format === 'csv' ? asCsv(columns, rows) : `${await table()}\n`]);
}

/** `name` heads the column in CSV, `head` on a terminal. */
interface Column<Row> {
  name: string;
  head: string;
  kind: 'text' | 'moment' | 'count';
  of: (row: Row) => string | number;
}

type Columns<Row> = readonly Column<Row>[];

const countNames = ['total', 'search', 'article', 'other', 'failed', 'rateLimited'] as const;

const agentColumns: Columns<AgentRecord> = [
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

const queryColumns: Columns<QueryCount> = [
  { name: 'asked', head: 'asked', kind: 'count', of: ({ asked }) => asked },
  { name: 'foundNothing', head: 'found nothing', kind: 'count', of: ({ foundNothing }) => foundNothing },
  { name: 'lastAskedAt', head: 'last asked', kind: 'moment', of: ({ lastAskedAt }) => lastAskedAt },
  { name: 'text', head: 'query', kind: 'text', of: ({ text }) => text },
];

/** Tables cut longer texts, because one id of 128 characters would break the layout. CSV and JSON have whole ids. */
const textColumnsMax = 64;

function asTable<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
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

/** One line of CSV (RFC 4180, but with LF). An apostrophe is put before a text that a spreadsheet would read as a formula. */
function csvLine(cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) => {
    const text = typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${texts.join(',')}\n`;
}

/** A line with the names of the columns, then one line per row. */
function asCsv<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    csvLine(columns.map(({ of }) => of(row)).map((value) => (typeof value === 'string' ? printable(value) : value))),
  );
  return [csvLine(columns.map(({ name }) => name)), ...lines].join('');
}
