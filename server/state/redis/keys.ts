// API keys, in Redis. A record is kept as JSON; its secrets are also listed by hash, so that one can be found.
import { z } from 'zod';
import { type KeyRecord, keyRecord } from '../../access/api-keys.ts';
import type { KeyStore } from '../store.ts';
import { type Connection, keyPrefix } from './connection.ts';

/** Id → record, hash of a secret → id, ids in the order of their last change, and how many changes there were. */
const records = `${keyPrefix}keys`;
const secrets = `${keyPrefix}keys:secrets`;
const changes = `${keyPrefix}keys:changes`;
const version = `${keyPrefix}keys:version`;

/** So many records are read in one round trip. */
const recordsPerRead = 500;

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

const find = {
  name: 'steleFindKey',
  keys: 2,
  lua: `
local id = redis.call('HGET', KEYS[2], ARGV[1])
return id and redis.call('HGET', KEYS[1], id)
`,
  reply: z.string().nullable(),
};

/** The version now; that of the last record that follows; records in the order of their versions. */
const changed = {
  name: 'steleChangedKeys',
  keys: 3,
  lua: `
local now = tonumber(redis.call('GET', KEYS[3]) or 0)
local found = {now, now}
if now > tonumber(ARGV[1]) then
  local ids = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
  for index = 1, #ids, 2 do
    found[2] = tonumber(ids[index + 1])
    found[#found + 1] = redis.call('HGET', KEYS[1], ids[index])
  end
end
return found
`,
  reply: z.tuple([z.int().min(0), z.int().min(0)], z.string()),
};

export function redisKeys(connection: Connection): KeyStore {
  const putScript = connection.script(put);
  const findScript = connection.script(find);
  const changedScript = connection.script(changed);
  return {
    async changedAfter(after) {
      // A record that changes while the pages are read comes once more on a later one.
      const found = new Map<string, KeyRecord>();
      for (let last = after; ; ) {
        const [now, reached, ...texts] = await connection.ask(() =>
          changedScript(records, changes, version, last, recordsPerRead),
        );
        for (const record of texts.map(recordOf)) {
          found.delete(record.id);
          found.set(record.id, record);
        }
        if (texts.length < recordsPerRead) return { version: now, records: [...found.values()] };
        last = reached;
      }
    },
    async findByHash(hash) {
      const text = await connection.ask(() => findScript(records, secrets, hash));
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
