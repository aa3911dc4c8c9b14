// `stele agents queries`: what is asked, and what finds nothing: where articles are missing.

import type { QueryCount } from '../../server/state/store.ts';
import type { CommandIo } from '../command-io.ts';
import { changeState, readState, type StateOptions } from '../kept-state.ts';
import { print } from '../standard-output.ts';
import { asTable, queryColumns } from './columns.ts';
import { printReport, type ReportOptions } from './report-options.ts';

export interface QueriesOptions extends ReportOptions {
  foundNothing?: true;
  clear?: true;
}

export const whoseQueries =
  'Only queries that at least three distinct addresses asked are shown; nothing says who asked.';

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
  queries.length === 0 ? 'no query yet that enough callers asked' : asTable(queryColumns, queries);

export const foundNothingText = (queries: readonly QueryCount[]): string =>
  queries.length === 0 ? 'no query that enough callers asked found nothing' : asTable(queryColumns, queries);

async function clearQueries(io: CommandIo, options: StateOptions): Promise<void> {
  await changeState(
    io,
    options,
    async ({ queries }) => {
      await queries.clear();
      await print(io, ['what was asked is forgotten; what running servers have not yet written comes after it\n']);
    },
    (why) => void io.stderr.write(`stele: ${why}\n`),
  );
}
