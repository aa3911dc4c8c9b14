// What callers notice when Redis is away: every request is answered in time, a limit of this process holds, and the shared one
// holds again soon after.
import { beforeAll, describe, expect, test } from 'vitest';
import { redisStore } from '../../../server/state/redis/store.ts';
import { startFaultProxy } from '../../fault-proxy.ts';
import { type RedisServer, redisIsHere, startRedis } from '../../redis.ts';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { issueKey } from '../keys.ts';
import { smallEdition } from '../small-site.ts';
import { answeredWithinMs, stateOf, timed, within } from './answering.ts';

const backWithinMs = 2_000;
const limit = 50;

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

interface Instance {
  server: Started;
  logged: () => string[];
}

async function instance(url: string): Promise<Instance> {
  const lines: string[] = [];
  const note = (fields: object, text: string): void => void lines.push(`${text} ${JSON.stringify(fields)}`);
  const clock = movableClock();
  const state = stateFor(clock, {
    store: redisStore({ url, now: () => clock.now() }),
    free: { limit, unit: 'day' },
    log: { info: note, warn: note, error: note },
  });
  return { server: await startServer(edition, { clock, state }), logged: () => lines };
}

interface Outage {
  name: string;
  /** What /readyz says of it. */
  reason: RegExp;
  /** Puts what it is about in front of a Redis, and resolves to how to begin and how to end it. */
  prepare(redis: RedisServer): Promise<{ url: string; begin(): Promise<void>; end(): Promise<void> }>;
}

const outages: Outage[] = [
  {
    name: 'is killed, and starts again with what it wrote to its log',
    reason: /^(?:ECONNREFUSED|ECONNRESET|RedisFault)$/,
    async prepare(redis) {
      return { url: redis.url, begin: () => redis.kill(), end: () => redis.start() };
    },
  },
  {
    name: 'is frozen',
    reason: /^ETIMEDOUT$/,
    async prepare(redis) {
      return { url: redis.url, begin: async () => redis.freeze(), end: async () => redis.thaw() };
    },
  },
  {
    name: 'is 300 ms away',
    reason: /^ETIMEDOUT$/,
    async prepare(redis) {
      const proxy = await startFaultProxy(redis.port);
      return {
        url: `redis://127.0.0.1:${proxy.port}`,
        begin: async () => proxy.become({ delayMs: 300 }),
        end: async () => proxy.become('none'),
      };
    },
  },
  {
    name: 'is behind a network that swallows everything',
    reason: /^ETIMEDOUT$/,
    async prepare(redis) {
      const proxy = await startFaultProxy(redis.port);
      return {
        url: `redis://127.0.0.1:${proxy.port}`,
        begin: async () => proxy.become('swallow'),
        end: async () => proxy.become('none'),
      };
    },
  },
  {
    name: 'refuses to write',
    reason: /^NOREPLICAS$/,
    async prepare(redis) {
      const set = (value: string) => redis.command('CONFIG', 'SET', 'min-replicas-to-write', value);
      return {
        url: redis.url,
        begin: async () => void (await set('3')),
        end: async () => void (await set('0')),
      };
    },
  },
];

describe.skipIf(!redisIsHere())('while Redis', () => {
  test.each(outages)(
    '$name, requests are answered in time, and exactly again afterwards',
    async ({ reason, prepare }) => {
      const redis = await startRedis({ keeps: 'everything' });
      const { url, begin, end } = await prepare(redis);
      const [one, two] = [await instance(url), await instance(url)];
      const { bearer, record } = await issueKey(one.server.state.store);
      const both = [one.server, two.server];
      for (const server of both) for (let call = 0; call < 5; call += 1) await server.get('/api/v1/domains', bearer);

      await begin();
      let during = 0;
      for (const server of both) {
        for (const headers of [bearer, { ...bearer, 'x-agent-id': 'ada' }, {}]) {
          const { statuses, slowestMs } = await timed(server, headers, (sent) => sent < 10);
          expect(new Set(statuses)).toEqual(new Set([200]));
          expect(slowestMs).toBeLessThan(answeredWithinMs);
          if ('authorization' in headers) during += statuses.length;
        }
        expect((await stateOf(server)).degraded?.reason).toMatch(reason);
      }
      // A key that is not known is refused and never served, and the limit of one process holds.
      expect((await one.server.get('/api/v1/domains', { authorization: 'Bearer wrong' })).status).toBe(401);

      await end();
      await within(backWithinMs, 'both are back', async () => {
        const states = await Promise.all(both.map(stateOf));
        return states.every(({ degraded }) => degraded === null);
      });
      // What was let through meanwhile counts, and from here on the two together let no more through than is left.
      const { used = 0 } = (await one.server.state.store.quotas.usage()).get(record.id) ?? {};
      expect(used).toBeGreaterThanOrEqual(10 + during - 2);
      const statuses = await Promise.all(
        Array.from(
          { length: 200 },
          async (_, index) => (await both[index % 2]?.get('/api/v1/domains', bearer))?.status,
        ),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(Math.max(0, limit - used));
      for (const { logged } of [one, two]) {
        expect(logged().filter((line) => line.includes('the state is away'))).toHaveLength(1);
        expect(logged().filter((line) => line.includes('the state is back'))).toHaveLength(1);
      }
    },
  );

  test('is away, a process lets no more of a key through than the whole limit, with what it last heard', async () => {
    const redis = await startRedis();
    const { server } = await instance(redis.url);
    const { bearer } = await issueKey(server.state.store);
    for (let call = 0; call < 20; call += 1) await server.get('/api/v1/domains', bearer);
    await redis.kill();
    const { statuses } = await timed(server, bearer, (sent) => sent < 60);
    expect(statuses.filter((status) => status === 200)).toHaveLength(limit - 20);
  });

  test('is away, callers without a key have the limit of each process', async () => {
    const redis = await startRedis();
    const { server } = await instance(redis.url);
    await redis.kill();
    const { statuses } = await timed(server, {}, (sent) => sent < 120);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  });

  test('was not there at the start, a server serves all the same and takes it up when it comes', async () => {
    const redis = await startRedis({ keeps: 'everything' });
    const first = await instance(redis.url);
    const { bearer } = await issueKey(first.server.state.store);
    await redis.kill();
    const { server } = await instance(redis.url);
    const { statuses, slowestMs } = await timed(server, {}, (sent) => sent < 10);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(slowestMs).toBeLessThan(answeredWithinMs);
    // It never heard of the key.
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(401);
    await redis.start();
    await within(backWithinMs, 'it is back', async () => (await stateOf(server)).degraded === null);
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
  });

  test('lost everything, the keys are put back by those who knew them, and counting begins anew', async () => {
    const redis = await startRedis();
    const [one, two] = [await instance(redis.url), await instance(redis.url)];
    const { bearer, record } = await issueKey(one.server.state.store);
    const revoked = await issueKey(one.server.state.store, { revokedAt: '2026-01-02T00:00:00.000Z' });
    for (const { server } of [one, two]) {
      await within(backWithinMs, 'the key is known', async () => server.state.keys.size === 2);
      expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
    }
    await redis.command('FLUSHALL');
    await within(backWithinMs, 'the keys are back', async () => {
      const { records } = await one.server.state.store.keys.changedAfter(0);
      return records.length === 2;
    });
    const { body, status } = await two.server.json('/api/v1/domains', bearer);
    expect([status, body.meta.quota?.remaining]).toEqual([200, limit - 1]);
    expect((await two.server.get('/api/v1/domains', revoked.bearer)).status).toBe(401);
    expect(record.revokedAt).toBeNull();
  });

  test('is revoked a key in, no instance serves it for longer than a second', async () => {
    const redis = await startRedis();
    const [one, two] = [await instance(redis.url), await instance(redis.url)];
    const { bearer, record } = await issueKey(one.server.state.store);
    for (const { server } of [one, two]) expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
    await one.server.state.store.keys.put({ ...record, revokedAt: '2026-01-31T00:00:00.000Z' }, record);
    for (const { server } of [one, two])
      await within(
        1_000,
        'the key is refused',
        async () => (await server.get('/api/v1/domains', bearer)).status === 401,
      );
  });
});
