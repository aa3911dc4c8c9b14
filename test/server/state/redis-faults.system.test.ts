// Faults of Redis: the store rejects every call with a RedisFault and recovers by itself. It counts nothing twice, and its errors
// contain no secret.
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { periodAt } from '../../../server/access/plans.ts';
import { RedisFault } from '../../../server/state/redis/connection.ts';
import { redisStore } from '../../../server/state/redis/store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { type Fault, startFaultProxy } from '../../fault-proxy.ts';
import { type RedisOptions, type RedisServer, redisIsHere, startRedis } from '../../redis.ts';
import { charge, everyCall, opened, until } from './store-calls.ts';

/** Opens a store that reaches Redis through a proxy with faults on demand. */
async function storeBehindProxy(options: RedisOptions = {}) {
  const redis = await startRedis(options);
  const proxy = await startFaultProxy(redis.port);
  const url = redis.url.replace(`:${redis.port}`, `:${proxy.port}`);
  return { redis, proxy, store: await opened(url) };
}

function closedLater(store: StateStore): StateStore {
  onTestFinished(() => store.close());
  return store;
}

const chargeOnce = (store: StateStore) => store.quotas.charge(charge());

const answers = {
  'an answer of another protocol': 'HTTP/1.1 400 Bad Request\r\n\r\n',
  'the answer to another command': '+PONG\r\n',
  'an incomplete answer': '$1000000\r\nnothing',
  'a list that is too short': '*1\r\n:1\r\n',
  'arbitrary bytes': Uint8Array.from({ length: 4096 }, (_, index) => (index * 167) % 256),
};

const faults: readonly [name: string, fault: Fault][] = [
  ['stops answering', 'swallow'],
  ['is cut off', 'cut'],
  ...Object.entries(answers).map(([name, answer]): [string, Fault] => [`answers with ${name}`, { answer }]),
];

describe.runIf(redisIsHere())('a fault of Redis', () => {
  it.each(faults)('when Redis %s, the store rejects all calls, and recovers by itself', async (_, fault) => {
    const { proxy, store } = await storeBehindProxy();
    const warnings = warningsFromNow();
    proxy.become(fault);
    const outcomes = await Promise.all(Object.values(everyCall).map((call) => call(store).catch((error) => error)));
    // A wrong answer may be a valid answer to some of the calls.
    const errors = outcomes.filter((outcome) => outcome instanceof Error);
    expect(errors.length).toBeGreaterThan(outcomes.length / 2);
    expect(errors.filter((error) => !(error instanceof RedisFault))).toEqual([]);
    await expect(chargeOnce(store)).rejects.toThrow(RedisFault);
    await expect(store.probe()).rejects.toThrow(RedisFault);
    expect(warnings).toEqual([]);
    proxy.become('none');
    await until(() => chargeOnce(store));
    await store.probe();
  });

  it('when Redis stops answering during the handshake, the store connects again later', async () => {
    const { proxy, store } = await storeBehindProxy({ password: 'secret' });
    const before = proxy.connections;
    proxy.become('swallow');
    await expect(chargeOnce(store)).rejects.toThrow(RedisFault);
    await until(async () => expect(proxy.connections).toBeGreaterThan(before));
    proxy.become('none');
    await until(() => chargeOnce(store));
  });

  it('when Redis executed a command but its answer is lost, the store does not send the command again', async () => {
    const { proxy, store } = await storeBehindProxy();
    proxy.become('mute');
    await expect(chargeOnce(store)).rejects.toThrow(RedisFault);
    proxy.become('none');
    const usage = await until(() => store.quotas.usage(['key-one']));
    expect(usage.get('key-one')?.used).toBe(1);
  });

  it('when Redis became a replica, the store uses the new primary at the same address', async () => {
    const { redis, proxy, store } = await storeBehindProxy();
    const next = await startRedis();
    await redis.command('REPLICAOF', '127.0.0.1', String(next.port));
    proxy.leadTo(next.port);
    await expect(chargeOnce(store)).rejects.toThrow(/READONLY/);
    await until(() => store.probe());
    await chargeOnce(store);
    expect(await next.command('EXISTS', 'stele:{key-one}:quota')).toBe(1);
  });

  it.each([
    ['CONFIG SET min-replicas-to-write 1', 'CONFIG SET min-replicas-to-write 0', /NOREPLICAS|replicas/],
    ['CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0', /OOM/],
  ])('when Redis cannot be written to after %s, probes and calls fail with the reason', async (begin, end, reason) => {
    const { redis, store } = await storeBehindProxy();
    await chargeOnce(store);
    await run(redis, begin);
    await expect(store.probe()).rejects.toThrow(reason);
    await expect(chargeOnce(store)).rejects.toThrow(reason);
    await run(redis, end);
    await until(() => store.probe());
    expect((await store.quotas.usage(['key-one'])).get('key-one')?.used).toBe(1);
  });

  it('when Redis lost the scripts of the store, the store sends them again and counts nothing twice', async () => {
    const { redis, store } = await storeBehindProxy();
    for (const round of [0, 1]) {
      const counts = await Promise.all(Array.from({ length: 10 }, () => store.quotas.charge(charge({ limit: 1_000 }))));
      expect(counts.map(({ used }) => used)).toEqual(Array.from({ length: 10 }, (_, index) => round * 10 + index + 1));
      await redis.command('SCRIPT', 'FLUSH');
    }
  });

  it('when Redis does not have the requested database, the store fails and uses no other one', async () => {
    const redis = await startRedis();
    const store = closedLater(redisStore({ url: `${redis.url}/99` }));
    for (const _round of [1, 2]) {
      await expect(store.probe()).rejects.toThrow(/out of range/);
      await expect(chargeOnce(store)).rejects.toThrow(RedisFault);
    }
    expect(await redis.command('DBSIZE')).toBe(0);
  });
});

describe.runIf(redisIsHere())('an error of the store in Redis', () => {
  const password = 'p@ss/w0rd %§';
  const encoded = encodeURIComponent(password);
  /** All properties of an error, which a logger might print. */
  const everythingIn = (error: unknown): string => inspect(error, { depth: 10, showHidden: true });

  it('does not contain the password, even if the password is wrong or Redis repeats it', async () => {
    const guarded = await startRedis({ password: 'another' });
    const proxy = await startFaultProxy(guarded.port);
    proxy.become({ answer: `-ERR unknown command 'AUTH', with args beginning with: 'stele' '${password}'\r\n` });
    for (const port of [guarded.port, proxy.port]) {
      const store = closedLater(redisStore({ url: `redis://stele:${encoded}@127.0.0.1:${port}/1` }));
      const error = await rejection(store.probe());
      expect(error).toBeInstanceOf(RedisFault);
      expect(everythingIn(error)).toMatch(/WRONGPASS|unknown command/);
      for (const spelling of [password, encoded]) expect(everythingIn(error)).not.toContain(spelling);
    }
  });

  it('contains neither the script that was sent nor its keys and arguments', async () => {
    const redis = await startRedis();
    const store = await opened(redis.url);
    await redis.command('SET', 'stele:{key-one}:quota', 'not a hash');
    const error = await rejection(store.quotas.charge(charge({ period: periodAt('day', 4_102_444_800_000) })));
    expect(everythingIn(error)).toContain('WRONGTYPE');
    expect(everythingIn(error)).not.toMatch(/4102444800000|local |key-one/);
  });
});

/** Collects the warnings of Node, such as those about leaking listeners. */
function warningsFromNow(): string[] {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  return warnings;
}

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing was wrong',
    (error: unknown) => error,
  );

function run(redis: RedisServer, line: string): Promise<unknown> {
  const [name = '', ...values] = line.split(' ');
  return redis.command(name, ...values);
}
