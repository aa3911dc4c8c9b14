// Agents and what they called, in SQLite. A flood of made-up ids is written here too, so rows lie in the order of registration and
// ids are found by a short hash: what is written together lies together, and the index of all ids is small.
import { createHash } from 'node:crypto';
import { addDays, dayListOf, daysOf, recordOf } from '../agent-days.ts';
import type { AgentCalls, AgentRecord, AgentStore } from '../store.ts';
import type { Connection } from './connection.ts';

const find = 'SELECT * FROM agents WHERE id_hash = ? AND agent_id = ?';
const insert = `INSERT INTO agents
  (id_hash, agent_id, first_seen_ms, last_seen_ms, search, article, other, failed, rate_limited, days, key_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const update = `UPDATE agents SET last_seen_ms = max(last_seen_ms, ?), search = search + ?, article = article + ?,
  other = other + ?, failed = failed + ?, rate_limited = rate_limited + ?, days = ? WHERE id_hash = ? AND agent_id = ?`;
/** Written as the index over them is. */
const forgetQuietest = `DELETE FROM agents WHERE number IN (SELECT number FROM agents INDEXED BY agents_with_one_call
  WHERE search + article + other + rate_limited <= 1 ORDER BY last_seen_ms LIMIT ?)`;

/** What a row holds that decides about new calls. */
interface Kept {
  days: string;
  /** Empty: anyone's calls count. */
  keyId: string;
}

/** So many agents are written in one transaction: the thread is not held for longer than a few milliseconds. */
const agentsPerWrite = 100;

export function sqliteAgents(connection: Connection): AgentStore {
  /** The days and the key of an agent; undefined when it is not registered. */
  const kept = (agentId: string): Kept | undefined => {
    const row = connection
      .statement('SELECT days, key_id FROM agents WHERE id_hash = ? AND agent_id = ?')
      .get(hashOf(agentId), agentId);
    return row && { days: String(row.days), keyId: String(row.key_id) };
  };
  const counted = (): number => Number(connection.statement('SELECT count(*) AS agents FROM agents').get()?.agents);
  /** Counting a hundred thousand rows takes milliseconds, so their number is kept, in the transaction that changes it. */
  const count = (): number => {
    const kept = connection.statement("SELECT value FROM facts WHERE name = 'agents'").get();
    return kept === undefined ? counted() : Number(kept.value);
  };
  const keepCount = (agents: number): void =>
    void connection.statement("INSERT OR REPLACE INTO facts (name, value) VALUES ('agents', ?)").run(String(agents));

  /** Adds some agents' calls. */
  function addPart(part: readonly AgentCalls[], agentsMax: number): void {
    const agents = new Map(part.map(({ agentId }) => [agentId, kept(agentId)]));
    const fresh = [...agents].flatMap(([agentId, known]) => (known === undefined ? [agentId] : []));
    const before = count();
    const missing = Math.max(0, before + fresh.length - agentsMax);
    const forgotten = missing === 0 ? 0 : connection.statement(forgetQuietest).run(missing).changes;
    const refused = new Set(fresh.slice(Math.max(0, fresh.length - missing + forgotten)));
    let added = 0;
    for (const calls of part) {
      const { agentId, keyId = '' } = calls;
      const known = agents.get(agentId);
      const isOfAnotherKey = known !== undefined && known.keyId !== '' && known.keyId !== keyId;
      if (refused.has(agentId) || isOfAnotherKey) continue;
      const days = dayListOf(addDays(daysOf(known?.days ?? ''), calls.days));
      if (known !== undefined && addCalls(calls, days)) {
        known.days = days;
        continue;
      }
      // It is new, or was forgotten a moment ago.
      const anew = dayListOf(addDays([], calls.days));
      agents.set(agentId, { days: anew, keyId });
      register(calls, anew);
      added += 1;
    }
    if (added !== forgotten) keepCount(before + added - forgotten);
  }

  function addCalls(calls: AgentCalls, list: string): boolean {
    const { agentId, lastSeenMs } = calls;
    return connection.statement(update).run(lastSeenMs, ...countsOf(calls), list, hashOf(agentId), agentId).changes > 0;
  }

  function register(calls: AgentCalls, list: string): void {
    const { agentId, keyId = '', firstSeenMs, lastSeenMs } = calls;
    const counts = countsOf(calls);
    connection.statement(insert).run(hashOf(agentId), agentId, firstSeenMs, lastSeenMs, ...counts, list, keyId);
  }

  return {
    registered: (agentIds) => connection.read(() => new Set(agentIds.filter((agentId) => kept(agentId) !== undefined))),
    async add(calls, { agentsMax }) {
      for (let begin = 0; begin < calls.length; begin += agentsPerWrite) {
        if (begin > 0) await new Promise((resolve) => setImmediate(resolve));
        const part = calls.slice(begin, begin + agentsPerWrite);
        await connection.write(() => addPart(part, agentsMax));
      }
    },
    find: (agentId) =>
      connection.read(() => {
        const row = connection.statement(find).get(hashOf(agentId), agentId);
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
      connection.write(() => {
        const { changes } = connection.statement('DELETE FROM agents WHERE last_seen_ms < ?').run(ms);
        // Once an hour it is counted: whoever changed the rows by hand is not told of here.
        keepCount(counted());
        return changes;
      }),
  };
}

/** 48 bits. Two ids with the same one only make a search longer, and nobody finds many with the same one. */
const hashOf = (agentId: string): number => createHash('sha256').update(agentId).digest().readUIntBE(0, 6);

const countsOf = ({ search, article, other, failed, rateLimited }: AgentCalls): number[] => [
  search,
  article,
  other,
  failed,
  rateLimited,
];

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
