import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodAt } from '../../../server/access/plans.ts';
import type { AgentCalls, AskedQuery, QuotaCharge, StateStore } from '../../../server/state/store.ts';
import { redisIsHere } from '../../redis.ts';
import { dayMs, noon } from './store-calls.ts';
import { redis, sqlite } from './store-kinds.ts';

const few = { min: 0, max: 3 };

const moment = fc.oneof(
  fc.integer({ min: noon, max: noon + 2 * dayMs }),
  fc.constantFrom(noon - dayMs, noon + 11 * 3_600_000, noon + dayMs / 2, noon + 400 * dayMs),
);

const charge = fc
  .record({
    keyId: fc.constantFrom('one', 'two', '__proto__'),
    unit: fc.constantFrom('day' as const, 'month' as const),
    limit: fc.integer({ min: 1, max: 20 }),
    requests: fc.integer({ min: 1, max: 9 }),
    atMs: moment,
  })
  .map(({ unit, ...rest }): QuotaCharge => ({ ...rest, period: periodAt(unit, rest.atMs) }));

const calls = fc.record({
  agentId: fc.constantFrom('ada', 'bob', 'eve', '__proto__', 'A/b@c:+-._'),
  firstSeenMs: moment,
  lastSeenMs: moment,
  search: fc.integer(few),
  article: fc.integer(few),
  other: fc.integer(few),
  failed: fc.integer(few),
  rateLimited: fc.integer(few),
  days: fc
    .array(fc.tuple(fc.integer({ min: 20_780, max: 20_860 }), fc.integer({ min: 1, max: 50 })), { maxLength: 25 })
    .map((days) => new Map(days)),
}) satisfies fc.Arbitrary<AgentCalls>;

const query = fc.record({
  text: fc.constantFrom('tea', 'pot', '茶壶', 'a b', 'é', '%'),
  asked: fc.integer({ min: 1, max: 5 }),
  foundNothing: fc.integer(few),
  lastAskedMs: moment,
  callerTags: fc
    .array(fc.integer({ min: 0, max: 65_535 }), { minLength: 1, maxLength: 4 })
    .map((tags) => new Set(tags)),
}) satisfies fc.Arbitrary<AskedQuery>;

const step = fc.oneof(
  fc.record({ kind: fc.constant('charge' as const), charge }),
  fc.record({ kind: fc.constant('add' as const), charge }),
  fc.record({ kind: fc.constant('agents' as const), calls: fc.array(calls, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('queries' as const), queries: fc.array(query, { maxLength: 4 }) }),
  fc.record({ kind: fc.constant('room' as const), beforeMs: moment, agents: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('forget' as const), beforeMs: moment }),
);
type Step = typeof step extends fc.Arbitrary<infer Taken> ? Taken : never;

async function take({ quotas, agents, queries }: StateStore, taken: Step): Promise<unknown> {
  if (taken.kind === 'charge') return quotas.charge(taken.charge);
  if (taken.kind === 'add') return quotas.add(taken.charge);
  if (taken.kind === 'agents') return agents.add(taken.calls);
  if (taken.kind === 'queries') return queries.add(taken.queries, { callersMin: 3, queriesMax: 100 });
  if (taken.kind === 'room') return agents.forgetBefore(taken.beforeMs, taken.agents);
  return [await agents.forgetBefore(taken.beforeMs), await queries.forgetBefore(taken.beforeMs)];
}

async function everythingIn({ quotas, agents, queries }: StateStore): Promise<unknown> {
  return {
    usage: Object.fromEntries(await quotas.usage(['one', 'two', '__proto__'])),
    agents: [await agents.count(), await agents.list({ offset: 0, limit: 100 })],
    asked: await queries.list({ limit: 100, foundNothing: false }),
    foundNothing: await queries.list({ limit: 100, foundNothing: true }),
  };
}

describe.runIf(redisIsHere())('a state in Redis', () => {
  it('behaves like a state in SQLite for random calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const [one, other] = await Promise.all([sqlite, redis].map(async ({ place }) => (await place()).open()));
        if (one === undefined || other === undefined) throw new Error('there are two kinds');
        for (const taken of steps)
          expect(await take(other, taken), JSON.stringify(taken)).toEqual(await take(one, taken));
        expect(await everythingIn(other)).toEqual(await everythingIn(one));
        await Promise.all([one.close(), other.close()]);
      }),
      { numRuns: 20 },
    );
  });
});
