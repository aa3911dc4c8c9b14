// Agents and what they called, in SQLite.
import { addDays, dayListOf, daysOf, recordOf } from '../agent-days.ts';
import type { AgentCalls, AgentRecord, AgentStore } from '../store.ts';
import type { Connection } from './connection.ts';

const insert = `INSERT INTO agents
  (agent_id, first_seen_ms, last_seen_ms, search, article, other, failed, rate_limited, days) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const update = `UPDATE agents SET last_seen_ms = max(last_seen_ms, ?), search = search + ?, article = article + ?,
  other = other + ?, failed = failed + ?, rate_limited = rate_limited + ?, days = ? WHERE agent_id = ?`;
/** Written as the index over them is. */
const withOneCall = 'search + article + other + rate_limited <= 1';

/** So many agents are written in one transaction: the thread is not held for longer than a few milliseconds. */
const agentsPerWrite = 250;
/** Making room costs a search, so there is made room for more than one at a time. */
const roomShare = 0.01;

export function sqliteAgents(connection: Connection): AgentStore {
  const daysKept = (agentId: string): string | undefined => {
    const row = connection.statement('SELECT days FROM agents WHERE agent_id = ?').get(agentId);
    return row === undefined ? undefined : String(row.days);
  };
  const count = (): number => Number(connection.statement('SELECT count(*) AS agents FROM agents').get()?.agents);

  function addOne(calls: AgentCalls): void {
    const { agentId, firstSeenMs, lastSeenMs, search, article, other, failed, rateLimited, days } = calls;
    const kept = daysKept(agentId);
    const list = dayListOf(addDays(daysOf(kept ?? ''), days));
    const counts = [search, article, other, failed, rateLimited];
    if (kept === undefined) connection.statement(insert).run(agentId, firstSeenMs, lastSeenMs, ...counts, list);
    else connection.statement(update).run(lastSeenMs, ...counts, list, agentId);
  }

  /** Makes room for so many new ones; answers for how many there is. */
  function makeRoom(wanted: number, agentsMax: number): number {
    const missing = count() + wanted - agentsMax;
    if (missing <= 0) return wanted;
    const forgotten = connection
      .statement(
        `DELETE FROM agents WHERE agent_id IN (SELECT agent_id FROM agents INDEXED BY agents_with_one_call
           WHERE ${withOneCall} ORDER BY last_seen_ms LIMIT ?)`,
      )
      .run(Math.max(missing, Math.floor(agentsMax * roomShare))).changes;
    return Math.max(0, Math.min(wanted, wanted - missing + forgotten));
  }

  return {
    registered: (agentIds) =>
      connection.read(() => new Set(agentIds.filter((agentId) => daysKept(agentId) !== undefined))),
    async add(calls, { agentsMax }) {
      for (let begin = 0; begin < calls.length; begin += agentsPerWrite) {
        if (begin > 0) await new Promise((resolve) => setImmediate(resolve));
        const part = calls.slice(begin, begin + agentsPerWrite);
        await connection.write(() => {
          const fresh = part.filter(({ agentId }) => daysKept(agentId) === undefined);
          const refused = new Set(fresh.slice(makeRoom(fresh.length, agentsMax)));
          for (const agent of part) if (!refused.has(agent)) addOne(agent);
        });
      }
    },
    find: (agentId) =>
      connection.read(() => {
        const row = connection.statement('SELECT * FROM agents WHERE agent_id = ?').get(agentId);
        return row && agentOf(row);
      }),
    count: () => connection.read(count),
    list: ({ offset, limit }) =>
      connection.read(() =>
        connection
          .statement('SELECT * FROM agents ORDER BY last_seen_ms DESC, agent_id LIMIT ? OFFSET ?')
          .all(limit, offset)
          .map(agentOf),
      ),
    forgetBefore: (ms) =>
      connection.write(() => connection.statement('DELETE FROM agents WHERE last_seen_ms < ?').run(ms).changes),
  };
}

function agentOf(row: Record<string, unknown>): AgentRecord {
  return recordOf({
    agentId: String(row.agent_id),
    firstSeenMs: Number(row.first_seen_ms),
    lastSeenMs: Number(row.last_seen_ms),
    search: Number(row.search),
    article: Number(row.article),
    other: Number(row.other),
    failed: Number(row.failed),
    rateLimited: Number(row.rate_limited),
    days: daysOf(String(row.days)),
  });
}
