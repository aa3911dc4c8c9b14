// The state of any number of instances that share one Redis: keys and statistics. The counts of limits are in `limits.ts`.
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type KeyRecord, keyRecord } from '../../access/api-keys.ts';
import {
  agentDocuments,
  agentsIn,
  type Changes,
  type DocumentKind,
  type Documents,
  queriesIn,
  queryDocuments,
} from '../statistics.ts';
import type { KeyStore, StateStore } from '../store.ts';
import { Connection, keyPrefix } from './connection.ts';
import { redisQuotas, redisWindow } from './limits.ts';

export interface RedisPlace {
  /** The URL of Redis; `readAddress` describes its forms. */
  url: string;
  /** The timeout of a round trip, in milliseconds. It can be longer when no request waits for it. */
  answerMs?: number;
  /** Replaces Redis's own clock, in milliseconds: for tests. */
  now?: () => number;
}

const probe = {
  name: 'steleProbe',
  keys: 1,
  lua: `return redis.call('SET', KEYS[1], ARGV[1]).ok`,
  reply: z.literal('OK'),
};

/** Opens a store that connects at its first probe, and reconnects by itself. Throws when the URL is invalid. */
export function redisStore({ url, answerMs, now }: RedisPlace): StateStore {
  const connection = new Connection(url, probe, answerMs);
  return {
    kind: 'redis',
    quotas: redisQuotas(connection),
    admit: redisWindow(connection, now),
    keys: redisKeys(connection),
    agents: agentsIn(redisDocuments(connection, agentDocuments)),
    queries: queriesIn(redisDocuments(connection, queryDocuments), () => saltIn(connection)),
    probe: () => connection.probe(),
    async close() {
      connection.close();
    },
  };
}

/** Where API keys are stored: id → record, hash of a secret → id, the ids in the order of their last change, the number of changes. */
const records = `${keyPrefix}keys`;
const secrets = `${keyPrefix}keys:secrets`;
const changes = `${keyPrefix}keys:changes`;
const version = `${keyPrefix}keys:version`;

/** Replaces the stored record if it still equals the record that the caller has read. The two records are compared as text. */
const put = {
  name: 'stelePutKey',
  keys: 4,
  lua: `
local id, record, before, secretsBefore = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
if (redis.call('HGET', KEYS[1], id) or '') ~= before then return 0 end
redis.call('HSET', KEYS[1], id, record)
for index = 5, 4 + secretsBefore do redis.call('HDEL', KEYS[2], ARGV[index]) end
for index = 5 + secretsBefore, #ARGV do redis.call('HSET', KEYS[2], ARGV[index], id) end
redis.call('ZADD', KEYS[3], redis.call('INCR', KEYS[4]), id)
return 1
`,
  reply: z.literal([0, 1]),
};

function redisKeys(connection: Connection): KeyStore {
  const { redis } = connection;
  const putScript = connection.script(put);
  return {
    async changedAfter(after) {
      // The version is read first. A change that happens meanwhile is then read again the next time.
      const now = z.coerce
        .number()
        .int()
        .parse((await connection.ask(() => redis.get(version))) ?? 0);
      if (now <= after) return { version: now, records: [] };
      const ids = await connection.ask(() => redis.zrangebyscore(changes, `(${after}`, '+inf'));
      const texts = await connection.inTrips(ids, (part) => redis.hmget(records, ...part));
      return { version: now, records: texts.flatMap((text) => (text === null ? [] : [recordOf(text)])) };
    },
    async findByHash(hash) {
      const id = await connection.ask(() => redis.hget(secrets, hash));
      const text = id === null ? null : await connection.ask(() => redis.hget(records, id));
      return text === null ? undefined : recordOf(text);
    },
    async put(record, before) {
      const hashesBefore = before === undefined ? [] : hashesOf(before);
      const texts = [textOf(record), before === undefined ? '' : textOf(before)];
      const values = [record.id, ...texts, hashesBefore.length, ...hashesBefore, ...hashesOf(record)];
      return (await connection.ask(() => putScript(records, secrets, changes, version, ...values))) === 1;
    },
  };
}

const hashesOf = ({ secrets: kept }: KeyRecord): string[] => kept.map(({ hash }) => hash);

const recordOf = (text: string): KeyRecord => keyRecord.parse(JSON.parse(text));

/** The JSON of a record. Equal records have the same text, because the schema sets the order of properties. */
const textOf = (record: KeyRecord): string => JSON.stringify(keyRecord.parse(record));

const salt = `${keyPrefix}query-salt`;

async function saltIn(connection: Connection): Promise<string> {
  const { redis } = connection;
  await connection.ask(() => redis.setnx(salt, randomBytes(16).toString('hex')));
  return (await connection.ask(() => redis.get(salt))) ?? '';
}

/**
 * Replaces each stored document if it still has the text that the caller has read. Returns the ids of the documents that were not
 * replaced, because another process has changed them.
 */
const writeDocuments = {
  name: 'steleWriteDocuments',
  keys: 2,
  lua: `
local changed = {}
for index = 1, #ARGV, 4 do
  local id, before, document, score = unpack(ARGV, index, index + 3)
  if (redis.call('HGET', KEYS[1], id) or '') == before then
    redis.call('HSET', KEYS[1], id, document)
    redis.call('ZADD', KEYS[2], score, id)
  else
    changed[#changed + 1] = id
  end
end
return changed
`,
  reply: z.array(z.string()),
};

/**
 * Stores documents as a hash (id → document) and a sorted set of ids. The score of an id is the negative rank of its document, so the
 * highest rank comes first. Ids with the same rank are ordered by id.
 */
function redisDocuments<Value>(connection: Connection, { name, schema, rank }: DocumentKind<Value>): Documents<Value> {
  const { redis } = connection;
  const [documents, order] = [`${keyPrefix}${name}:documents`, `${keyPrefix}${name}:order`];
  const write = connection.script(writeDocuments);
  const parsed = (text: string | null): Value | undefined =>
    text === null ? undefined : schema.parse(JSON.parse(text));
  const textsOf = (ids: readonly string[]) =>
    connection.inTrips(ids, async (part) => texts.parse(await redis.hmget(documents, ...part)));

  /** Retries the documents that another process changed between reading and writing. */
  async function change(changes: Changes<Value>): Promise<void> {
    let ids = [...changes.keys()];
    while (ids.length > 0) {
      const before = await textsOf(ids);
      const values = ids.map((id, index) => {
        const text = before[index] ?? null;
        const value = changes.get(id)?.(parsed(text));
        return value === undefined ? [] : [id, text ?? '', JSON.stringify(value), -rank(value)];
      });
      ids = await connection.inTrips(values, (part) => write(documents, order, ...part.flat()));
    }
  }

  let changing: Promise<void> = Promise.resolve();
  return {
    // Changes run one after the other, so that only another process can change a document between reading and writing.
    change(changes) {
      changing = changing.catch(() => undefined).then(() => change(changes));
      return changing;
    },
    find: async (ids) => (await textsOf(ids)).map(parsed),
    count: () => connection.ask(() => redis.zcard(order)),
    async list({ offset, limit }) {
      if (limit <= 0) return [];
      const ids = await connection.ask(() => redis.zrange(order, offset, `${offset + limit - 1}`));
      // Some documents may have been deleted meanwhile.
      return (await textsOf(ids)).map(parsed).filter((value) => value !== undefined);
    },
    async forget({ from = -rankMax, below = rankMax, atMost = -1 }) {
      const ids = await connection.ask(() =>
        redis.zrevrangebyscore(order, `${-from}`, `(${-below}`, 'LIMIT', 0, atMost),
      );
      await connection.inTrips(ids, (part) =>
        Promise.all([redis.hdel(documents, ...part), redis.zrem(order, ...part)]),
      );
      return ids.length;
    },
  };
}

const rankMax = Number.MAX_SAFE_INTEGER;
const texts = z.array(z.string().nullable());
