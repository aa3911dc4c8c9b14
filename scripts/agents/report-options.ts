// What the subcommands of `stele agents` share: how things are printed, and how many.

import { InvalidArgumentError, Option } from 'commander';
import type { CommandIo } from '../command-io.ts';
import type { StateOptions } from '../kept-state.ts';
import { print } from '../standard-output.ts';
import { asCsv, asJson, type Columns } from './columns.ts';

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
  new Option('--format <format>', 'how they are printed').choices(formats).default('table');

/** What other commands call it. */
export const jsonOption = (): Option => new Option('--json', 'the same as --format json').conflicts('format');

function parseLimit(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= limitMax) return Number(text);
  throw new InvalidArgumentError(`It takes a whole number from 1 to ${limitMax}.`);
}

/** Prints rows for programs, or what `table` makes of them for people. */
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
