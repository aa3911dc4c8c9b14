// `stele agents list`: who called last, and what is asked most and in vain.

import { counted } from '../../build/report.ts';
import type { CommandIo } from '../command-io.ts';
import { readState } from '../kept-state.ts';
import { agentColumns, asTable } from './columns.ts';
import { askedText, foundNothingText, whoseQueries } from './queries.ts';
import { printReport, type ReportOptions } from './report-options.ts';

const queriesShown = 10;

export async function runList(io: CommandIo, options: ReportOptions): Promise<void> {
  await readState(io, options, async ({ agents, queries }) => {
    const listed = await agents.list({ offset: 0, limit: options.limit });
    await printReport(io, options, agentColumns, listed, async () => {
      const registered = await agents.count();
      if (registered === 0) return 'no agent is registered yet: one is by its first call with the header x-agent-id';
      const more = listed.length < registered ? ` of ${registered.toLocaleString('en')}` : '';
      const asked = await queries.list({ limit: queriesShown, foundNothing: false });
      const inVain = await queries.list({ limit: queriesShown, foundNothing: true });
      return [
        asTable(agentColumns, listed),
        `${counted(listed.length, 'agent')}${more}, the last who called first`,
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
