import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { periodAt } from '../../../server/access/periods.ts';
import { RedisFault } from '../../../server/state/redis/connection.ts';
import { redisStore } from '../../../server/state/redis/store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../../fault-proxy.ts';
import { type RedisOptions, type RedisServer, redisIsHere, startRedis } from '../../redis.ts';
import { charge, everyCall, opened, until, within } from './redis-calls.ts';

/** A store behind a proxy that can fail, with everything that a test needs to make it so. */
async function storeBehindProxy(options: RedisOptions = {}) {
  const redis = await startRedis(options);
  const proxy = await startFaultProxy(redis.port);
  const url = redis.url.replace(`:${redis.port}`, `:${proxy.port}`);
  return { redis, proxy, url, store: await opened(url) };
}

const answers = {
  'another protocol': 'HTTP/1.1 400 Bad Request\r\n\r\n',
  'another answer': '+PONG\r\n',
  'a number': ':5\r\n',
  'the beginning of an answer': '$1000000\r\nnothing',
  'a shorter list': '*1\r\n:1\r\n',
  'no text at all': Uint8Array.from({ length: 4096 }, (_, index) => (index * 167) % 256),
};

interface Trouble {
  begin(parts: { redis: RedisServer; proxy: FaultProxy }): Promise<void> | void;
  end(parts: { redis: RedisServer; proxy: FaultProxy }): Promise<void> | void;
}

const proxied = (name: string, fault: Fault): [string, Trouble] => [
  name,
  { begin: ({ proxy }) => proxy.become(fault), end: ({ proxy }) => proxy.become('none') },
];

const troubles: readonly [string, Trouble][] = [
  ['was killed', { begin: ({ redis }) => redis.kill(), end: ({ redis }) => redis.start() }],
  ['is frozen', { begin: ({ redis }) => redis.freeze(), end: ({ redis }) => redis.thaw() }],
  proxied('vanished without a word', 'swallow'),
  proxied('is cut off', 'cut'),
  proxied('is slow', { delayMs: 300 }),
  ...Object.entries(answers).map(([name, answer]) => proxied(`answers with ${name}`, { answer })),
];

describe.runIf(redisIsHere())('a state in Redis, when Redis', () => {
  it.each(troubles)('%s, settles every call and every probe soon', async (_, { begin, end }) => {
    const { redis, proxy, store } = await storeBehindProxy();
    const warnings = warningsFromNow();
    await begin({ redis, proxy });
    const outcomes = await Promise.all(
      Object.values(everyCall).map((call) => within(400, () => call(store)).catch((error: unknown) => error)),
    );
    // Some garbage is a right answer to a question or two, and then there is nothing to see in it.
    const faults = outcomes.filter((outcome) => outcome instanceof Error);
    expect(faults.length).toBeGreaterThan(outcomes.length / 2);
    expect(faults.filter((error) => !(error instanceof RedisFault))).toEqual([]);
    for (let round = 0; round < 3; round += 1)
      await expect(within(400, () => store.quotas.charge([charge()]))).rejects.toThrow(RedisFault);
    await expect(within(400, () => store.probe())).rejects.toThrow(RedisFault);
    expect(warnings).toEqual([]);
    await end({ redis, proxy });
  });

  it.each(troubles)('%s, works again by itself within two seconds after', async (_, { begin, end }) => {
    const { redis, proxy, store } = await storeBehindProxy();
    await begin({ redis, proxy });
    await expect(within(400, () => store.quotas.charge([charge()]))).rejects.toThrow(RedisFault);
    await end({ redis, proxy });
    await until(2_000, () => store.quotas.charge([charge()]));
    await store.probe();
  });

  it('is not there at the start, works by itself within two seconds after it came', async () => {
    const redis = await startRedis();
    await redis.kill();
    const store = redisStore({ url: redis.url });
    await expect(within(400, () => store.probe())).rejects.toThrow(/ECONNREFUSED/);
    // Until it tries again only now and then.
    for (let probes = 0; probes < 6; probes += 1) await rejection(store.probe());
    await redis.start();
    const [count] = await until(2_000, () => store.quotas.charge([charge()]));
    expect(count?.used, 'what was refused meanwhile must not be counted afterwards').toBe(1);
    await store.close();
  });

  it('is frozen at the start, works by itself within two seconds after', async () => {
    const redis = await startRedis({ password: 'secret' });
    redis.freeze();
    const store = redisStore({ url: `${redis.url}/3` });
    await expect(within(400, () => store.probe())).rejects.toThrow(RedisFault);
    redis.thaw();
    await until(2_000, () => store.quotas.charge([charge()]));
    await store.close();
  });

  it.each([
    ['within two seconds after, when it is probed', 2_000, (store: StateStore) => store.probe()],
    // The greeting ends by itself after almost two seconds.
    ['soon after, when it is not', 10_000, () => Promise.resolve()],
  ])('vanishes while it is greeted, works again by itself %s', async (_, milliseconds, probe) => {
    const { proxy, store } = await storeBehindProxy({ password: 'secret' });
    const before = proxy.connections;
    proxy.become('swallow');
    await expect(within(400, () => store.quotas.charge([charge()]))).rejects.toThrow(RedisFault);
    await until(2_000, async () => expect(proxy.connections).toBeGreaterThan(before));
    proxy.become('none');
    await until(milliseconds, async () => {
      await probe(store);
      await store.quotas.charge([charge()]);
    });
  });

  it('did what it was asked and its answer is lost, is not asked once more', async () => {
    const { proxy, store } = await storeBehindProxy();
    proxy.become('mute');
    await expect(within(400, () => store.quotas.charge([charge()]))).rejects.toThrow(RedisFault);
    proxy.become('none');
    const usage = await until(2_000, () => store.quotas.usage());
    expect(usage.get('key-one')?.used).toBe(1);
  });

  it('gave an answer that is none, is asked on a new connection', async () => {
    const { proxy, store } = await storeBehindProxy();
    const before = proxy.connections;
    proxy.become({ answer: answers['another answer'] });
    await expect(store.quotas.charge([charge()])).rejects.toThrow(/answer/);
    proxy.become('none');
    await until(2_000, () => store.quotas.charge([charge()]));
    expect(proxy.connections).toBeGreaterThan(before);
  });

  it('became a replica, is found by its name where the new one is', async () => {
    const { redis, proxy, store } = await storeBehindProxy();
    const next = await startRedis();
    await redis.command('REPLICAOF', '127.0.0.1', String(next.port));
    proxy.leadTo(next.port);
    await expect(store.quotas.charge([charge()])).rejects.toThrow(/READONLY/);
    await until(2_000, () => store.probe());
    await store.quotas.charge([charge()]);
    expect(await next.command('EXISTS', '{stele}:quota:key-one')).toBe(1);
  });

  it('was killed, has lost nothing that it admitted, if it keeps a log', async () => {
    const { redis, store } = await storeBehindProxy({ keeps: 'everything' });
    let admitted = 0;
    const chargeOnAndOn = async (): Promise<never> => {
      for (;;) {
        const counts = await store.quotas.charge([charge({ limit: 1_000_000 })]);
        admitted += counts[0]?.admitted ?? 0;
      }
    };
    const charging = Promise.allSettled(Array.from({ length: 20 }, chargeOnAndOn));
    await until(5_000, async () => expect(admitted).toBeGreaterThan(200));
    await redis.kill();
    await charging;
    await redis.start();
    const used = await until(2_000, async () => (await store.quotas.usage()).get('key-one')?.used ?? 0);
    expect(used).toBeGreaterThanOrEqual(admitted);
    // One answer per caller may have been on its way.
    expect(used).toBeLessThanOrEqual(admitted + 20);
  });

  it('may not be written to, says so when it is probed and when it is asked', async () => {
    const { redis, store } = await storeBehindProxy();
    await store.quotas.charge([charge()]);
    for (const [begin, end, reason] of [
      ['REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE', /READONLY/],
      ['CONFIG SET min-replicas-to-write 1', 'CONFIG SET min-replicas-to-write 0', /NOREPLICAS|replicas/],
      ['CONFIG SET maxmemory 1', 'CONFIG SET maxmemory 0', /OOM/],
    ] as const) {
      await run(redis, begin);
      await expect(
        within(400, () => store.probe()),
        begin,
      ).rejects.toThrow(reason);
      await expect(
        within(400, () => store.quotas.charge([charge()])),
        begin,
      ).rejects.toThrow(reason);
      await run(redis, end);
      await until(2_000, () => store.probe());
    }
    expect((await store.quotas.usage()).get('key-one')?.used).toBe(1);
  });

  it('forgot the scripts, sends them again and counts nothing twice', async () => {
    const { redis, store } = await storeBehindProxy();
    for (let round = 1; round <= 3; round += 1) {
      const counts = await Promise.all(
        Array.from({ length: 10 }, () => store.quotas.charge([charge({ limit: 1_000 })])),
      );
      expect(counts.flat().map(({ used }) => used)).toEqual(
        Array.from({ length: 10 }, (_, index) => (round - 1) * 10 + index + 1),
      );
      await redis.command('SCRIPT', 'FLUSH');
    }
  });

  it('has no such database, uses no other', async () => {
    const redis = await startRedis();
    const store = redisStore({ url: `${redis.url}/99` });
    for (let round = 0; round < 5; round += 1) {
      await expect(within(400, () => store.probe())).rejects.toThrow(/out of range/);
      await expect(store.quotas.charge([charge()])).rejects.toThrow(RedisFault);
    }
    await store.close();
    expect(await redis.command('DBSIZE')).toBe(0);
  });
});

describe.runIf(redisIsHere())('the password of a Redis', () => {
  const password = 'p@ss/w0rd %§';
  const encoded = encodeURIComponent(password);
  /** All that a logger could find in it. */
  const everythingIn = (error: unknown): string => inspect(error, { depth: 10, showHidden: true });

  it('lets in whoever knows it', async () => {
    const { store } = await storeBehindProxy({ password });
    expect(await store.quotas.charge([charge()])).toMatchObject([{ used: 1 }]);
  });

  it('is in no error when it is wrong, not needed, or repeated by the server', async () => {
    const guarded = await startRedis({ password: 'another' });
    const proxy = await startFaultProxy(guarded.port);
    const stores = [guarded.port, proxy.port].map((port) =>
      redisStore({ url: `redis://stele:${encoded}@127.0.0.1:${port}/1` }),
    );
    proxy.become({ answer: `-ERR unknown command 'AUTH', with args beginning with: 'stele' '${password}'\r\n` });
    const errors = await Promise.all(
      stores.flatMap((store) => [store.probe(), store.probe().then(() => store.keys.changedAfter(0))].map(rejection)),
    );
    for (const error of errors) {
      expect(error).toBeInstanceOf(RedisFault);
      expect(everythingIn(error)).toMatch(/WRONGPASS|unknown command/);
      expect(everythingIn(error)).not.toContain(password);
      expect(everythingIn(error)).not.toContain(encoded);
    }
    for (const store of stores) await store.close();
  });

  it('is in no error when the address cannot be read', () => {
    let error: unknown;
    try {
      redisStore({ url: `redis://stele:${encoded}@127.0.0.1:port` });
    } catch (thrown) {
      error = thrown;
    }
    expect(everythingIn(error)).toContain('REDIS_URL');
    expect(everythingIn(error)).not.toContain(encoded);
  });

  it('nor is anything else of what was sent', async () => {
    const redis = await startRedis();
    const store = await opened(redis.url);
    await redis.command('SET', '{stele}:quota:key-one', 'not a hash');
    const error = await rejection(store.quotas.charge([charge({ period: periodAt('day', 4_102_444_800_000) })]));
    expect(everythingIn(error)).toContain('WRONGTYPE');
    expect(everythingIn(error)).not.toMatch(/4102444800000|local |key-one/);
  });
});

/** What Node complains about, such as listeners that pile up. */
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
