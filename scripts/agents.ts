// `stele agents`: shows operators which agents call and what they search for. `agents/report.ts` has the output formats.

import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { printable, show } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import { type AgentRecord, type QueryCount, recentDaysMax } from '../server/state/store.ts';
import {
  agentColumns,
  asCsv,
  asJson,
  asTable,
  type Columns,
  everyAgent,
  jsonOption,
  likelyAgent,
  limitOption,
  type Pages,
  pageSize,
  printReport,
  queryColumns,
  type ReportOptions,
  reportFormatOption,
} from './agents/report.ts';
import type { CommandIo } from './command-io.ts';
import { reportingMistakes, UsageError } from './content-option.ts';
import { momentText } from './duration.ts';
import {
  changeState,
  dataOption,
  type ReadableState,
  readState,
  redisUrlOption,
  type StateOptions,
  tellNothing,
} from './kept-state.ts';
import { writeWhole } from './rewrite-file.ts';
import { jsonText, print } from './standard-output.ts';
import { tableText } from './text-table.ts';

export function agentsCommand(io: CommandIo): Command {
  return new Command('agents')
    .description('show the agents that call and what they search for')
    .addCommand(listCommand(io))
    .addCommand(showCommand(io))
    .addCommand(queriesCommand(io))
    .addCommand(exportCommand(io))
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
    .description('list the agents that called last, the most frequent queries, and queries without results')
    .addOption(limitOption('agents'))
    .addOption(reportFormatOption())
    .addOption(jsonOption())
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
total = search + article + other, successful or not. failed counts the calls among them that ended in an error.
rate limited counts the calls over the limit; no other number includes them.
Only the table shows queries. To get queries as JSON or CSV, use the subcommand \`queries\`.
${whoseQueries}`,
    )
    .action(reportingMistakes(io, runList));
}

function showCommand(io: CommandIo): Command {
  return new Command('show')
    .description('show one agent and its calls of the last 30 days')
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

function exportCommand(io: CommandIo): Command {
  return new Command('export')
    .description('write all agents, or all queries, as JSON or CSV')
    .addOption(new Option('--format <format>', 'the format of the export').choices(exportFormats).makeOptionMandatory())
    .addOption(new Option('--what <subject>', 'what to export').choices(exportSubjects).default('agents'))
    .addOption(
      new Option('--out <file>', 'the output file, replaced once the export is complete (default: standard output)'),
    )
    .addOption(dataOption())
    .addOption(redisUrlOption())
    .addHelpText(
      'after',
      `
CSV is UTF-8, and its first row names the columns. A text that a spreadsheet would read as a formula gets a leading apostrophe.
Only the current user can read a new file. ${whoseQueries}`,
    )
    .action(reportingMistakes(io, runExport));
}

const queriesShown = 10;

export async function runList(io: CommandIo, options: ReportOptions): Promise<void> {
  await readState(io, options, async ({ agents, queries }) => {
    const listed = await agents.list({ offset: 0, limit: options.limit });
    await printReport(io, options, agentColumns, listed, async () => {
      const registered = await agents.count();
      if (registered === 0)
        return 'no agent is registered yet: an agent registers with its first call that has the header x-agent-id';
      const more = listed.length < registered ? ` of ${registered.toLocaleString('en')}` : '';
      const asked = await queries.list({ limit: queriesShown, foundNothing: false });
      const inVain = await queries.list({ limit: queriesShown, foundNothing: true });
      return [
        asTable(agentColumns, listed),
        `${counted(listed.length, 'agent')}${more}, the latest call first`,
        '',
        'Asked most',
        askedText(asked),
        '',
        'Found nothing',
        foundNothingText(inVain),
        '',
        whoseQueries,
      ].join('\n');
    });
  });
}

export interface ShowOptions extends StateOptions {
  json?: true;
}

const dayMs = 86_400_000;
const barColumnsMax = 40;

export async function runShow(io: CommandIo, agentId: string, { json, ...options }: ShowOptions): Promise<void> {
  await readState(io, options, async ({ agents }) => {
    const agent = await agents.find(agentId);
    if (agent === undefined) {
      const likely = await likelyAgent(agents, agentId);
      const shown = printable(show(agentId));
      throw new UsageError({
        zh: `没有登记过智能体 ${shown}。${likely === undefined ? '' : `是不是 ${likely}？`}用 npm run agents -- list 看最近调用的`,
        en: `no agent ${shown} is registered.${likely === undefined ? '' : ` Did you mean ${likely}?`} \`npm run agents -- list\` shows the agents that called last`,
      });
    }
    await print(io, [`${json === true ? jsonText(agent) : agentText(agent, Date.now())}\n`]);
  });
}

function agentText({ agentId, firstSeenAt, lastSeenAt, requests, recentDays }: AgentRecord, now: number): string {
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
  return [tableText(facts), '', chartOf(recentDays, now)].join('\n');
}

/** One bar per UTC day, from the first day with calls among the last thirty until today. */
function chartOf(days: AgentRecord['recentDays'], now: number): string {
  const counts = new Map(days.map(({ date, total }) => [date, total]));
  const dates = Array.from({ length: recentDaysMax }, (_, ago) => dateOf(now - ago * dayMs)).reverse();
  const called = dates.map((date) => counts.get(date) ?? 0);
  const first = called.findIndex((calls) => calls > 0);
  if (first === -1) return `no calls in the last ${recentDaysMax} days (UTC)`;
  const most = Math.max(...called);
  const rows = dates.slice(first).map((date) => {
    const calls = counts.get(date) ?? 0;
    return [date, calls.toLocaleString('en'), '█'.repeat(Math.ceil((calls / most) * barColumnsMax))];
  });
  return [`calls per day (UTC), the last ${recentDaysMax} days`, tableText(rows, ['left', 'right'])].join('\n');
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export interface QueriesOptions extends ReportOptions {
  foundNothing?: true;
  clear?: true;
}

export const whoseQueries = 'Only queries from at least three distinct addresses are shown, without their callers.';

export async function runQueries(io: CommandIo, options: QueriesOptions): Promise<void> {
  if (options.clear === true) return await clearQueries(io, options);
  const { limit, foundNothing } = options;
  await readState(io, options, async ({ queries }) => {
    const listed = await queries.list({ limit, foundNothing: foundNothing === true });
    const table = foundNothing === true ? foundNothingText : askedText;
    await printReport(io, options, queryColumns, listed, () => [table(listed), '', whoseQueries].join('\n'));
  });
}

export const askedText = (queries: readonly QueryCount[]): string =>
  queries.length === 0 ? 'no query has enough callers yet' : asTable(queryColumns, queries);

export const foundNothingText = (queries: readonly QueryCount[]): string =>
  queries.length === 0 ? 'no query without results has enough callers yet' : asTable(queryColumns, queries);

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

export const exportFormats = ['json', 'csv'] as const;
export const exportSubjects = ['agents', 'queries'] as const;

export interface ExportOptions extends StateOptions {
  format: (typeof exportFormats)[number];
  what: (typeof exportSubjects)[number];
  out?: string;
}

/** The limit for listing queries. No store keeps so many. */
const queriesMax = 1_000_000;

export async function runExport(io: CommandIo, { format, what, out: given, ...options }: ExportOptions): Promise<void> {
  if (given === undefined) return await readState(io, options, (state) => print(io, pieces(state, what, format)));
  const out = resolve(io.cwd, given);
  await refuseOtherThanFile(out);
  await readState(
    io,
    options,
    async (state) => {
      await writeWhole(out, pieces(state, what, format));
      await print(io, [`${what} are written to ${printable(out)}\n`]);
    },
    // If there is no state, for instance in a mistyped folder, an empty export must not replace an earlier file.
    (why) => {
      throw new UsageError({
        zh: `没有写入 ${printable(out)}：${why.zh}`,
        en: `${printable(out)} is not written: ${why.en}`,
      });
    },
  );
}

function pieces(
  { agents, queries }: ReadableState,
  what: ExportOptions['what'],
  format: ExportOptions['format'],
): AsyncIterable<string> {
  if (what === 'agents') return inFormat(format, agentColumns, everyAgent(agents));
  return inFormat(format, queryColumns, everyQuery(queries));
}

const inFormat = <Row>(format: ExportOptions['format'], columns: Columns<Row>, pages: Pages<Row>) =>
  format === 'csv' ? asCsv(columns, pages) : asJson(pages);

/** Yields all queries in pages. The store returns them as one list, because it keeps only a bounded number of them. */
async function* everyQuery(queries: ReadableState['queries']): AsyncGenerator<QueryCount[]> {
  const all = await queries.list({ limit: queriesMax, foundNothing: false });
  for (let begin = 0; begin < all.length; begin += pageSize) yield all.slice(begin, begin + pageSize);
}

/** Throws if `out` exists and is not a regular file: the export is renamed into place and would replace a device or a pipe. */
async function refuseOtherThanFile(out: string): Promise<void> {
  const statOf = (path: string) => stat(path).catch(() => undefined);
  const there = await statOf(out);
  if (there !== undefined && !there.isFile())
    throw new UsageError({
      zh: `--out ${printable(out)} 已经存在，而且不是文件；不写 --out 就打印出来`,
      en: `--out ${printable(out)} exists and is not a regular file; leave out --out to print to standard output`,
    });
  if ((await statOf(dirname(out)))?.isDirectory() !== true)
    throw new UsageError({
      zh: `--out ${printable(out)} 所在的文件夹不存在；先建立它`,
      en: `--out ${printable(out)} is in a folder that does not exist; create it first`,
    });
}
