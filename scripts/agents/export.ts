// `stele agents export`: everything, in pages, to standard output or into a file that is there whole or not at all.

import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { printable } from '../../build/messages.ts';
import type { QueryCount } from '../../server/state/store.ts';
import type { CommandIo } from '../command-io.ts';
import { UsageError } from '../content-option.ts';
import { type ReadableState, readState, type StateOptions } from '../kept-state.ts';
import { writeWhole } from '../rewrite-file.ts';
import { print } from '../standard-output.ts';
import { agentColumns, asCsv, asJson, type Columns, type Pages, queryColumns } from './columns.ts';
import { everyAgent, pageSize } from './every-agent.ts';

export const exportFormats = ['json', 'csv'] as const;
export const exportSubjects = ['agents', 'queries'] as const;

export interface ExportOptions extends StateOptions {
  format: (typeof exportFormats)[number];
  what: (typeof exportSubjects)[number];
  out?: string;
}

/** More queries than any store keeps. */
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
    // A mistyped folder must not empty what was exported before.
    (why) => {
      throw new UsageError(`${printable(out)} is not written: ${why}`);
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

/** A store gives them all at once, and bounds how many there are. */
async function* everyQuery(queries: ReadableState['queries']): AsyncGenerator<QueryCount[]> {
  const all = await queries.list({ limit: queriesMax, foundNothing: false });
  for (let begin = 0; begin < all.length; begin += pageSize) yield all.slice(begin, begin + pageSize);
}

/** The file is renamed into its place, which would put an end to a device or a pipe there. */
async function refuseOtherThanFile(out: string): Promise<void> {
  const statOf = (path: string) => stat(path).catch(() => undefined);
  const there = await statOf(out);
  if (there !== undefined && !there.isFile())
    throw new UsageError(`--out ${printable(out)} is there and is no file; without --out, everything is printed`);
  if ((await statOf(dirname(out)))?.isDirectory() !== true)
    throw new UsageError(`--out ${printable(out)} is in a folder that is not there; make it first`);
}
