// API keys, in SQLite. A record is kept as JSON; its secrets are also listed by hash, so that one can be found.
import { type KeyRecord, keyRecord } from '../../access/api-keys.ts';
import type { KeyStore } from '../store.ts';
import type { Connection } from './connection.ts';

export function sqliteKeys(connection: Connection): KeyStore {
  const latest = (): number =>
    Number(connection.statement('SELECT coalesce(max(version), 0) AS version FROM keys').get()?.version);
  return {
    changedAfter: (after) =>
      connection.read(() => {
        const version = latest();
        if (version <= after) return { version, records: [] };
        const rows = connection.statement('SELECT record FROM keys WHERE version > ? ORDER BY version').all(after);
        return { version, records: rows.map(recordOf) };
      }),
    findByHash: (hash) =>
      connection.read(() => {
        const row = connection
          .statement('SELECT record FROM keys JOIN secrets ON secrets.key_id = keys.id WHERE secrets.hash = ?')
          .get(hash);
        return row && recordOf(row);
      }),
    put: (record, before) =>
      connection.write(() => {
        const kept = connection.statement('SELECT record FROM keys WHERE id = ?').get(record.id)?.record;
        if (kept !== (before && textOf(before))) return false;
        connection
          .statement('INSERT OR REPLACE INTO keys (id, version, record) VALUES (?, ?, ?)')
          .run(record.id, latest() + 1, textOf(record));
        connection.statement('DELETE FROM secrets WHERE key_id = ?').run(record.id);
        for (const { hash } of record.secrets)
          connection.statement('INSERT INTO secrets (hash, key_id) VALUES (?, ?)').run(hash, record.id);
        return true;
      }),
  };
}

/** In the order of the schema, whatever order its writer had: the text is what is compared. */
const textOf = (record: KeyRecord): string => JSON.stringify(keyRecord.parse(record));

const recordOf = ({ record }: Record<string, unknown>): KeyRecord => keyRecord.parse(JSON.parse(String(record)));
