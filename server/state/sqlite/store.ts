// The state of one machine: a SQLite file in the data folder, for any number of processes that share the folder.
import { randomBytes } from 'node:crypto';
import { type KeyRecord, keyRecord } from '../../access/api-keys.ts';
import {
  agentDocuments,
  agentsIn,
  type DocumentKind,
  type Documents,
  queriesIn,
  queryDocuments,
} from '../statistics.ts';
import {
  countedIn,
  type KeyStore,
  type QuotaCharge,
  type QuotaCount,
  type QuotaStore,
  type StateStore,
  type Usage,
} from '../store.ts';
import { Database, type Row } from './database.ts';

/** Creates the folder if necessary; the first probe opens the file. Throws a StateFileError when the folder cannot be created. */
export const sqliteStore = (dataFolder: string): StateStore => storeIn(new Database(dataFolder));

/** A state in memory, lost when the process ends. */
export const passingStore = (): StateStore => storeIn(new Database(undefined));

function storeIn(database: Database): StateStore {
  return {
    kind: 'sqlite',
    admit: undefined,
    quotas: sqliteQuotas(database),
    keys: sqliteKeys(database),
    agents: agentsIn(sqliteDocuments(database, agentDocuments)),
    queries: queriesIn(sqliteDocuments(database, queryDocuments), () => database.write(() => saltIn(database))),
    async probe() {
      await database.open();
      await database.write(() =>
        database.statement("INSERT OR REPLACE INTO facts (name, value) VALUES ('probed', ?)").run(String(Date.now())),
      );
    },
    async close() {
      database.close();
    },
  };
}

const findQuota = 'SELECT used, period_begin_ms, last_used_ms FROM quotas WHERE key_id = ?';
const writeQuota = `INSERT INTO quotas (key_id, used, period_begin_ms, last_used_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT (key_id) DO UPDATE SET used = excluded.used, period_begin_ms = excluded.period_begin_ms,
    last_used_ms = max(last_used_ms, excluded.last_used_ms)`;

function sqliteQuotas(database: Database): QuotaStore {
  const usageOf = (keyId: string): Usage | undefined => {
    const row = database.statement(findQuota).get(keyId);
    if (row === undefined) return undefined;
    const [used, periodBeginMs, lastUsedMs] = [row.used, row.period_begin_ms, row.last_used_ms].map(Number);
    return { used: used ?? 0, periodBeginMs: periodBeginMs ?? 0, lastUsedMs: lastUsedMs ?? 0 };
  };
  /** Runs under the write lock, so that no other process counts between reading and writing. */
  function count({ keyId, period, requests, atMs }: QuotaCharge, limit: number): QuotaCount {
    const { used, beginMs } = countedIn(period, usageOf(keyId));
    const admitted = Math.max(0, Math.min(requests, limit - used));
    if (admitted > 0) database.statement(writeQuota).run(keyId, used + admitted, beginMs, atMs);
    return { admitted, used: used + admitted, periodBeginMs: beginMs };
  }
  return {
    charge: (charge) => database.write(() => count(charge, charge.limit)),
    add: (charge) =>
      database.write(() => {
        const isOver = (usageOf(charge.keyId)?.periodBeginMs ?? 0) > charge.period.beginMs;
        if (!isOver) count(charge, Number.MAX_SAFE_INTEGER);
      }),
    usage: (keyIds) =>
      database.read(() => {
        const found = keyIds.map((keyId) => [keyId, usageOf(keyId)] as const);
        return new Map(found.flatMap(([keyId, usage]) => (usage === undefined ? [] : [[keyId, usage]])));
      }),
  };
}

/** The store of API keys. A record is stored as JSON; the hashes of its secrets are stored separately, for look-ups. */
function sqliteKeys(database: Database): KeyStore {
  const latest = (): number =>
    Number(database.statement('SELECT coalesce(max(version), 0) AS version FROM keys').get()?.version);
  return {
    changedAfter: (after) =>
      database.read(() => {
        const version = latest();
        if (version <= after) return { version, records: [] };
        const rows = database.statement('SELECT record FROM keys WHERE version > ? ORDER BY version').all(after);
        return { version, records: rows.map(recordOf) };
      }),
    findByHash: (hash) =>
      database.read(() => {
        const row = database
          .statement('SELECT record FROM keys JOIN secrets ON secrets.key_id = keys.id WHERE secrets.hash = ?')
          .get(hash);
        return row && recordOf(row);
      }),
    put: (record, before) =>
      database.write(() => {
        const kept = database.statement('SELECT record FROM keys WHERE id = ?').get(record.id)?.record;
        if (kept !== (before && textOf(before))) return false;
        database
          .statement('INSERT OR REPLACE INTO keys (id, version, record) VALUES (?, ?, ?)')
          .run(record.id, latest() + 1, textOf(record));
        database.statement('DELETE FROM secrets WHERE key_id = ?').run(record.id);
        for (const { hash } of record.secrets)
          database.statement('INSERT INTO secrets (hash, key_id) VALUES (?, ?)').run(hash, record.id);
        return true;
      }),
  };
}

/** The JSON of a record, with properties in the order of the schema, because records are compared as text. */
const textOf = (record: KeyRecord): string => JSON.stringify(keyRecord.parse(record));

const recordOf = ({ record }: Row): KeyRecord => keyRecord.parse(JSON.parse(String(record)));

function saltIn(database: Database): string {
  const made = randomBytes(16).toString('hex');
  database.statement("INSERT OR IGNORE INTO facts (name, value) VALUES ('query-salt', ?)").run(made);
  return String(database.statement("SELECT value FROM facts WHERE name = 'query-salt'").get()?.value);
}

const findDocument = 'SELECT document FROM documents WHERE kind = ? AND id = ?';
const writeDocument = 'INSERT OR REPLACE INTO documents (kind, id, rank, document) VALUES (?, ?, ?, ?)';
const listDocuments = 'SELECT document FROM documents WHERE kind = ? ORDER BY rank DESC, id LIMIT ? OFFSET ?';
const forgetDocuments = `DELETE FROM documents WHERE kind = ?1 AND id IN (SELECT id FROM documents
  WHERE kind = ?1 AND rank >= ?2 AND rank < ?3 ORDER BY rank, id DESC LIMIT ?4)`;
const rankMax = Number.MAX_SAFE_INTEGER;

function sqliteDocuments<Value>(database: Database, { name, schema, rank }: DocumentKind<Value>): Documents<Value> {
  const parsed = ({ document }: Row): Value => schema.parse(JSON.parse(String(document)));
  const keptOf = (id: string): Value | undefined => {
    const row = database.statement(findDocument).get(name, id);
    return row && parsed(row);
  };
  return {
    change: (changes) =>
      database.write(() => {
        for (const [id, change] of changes) {
          const value = change(keptOf(id));
          database.statement(writeDocument).run(name, id, rank(value), JSON.stringify(value));
        }
      }),
    find: (ids) => database.read(() => ids.map(keptOf)),
    count: () =>
      database.read(() =>
        Number(database.statement('SELECT count(*) AS documents FROM documents WHERE kind = ?').get(name)?.documents),
      ),
    list: ({ offset, limit }) =>
      database.read(() => database.statement(listDocuments).all(name, limit, offset).map(parsed)),
    forget: ({ from = -rankMax, below = rankMax, atMost = rankMax }) =>
      database.write(() => database.statement(forgetDocuments).run(name, from, below, atMost).changes),
  };
}
