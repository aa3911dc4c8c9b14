// What agents called and what is asked, in SQLite, written in batches.
import { createHash, randomBytes } from 'node:crypto';
import {
  type AgentCalls,
  type AgentRecord,
  type AgentStore,
  type AskedQuery,
  agentRecordOf,
  type QueryStore,
  recentDaysMax,
  tagsMax,
  tagText,
} from '../store.ts';
import type { Database, Row } from './database.ts';

const findAgent = 'SELECT * FROM agents WHERE id_hash = ? AND agent_id = ?';
const insertAgent = `INSERT INTO agents
  (id_hash, agent_id, key_id, first_seen_ms, last_seen_ms, search, article, other, failed, rate_limited, days)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const updateAgent = `UPDATE agents SET last_seen_ms = max(last_seen_ms, ?), search = search + ?, article = article + ?,
  other = other + ?, failed = failed + ?, rate_limited = rate_limited + ?, days = ? WHERE id_hash = ? AND agent_id = ?`;
/** Written as the index over them is. */
const forgetQuietest = `DELETE FROM agents WHERE number IN (SELECT number FROM agents INDEXED BY agents_with_one_call
  WHERE search + article + other + rate_limited <= 1 ORDER BY last_seen_ms LIMIT ?)`;

/** So many agents are written in one transaction: the thread is not held for longer than a few milliseconds. */
const agentsPerWrite = 100;

/**
 * A flood of made-up ids is written here too, so rows lie in the order of registration and ids are found by a short hash: what is
 * written together lies together, and the index of all ids is small.
 */
export function sqliteAgents(database: Database): AgentStore {
  const kept = (agentId: string): Row | undefined => database.statement(findAgent).get(hashOf(agentId), agentId);

  function addOne(calls: AgentCalls): void {
    const { agentId, keyId = '', firstSeenMs, lastSeenMs, search, article, other, failed, rateLimited } = calls;
    const counts = [search, article, other, failed, rateLimited];
    const row = kept(agentId);
    if (row === undefined) {
      const days = dayText(addDays([], calls.days));
      database.statement(insertAgent).run(hashOf(agentId), agentId, keyId, firstSeenMs, lastSeenMs, ...counts, days);
    } else if (row.key_id === '' || row.key_id === keyId) {
      const days = dayText(addDays(daysOf(String(row.days)), calls.days));
      database.statement(updateAgent).run(lastSeenMs, ...counts, days, hashOf(agentId), agentId);
    }
  }

  return {
    registered: (agentIds) => database.read(() => new Set(agentIds.filter((agentId) => kept(agentId) !== undefined))),
    async add(calls) {
      for (let begin = 0; begin < calls.length; begin += agentsPerWrite) {
        if (begin > 0) await new Promise((resolve) => setImmediate(resolve));
        await database.write(() => calls.slice(begin, begin + agentsPerWrite).forEach(addOne));
      }
    },
    find: (agentId) =>
      database.read(() => {
        const row = kept(agentId);
        return row && agentOf(row);
      }),
    count: () => database.read(() => Number(database.statement('SELECT count(*) AS agents FROM agents').get()?.agents)),
    list: ({ offset, limit }) =>
      database.read(() =>
        database
          .statement('SELECT * FROM agents ORDER BY last_seen_ms DESC, agent_id LIMIT ? OFFSET ?')
          .all(limit, offset)
          .map(agentOf),
      ),
    forgetBefore: (ms) =>
      database.write(() => database.statement('DELETE FROM agents WHERE last_seen_ms < ?').run(ms).changes),
    forgetQuietest: (agents) => database.write(() => database.statement(forgetQuietest).run(agents).changes),
  };
}

/** 48 bits. Two ids with the same one only make a search longer, and many with the same one are hard to find. */
const hashOf = (agentId: string): number => createHash('sha256').update(agentId).digest().readUIntBE(0, 6);

function agentOf(row: Row): AgentRecord {
  return agentRecordOf({
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

/** Days since 1970-01-01 → calls, newest day first. */
type Days = readonly (readonly [day: number, calls: number])[];

/** `<newest day>:<calls>` and then, for every earlier one, `<days before>:<calls>`, in base 36. A month takes 150 bytes. */
const dayText = (days: Days): string =>
  days
    .map(([day, calls], index) => {
      const later = days[index - 1]?.[0];
      return `${(later === undefined ? day : later - day).toString(36)}:${calls.toString(36)}`;
    })
    .join(',');

function daysOf(text: string): Days {
  const days: [number, number][] = [];
  for (const entry of text === '' ? [] : text.split(',')) {
    const [distance = 0, calls = 0] = entry.split(':').map((number) => Number.parseInt(number, 36));
    const later = days.at(-1)?.[0];
    days.push([later === undefined ? distance : later - distance, calls]);
  }
  return days;
}

/** The newest days of both, added up. */
function addDays(kept: Days, more: ReadonlyMap<number, number>): Days {
  const sums = new Map(kept);
  for (const [day, calls] of more) sums.set(day, (sums.get(day) ?? 0) + calls);
  return [...sums].sort(([left], [right]) => right - left).slice(0, recentDaysMax);
}

const writeQuery = `INSERT INTO queries (hash, text, asked, found_nothing, last_asked_ms, caller_tags) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (hash) DO UPDATE SET text = coalesce(text, excluded.text), asked = asked + excluded.asked,
    found_nothing = found_nothing + excluded.found_nothing, last_asked_ms = max(last_asked_ms, excluded.last_asked_ms),
    caller_tags = excluded.caller_tags`;
const trimQueries = `DELETE FROM queries WHERE hash IN
  (SELECT hash FROM queries ORDER BY text IS NOT NULL, last_asked_ms LIMIT max(0, (SELECT count(*) FROM queries) - ?))`;

export function sqliteQueries(database: Database): QueryStore {
  function salt(): string {
    database
      .statement("INSERT OR IGNORE INTO facts (name, value) VALUES ('query-salt', ?)")
      .run(randomBytes(16).toString('hex'));
    return String(database.statement("SELECT value FROM facts WHERE name = 'query-salt'").get()?.value);
  }
  function addOne({ text, asked, foundNothing, lastAskedMs, callerTags }: AskedQuery, callersMin: number): void {
    const hash = createHash('sha256').update(`${salt()}\n${text}`).digest('hex').slice(0, 32);
    const kept = database.statement('SELECT text, caller_tags FROM queries WHERE hash = ?').get(hash);
    const before = String(kept?.caller_tags ?? '').split(' ');
    const tags = new Set(before.flatMap((tag) => (tag === '' ? [] : [Number.parseInt(tag, 36)])));
    for (const tag of callerTags) if (tags.size < tagsMax) tags.add(tag);
    // From here on it is known that enough callers asked, and their tags are of no more use.
    const isShown = typeof kept?.text === 'string' || tags.size >= callersMin;
    database
      .statement(writeQuery)
      .run(hash, isShown ? text : null, asked, foundNothing, lastAskedMs, isShown ? '' : tagText(tags));
  }
  return {
    salt: () => database.write(salt),
    add: (queries, { callersMin, queriesMax }) =>
      database.write(() => {
        for (const query of queries) addOne(query, callersMin);
        database.statement(trimQueries).run(queriesMax);
      }),
    list: ({ limit, foundNothing }) =>
      database.read(() => {
        const column = foundNothing ? 'found_nothing' : 'asked';
        return database
          .statement(
            `SELECT * FROM queries WHERE text IS NOT NULL AND ${column} > 0 ORDER BY ${column} DESC, text LIMIT ?`,
          )
          .all(limit)
          .map((row) => ({
            text: String(row.text),
            asked: Number(row.asked),
            foundNothing: Number(row.found_nothing),
            lastAskedAt: new Date(Number(row.last_asked_ms)).toISOString(),
          }));
      }),
    forgetBefore: (ms) =>
      database.write(() => database.statement('DELETE FROM queries WHERE last_asked_ms < ?').run(ms).changes),
    clear: () => database.write(() => void database.statement('DELETE FROM queries').run()),
  };
}
