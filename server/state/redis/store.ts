// The state of any number of instances that share one Redis.
import { z } from 'zod';
import type { StateStore } from '../store.ts';
import { redisAgents } from './agents.ts';
import { Connection } from './connection.ts';
import { redisKeys } from './keys.ts';
import { redisQueries } from './queries.ts';
import { redisQuotas } from './quotas.ts';
import { redisWindow } from './window.ts';

export interface RedisPlace {
  /** `redis://[[user]:password@]host[:port][/database]`, or `rediss://`. */
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

/** Connects with the first probe, and from then on by itself. Throws when the URL is none. */
export function redisStore({ url, answerMs, now }: RedisPlace): StateStore {
  const connection = new Connection(url, probe, answerMs);
  return {
    kind: 'redis',
    quotas: redisQuotas(connection),
    admit: redisWindow(connection, now),
    keys: redisKeys(connection),
    agents: redisAgents(connection),
    queries: redisQueries(connection),
    probe: () => connection.probe(),
    async close() {
      connection.close();
    },
  };
}
