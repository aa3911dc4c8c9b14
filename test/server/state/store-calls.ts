// Helpers for tests of stores: sample data, one call of each operation, and an open store in Redis.
import { onTestFinished } from 'vitest';
import { hashOfKey, type KeyRecord } from '../../../server/access/api-keys.ts';
import { periodAt } from '../../../server/access/plans.ts';
import { type RedisPlace, redisStore } from '../../../server/state/redis/store.ts';
import type { AgentCalls, AskedQuery, QuotaCharge, StateStore } from '../../../server/state/store.ts';

export const noon = Date.UTC(2026, 10, 30, 12);
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export const charge = (more: Partial<QuotaCharge> = {}, atMs = noon): QuotaCharge => ({
  keyId: 'key-one',
  period: periodAt('day', atMs),
  limit: 10,
  requests: 1,
  atMs,
  ...more,
});

export const record = (id: string, key: string): KeyRecord => ({
  id,
  plan: 'free',
  label: 'a test',
  createdAt: '2026-11-30T12:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  secrets: [{ hash: hashOfKey(key), createdAt: '2026-11-30T12:00:00.000Z', expiresAt: null }],
});

export const calls = (agentId: string, more: Partial<AgentCalls> = {}): AgentCalls => ({
  agentId,
  firstSeenMs: noon,
  lastSeenMs: noon,
  search: 1,
  article: 0,
  other: 0,
  failed: 0,
  rateLimited: 0,
  days: new Map([[Math.floor(noon / dayMs), 1]]),
  ...more,
});

export const asked = (text: string, more: Partial<AskedQuery> = {}): AskedQuery => ({
  text,
  asked: 1,
  foundNothing: 0,
  lastAskedMs: noon,
  callerTags: new Set([1]),
  ...more,
});

/** One call of each operation of a store, except opening and closing. */
export const everyCall: Record<string, (store: StateStore) => Promise<unknown>> = {
  charge: ({ quotas }) => quotas.charge(charge()),
  add: ({ quotas }) => quotas.add(charge()),
  usage: ({ quotas }) => quotas.usage(['key-one']),
  admit: async ({ admit }) => admit?.('192.0.2.1', { limit: 9, windowMs: 60_000 }),
  changedAfter: ({ keys }) => keys.changedAfter(0),
  findByHash: ({ keys }) => keys.findByHash('0'.repeat(64)),
  put: ({ keys }) => keys.put(record('aaaaaaaaaaaa', 'one'), undefined),
  registered: ({ agents }) => agents.registered(['agent']),
  addAgents: ({ agents }) => agents.add([calls('agent')]),
  findAgent: ({ agents }) => agents.find('agent'),
  countAgents: ({ agents }) => agents.count(),
  listAgents: ({ agents }) => agents.list({ offset: 0, limit: 10 }),
  forgetAgents: ({ agents }) => agents.forgetBefore(0),
  salt: ({ queries }) => queries.salt(),
  addQueries: ({ queries }) =>
    queries.add([asked('teapot', { callerTags: new Set([1, 2, 3]) })], { callersMin: 3, queriesMax: 10 }),
  listQueries: ({ queries }) => queries.list({ limit: 10, foundNothing: false }),
  forgetQueries: ({ queries }) => queries.forgetBefore(0),
  clearQueries: ({ queries }) => queries.clear(),
};

/** Opens a store in Redis, and closes it after the test. */
export async function opened(url: string, settings: Omit<RedisPlace, 'url'> = {}): Promise<StateStore> {
  const store = redisStore({ url, ...settings });
  onTestFinished(() => store.close());
  await store.probe();
  return store;
}

/** Repeats an attempt until it succeeds, because the return of Redis causes no event. If it never succeeds, the test times out. */
export async function until<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
