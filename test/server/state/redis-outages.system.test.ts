// During an outage of Redis a server answers every request, and each process applies a limit of its own. Afterwards the shared
// limit applies again.
import { describe, expect, test } from 'vitest';
import { type RedisServer, redisIsHere, startRedis } from '../../redis.ts';
import { issueKey } from '../keys.ts';
import { smallEdition } from '../small-site.ts';
import { type Instance, redisInstance, stateOf, statusesOf } from './answering.ts';
import { until } from './store-calls.ts';

const limit = 50;

const edition = await smallEdition();

const instance = (url: string): Promise<Instance> => redisInstance(edition, url, limit);

const answeredOf = (statuses: readonly number[]): number => statuses.filter((status) => status === 200).length;

interface Outage {
  name: string;
  /** The reason in the answer of /readyz. */
  reason: RegExp;
  begin(redis: RedisServer): Promise<void> | void;
  end(redis: RedisServer): Promise<void> | void;
}

// redis-faults.system.test.ts tests the store with other kinds of outages.
const outages: Outage[] = [
  {
    name: 'is killed, and starts again with the data in its log',
    reason: /^(?:ECONNREFUSED|ECONNRESET|RedisFault)$/,
    begin: (redis) => redis.kill(),
    end: (redis) => redis.start(),
  },
  {
    name: 'is frozen',
    reason: /^ETIMEDOUT$/,
    begin: (redis) => redis.freeze(),
    end: (redis) => redis.thaw(),
  },
];

describe.skipIf(!redisIsHere())('an outage of Redis', () => {
  test.each(outages)(
    'when Redis $name, requests are answered, and the shared limit applies again afterwards',
    async ({ reason, begin, end }) => {
      const redis = await startRedis({ keeps: 'everything' });
      const [one, two] = [await instance(redis.url), await instance(redis.url)];
      const { bearer, record } = await issueKey(one.server.state.store);
      for (const { server } of [one, two]) await statusesOf(server, 5, bearer);

      await begin(redis);
      for (const { server } of [one, two]) {
        for (const headers of [bearer, { ...bearer, 'x-agent-id': 'ada' }, {}])
          expect(answeredOf(await statusesOf(server, 5, headers))).toBe(5);
        expect((await stateOf(server)).degraded?.reason).toMatch(reason);
      }
      expect((await one.server.get('/api/v1/domains', { authorization: 'Bearer wrong' })).status).toBe(401);

      await end(redis);
      for (const { log } of [one, two]) await log.said('the state store is available again');
      // Of 30 admitted requests at least 28 are counted: one charge of each server may have failed before it was counted. From
      // now on both servers together admit only the requests that remain.
      const { used = 0 } = (await one.server.state.store.quotas.usage([record.id])).get(record.id) ?? {};
      expect(used).toBeGreaterThanOrEqual(28);
      const statuses = await Promise.all([one, two].map(({ server }) => statusesOf(server, 30, bearer)));
      expect(answeredOf(statuses.flat())).toBe(limit - used);
      for (const { log } of [one, two]) {
        expect([log.count('the state store is unavailable'), log.count('the state store is available again')]).toEqual([
          1, 1,
        ]);
      }
    },
  );

  test('when Redis fails and returns, a process still admits only the rest of a quota, and 100 requests per address in all', async () => {
    const redis = await startRedis({ keeps: 'everything' });
    const { server, log } = await instance(redis.url);
    const { bearer } = await issueKey(server.state.store);
    await statusesOf(server, 20, bearer);
    await statusesOf(server, 30);
    await redis.kill();
    expect(answeredOf(await statusesOf(server, 60, bearer))).toBe(limit - 20);
    expect(answeredOf(await statusesOf(server, 60))).toBe(60);
    await redis.start();
    await log.said('the state store is available again');
    expect(answeredOf(await statusesOf(server, 60))).toBe(10);
  });

  test('when Redis is unavailable at the start, a server answers, and uses Redis once it is available', async () => {
    const redis = await startRedis({ keeps: 'everything' });
    const first = await instance(redis.url);
    const { bearer } = await issueKey(first.server.state.store);
    await redis.kill();
    const { server, log } = await instance(redis.url);
    expect(answeredOf(await statusesOf(server, 10))).toBe(10);
    // This server started without Redis and has never read the key.
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(401);
    await redis.start();
    await log.said('the state store is available again');
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
  });

  test('when Redis has lost its data, servers restore the keys that they know, and counting starts again', async () => {
    const redis = await startRedis();
    const [one, two] = [await instance(redis.url), await instance(redis.url)];
    const { bearer } = await issueKey(one.server.state.store);
    const revoked = await issueKey(one.server.state.store, { revokedAt: '2026-01-02T00:00:00.000Z' });
    for (const { server } of [one, two]) {
      await until(async () => expect(server.state.keys.size).toBe(2));
      expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
    }
    await redis.command('FLUSHALL');
    await Promise.race([one, two].map(({ log }) => log.said('the state store had lost the keys')));
    const { body, status } = await two.server.json('/api/v1/domains', bearer);
    expect([status, body.meta.quota?.remaining]).toEqual([200, limit - 1]);
    expect((await two.server.get('/api/v1/domains', revoked.bearer)).status).toBe(401);
    expect((await one.server.state.store.keys.changedAfter(0)).records).toHaveLength(2);
  });
});
