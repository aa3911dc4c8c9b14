// Two servers on a Redis Cluster of six processes. Their limits are exact. During the failover of a primary every request is answered,
// and the servers admit only a few more requests than the limits allow.
import { beforeAll, describe, expect, test } from 'vitest';
import { redisIsHere } from '../../redis.ts';
import { startRedisCluster } from '../../redis-cluster.ts';
import { issueKey } from '../keys.ts';
import { smallEdition } from '../small-site.ts';
import { type Instance, redisInstance } from './answering.ts';

const limit = 100;
const callersOfAKind = 30;

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

const instance = (url: string): Promise<Instance> => redisInstance(edition, url, limit);

interface Caller {
  headers: Record<string, string>;
  answered: number;
  refused: number;
}

/** Makes callers, in turn one without a key and one with a key. */
async function callersOf({ server }: Instance): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let number = 0; number < callersOfAKind; number += 1) {
    const { bearer } = await issueKey(server.state.store);
    for (const headers of [{ 'x-forwarded-for': `192.0.2.${number}` }, bearer])
      callers.push({ headers, answered: 0, refused: 0 });
  }
  return callers;
}

async function call(caller: Caller, { server }: Instance): Promise<void> {
  const response = await server.get('/api/v1/domains', caller.headers);
  await response.arrayBuffer();
  if (response.status === 200) caller.answered += 1;
  else if (response.status === 429) caller.refused += 1;
  else throw new Error(`a request was answered with ${response.status}`);
}

describe.runIf(redisIsHere())('two servers on a Redis Cluster', () => {
  test('together admit exactly as many requests as the limit allows, for addresses and keys in all slots', async () => {
    const { url } = await startRedisCluster();
    const instances = [await instance(url), await instance(url)] as const;
    const callers = await callersOf(instances[0]);
    for (let turn = 0; turn < 13; turn += 1)
      await Promise.all(
        callers.flatMap((caller) =>
          Array.from({ length: 10 }, (_, index) => call(caller, instances[index % 2 === 0 ? 0 : 1])),
        ),
      );
    expect(new Set(callers.map(({ answered }) => answered))).toEqual(new Set([limit]));
    for (const { log } of instances) expect(log.count('the state store is unavailable')).toBe(0);
  });

  test('continue when a primary is killed, and together admit at most twice the limit for each caller', async () => {
    const cluster = await startRedisCluster();
    const instances = [await instance(cluster.url), await instance(cluster.url)] as const;
    const callers = await callersOf(instances[0]);
    const primary = await cluster.primaryOf('stele:{192.0.2.7}:window');
    let isOver = false;
    let isKilled = false;
    // Each caller sends to both servers in turn. Before the kill it uses at most half of its limit.
    const calling = callers.map(async (caller) => {
      for (let turn = 0; !isOver; turn += 1) {
        if (!isKilled && caller.answered >= limit / 2) await killed;
        await call(caller, turn % 2 === 0 ? instances[0] : instances[1]);
      }
    });
    const killed = (async () => {
      while (callers.some(({ answered }) => answered < limit / 4))
        await new Promise((resolve) => setImmediate(resolve));
      await primary.kill();
      isKilled = true;
    })();
    await Promise.all(instances.map(({ log }) => log.said('the state store is unavailable')));
    await Promise.all(instances.map(({ log }) => log.said('the state store is available again')));
    for (const caller of callers) {
      const before = caller.refused;
      while (caller.refused < before + 10) await new Promise((resolve) => setImmediate(resolve));
    }
    isOver = true;
    await Promise.all(calling);
    const more = callers.map(({ answered }) => answered - limit);
    const mostOf = (kind: number): number => Math.max(...more.filter((_, index) => index % 2 === kind));
    process.stdout.write(
      `more than the limit of ${limit}: addresses at most ${mostOf(0)}, keys at most ${mostOf(1)}\n`,
    );
    // For each server, one request that was pending at the kill may be counted twice.
    expect(Math.min(...more)).toBeGreaterThanOrEqual(-instances.length);
    expect(Math.max(...more)).toBeLessThanOrEqual((instances.length - 1) * limit);
    // The failover is one outage. On a busy machine a slow command may count as another one, which must end too.
    for (const { log } of instances)
      expect(log.count('the state store is available again')).toBe(log.count('the state store is unavailable'));
  });
});
