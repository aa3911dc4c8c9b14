// What is asked, in SQLite. See `QueryStore` for what is kept before enough callers asked the same.
import { createHash, randomBytes } from 'node:crypto';
import { merged, tagsOf, tagText } from '../query-tags.ts';
import type { AskedQuery, QueryCount, QueryStore } from '../store.ts';
import type { Connection } from './connection.ts';

const write = `INSERT INTO queries (hash, text, asked, found_nothing, last_asked_ms, caller_tags) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (hash) DO UPDATE SET text = coalesce(text, excluded.text), asked = asked + excluded.asked,
    found_nothing = found_nothing + excluded.found_nothing, last_asked_ms = max(last_asked_ms, excluded.last_asked_ms),
    caller_tags = excluded.caller_tags`;

export function sqliteQueries(connection: Connection): QueryStore {
  function salt(): string {
    connection
      .statement("INSERT OR IGNORE INTO facts (name, value) VALUES ('query-salt', ?)")
      .run(randomBytes(16).toString('hex'));
    return String(connection.statement("SELECT value FROM facts WHERE name = 'query-salt'").get()?.value);
  }
  function addOne({ text, asked, foundNothing, lastAskedMs, callerTags }: AskedQuery, callersMin: number): void {
    const hash = createHash('sha256').update(`${salt()}\n${text}`).digest('hex').slice(0, 32);
    const kept = connection.statement('SELECT text, caller_tags FROM queries WHERE hash = ?').get(hash);
    const tags = merged(tagsOf(String(kept?.caller_tags ?? '')), callerTags);
    // From here on it is known that enough callers asked, and who they were is of no more use.
    const isShown = typeof kept?.text === 'string' || tags.size >= callersMin;
    connection
      .statement(write)
      .run(hash, isShown ? text : null, asked, foundNothing, lastAskedMs, isShown ? '' : tagText(tags));
  }
  return {
    salt: () => connection.write(salt),
    add: (queries, { callersMin, queriesMax }) =>
      connection.write(() => {
        for (const query of queries) addOne(query, callersMin);
        const tooMany =
          Number(connection.statement('SELECT count(*) AS queries FROM queries').get()?.queries) - queriesMax;
        if (tooMany > 0)
          connection
            .statement(
              `DELETE FROM queries WHERE hash IN
                 (SELECT hash FROM queries ORDER BY text IS NOT NULL, last_asked_ms LIMIT ?)`,
            )
            .run(tooMany);
      }),
    list: ({ limit, foundNothing }) =>
      connection.read(() => {
        const column = foundNothing ? 'found_nothing' : 'asked';
        return connection
          .statement(
            `SELECT * FROM queries WHERE text IS NOT NULL AND ${column} > 0 ORDER BY ${column} DESC, text LIMIT ?`,
          )
          .all(limit)
          .map(countOf);
      }),
    forgetBefore: (ms) =>
      connection.write(() => connection.statement('DELETE FROM queries WHERE last_asked_ms < ?').run(ms).changes),
    clear: () => connection.write(() => void connection.statement('DELETE FROM queries').run()),
  };
}

const countOf = (row: Record<string, unknown>): QueryCount => ({
  text: String(row.text),
  asked: Number(row.asked),
  foundNothing: Number(row.found_nothing),
  lastAskedAt: new Date(Number(row.last_asked_ms)).toISOString(),
});
