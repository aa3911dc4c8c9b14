// The state of any number of instances that share one Redis. Here are the keys.
import { z } from 'zod';
import { type KeyRecord, keyRecord } from '../../access/api-keys.ts';
import type { KeyStore, StateStore } from '../store.ts';
import { Connection, keyPrefix } from './connection.ts';
import { redisQuotas, redisWindow } from './limits.ts';
import { redisAgents, redisQueries } from './statistics.ts';

export interface RedisPlace {
  /** See `readAddress`. */
  url: string;
  /** How long one round trip may take: longer where no request waits for it. */
  answerMs?: number;
  /** Takes the place of Redis's own clock, in milliseconds: for tests. */
  now?: () => number;
}

const probe = {
  name: 'steleProbe',
  keys: 1,
  lua: `return redis.call('SET', KEYS[1], ARGV[1]).ok`,
  reply: z.literal('OK'),
};

/** Earlier versions kept what keys have used in one place of a cluster, and a list of the keys that have been used. */
const upgrade = {
  name: 'steleUpgrade',
  keys: 1,
  lua: `
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local old = '${keyPrefix}quota:' .. id
  if redis.call('EXISTS', old) == 1 then redis.call('RENAMENX', old, 'stele:{' .. id .. '}:quota') end
end
redis.call('DEL', KEYS[1])
return 1
`,
  reply: z.literal(1),
};

/** Connects with the first probe, and from then on by itself. Throws when the URL is none. */
export function redisStore({ url, answerMs, now }: RedisPlace): StateStore {
  const connection = new Connection(url, probe, answerMs);
  const runUpgrade = connection.script(upgrade);
  // They knew no clusters, in which a script could not do this.
  let isUpgraded = connection.address.kind === 'cluster';
  return {
    kind: 'redis',
    quotas: redisQuotas(connection),
    admit: redisWindow(connection, now),
    keys: redisKeys(connection),
    agents: redisAgents(connection),
    queries: redisQueries(connection),
    async probe() {
      await connection.probe();
      if (isUpgraded) return;
      await connection.ask(() => runUpgrade(`${keyPrefix}quotas`));
      isUpgraded = true;
    },
    async close() {
      connection.close();
    },
  };
}

/** Id → record, hash of a secret → id, ids in the order of their last change, and how many changes there were. */
const records = `${keyPrefix}keys`;
const secrets = `${keyPrefix}keys:secrets`;
const changes = `${keyPrefix}keys:changes`;
const version = `${keyPrefix}keys:version`;

/** Writes a record over the one that its writer has seen; both as text, which is all that is compared. */
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
      // First: what changes from here on is read once more the next time.
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

/** The same text for the same record, however its properties were put together. */
const textOf = (record: KeyRecord): string => JSON.stringify(keyRecord.parse(record));
