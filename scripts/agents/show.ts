// `stele agents show`: one agent, and how much it called on each of the last days.

import { printable, show } from '../../build/messages.ts';
import { type AgentRecord, recentDaysMax } from '../../server/state/store.ts';
import type { CommandIo } from '../command-io.ts';
import { UsageError } from '../content-option.ts';
import { momentText } from '../duration.ts';
import { readState, type StateOptions } from '../kept-state.ts';
import { jsonText, print } from '../standard-output.ts';
import { tableText } from '../text-table.ts';
import { likelyAgent } from './every-agent.ts';

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
      const meant = likely === undefined ? '' : ` Did you mean ${likely}?`;
      throw new UsageError(
        `no agent ${printable(show(agentId))} is registered.${meant} \`npm run agents -- list\` shows who called last`,
      );
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

/** A bar for every UTC day, from the first of the last thirty on which it called until today. */
export function chartOf(days: AgentRecord['recentDays'], now: number): string {
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
