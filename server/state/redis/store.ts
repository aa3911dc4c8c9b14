// The state of any number of instances that share one Redis.
import { z } from 'zod';
import type { StateStore } from '../store.ts';
import { redisAgents } from './agents.ts';
import { Connection, keyPrefix } from './connection.ts';
import { redisKeys } from './keys.ts';
import { redisQueries } from './queries.ts';
import { redisQuotas } from './quotas.ts';
import { redisWindow } from './window.ts';

export interface RedisPlace {
  /** See `readAddress`. */
  url: string;
  /** How long one round trip may take: who has no requests waiting can wait longer. */
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
