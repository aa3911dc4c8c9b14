import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../free-port.ts';
import { redisIsHere, startRedis } from '../../redis.ts';
import { temporaryFolder } from '../../site.ts';
import { asked, calls, charge, dayMs, everyCall, noon, opened } from './store-calls.ts';

describe.runIf(redisIsHere())('a state in Redis', () => {
  it('loses no call of an agent that several servers count at once', async () => {
    const { url } = await startRedis();
    const stores = await Promise.all([opened(url, { answerMs: 5_000 }), opened(url, { answerMs: 5_000 })]);
    const today = Math.floor(noon / dayMs);
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const days = new Map([[today - (index % 30), 1]]);
        return stores[index % 2]?.agents.add([calls('agent', { days })]);
      }),
    );
    const found = await stores[0].agents.find('agent');
    expect(found?.requests.search).toBe(200);
    expect(found?.recentDays.reduce((sum, { total }) => sum + total, 0)).toBe(200);
  });

  it('keeps the usage of each key for over a year in its own hash slot, and all other data in one hash slot', async () => {
    const redis = await startRedis();
    const store = await opened(redis.url);
    for (const [name, call] of Object.entries(everyCall)) if (!/forget|clear/.test(name)) await call(store);
    await store.queries.add([asked('hidden', { foundNothing: 1 })], { callersMin: 3, queriesMax: 10 });
    expect(Number(await redis.command('TTL', 'stele:{key-one}:quota'))).toBeGreaterThan(399 * 86_400);
    const keys = await redis.command('KEYS', '*');
    expect(keys).toEqual(
      expect.arrayContaining(['{stele}:probed', 'stele:{key-one}:quota', '{stele}:agents:documents']),
    );
    const apart = (keys as string[]).filter((key) => !key.startsWith('{stele}:'));
    expect(apart.sort()).toEqual(['stele:{192.0.2.1}:window', 'stele:{key-one}:quota']);
  });

  it('is found through a Redis Sentinel by the name that the Sentinel has for the Redis server', async () => {
    const redis = await startRedis();
    const store = await opened(`redis+sentinel://127.0.0.1:${await sentinelOf(redis.port)}/tea`);
    await store.quotas.charge(charge());
    expect(await redis.command('EXISTS', 'stele:{key-one}:quota')).toBe(1);
  });
});

/** Starts a sentinel that monitors a Redis under the name `tea`, and returns its port. */
async function sentinelOf(redisPort: number): Promise<number> {
  const [folder, port] = [await temporaryFolder(), await freePort()];
  const settings = `port ${port}\nbind 127.0.0.1\ndir ${folder}\nsentinel monitor tea 127.0.0.1 ${redisPort} 1\n`;
  await writeFile(join(folder, 'sentinel.conf'), settings);
  const child = spawn('redis-server', [join(folder, 'sentinel.conf'), '--sentinel']);
  onTestFinished(() => void child.kill('SIGKILL'));
  let log = '';
  for await (const text of child.stdout) {
    log += text;
    if (log.includes('+monitor')) return port;
  }
  throw new Error(`the sentinel ended:\n${log}`);
}

/** Requests of one caller, each with the milliseconds since the previous one. A negative number sets the clock back. */
const steps = (waits: readonly number[]) =>
  fc.array(
    fc.record({
      wait: fc.oneof(
        { weight: 6, arbitrary: fc.constant(0) },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: 900 }) },
        { weight: 1, arbitrary: fc.constantFrom(...waits) },
      ),
    }),
    { minLength: 20, maxLength: 80 },
  );

const small = { limit: 12, windowMs: 60_000 };

/** The definition of the limit in simple code. */
function oracle() {
  let moments: number[] = [];
  return (now: number) => {
    const ahead = Math.max(0, (moments.at(-1) ?? now) - now);
    moments = moments.map((moment) => moment - ahead).filter((moment) => moment > now - small.windowMs);
    const admitted = moments.length < small.limit;
    if (admitted) moments.push(now);
    return { admitted, used: moments.length, resetMs: (moments[0] ?? now) + small.windowMs - now };
  };
}

describe.runIf(redisIsHere())('the rate-limit window of a caller in Redis', () => {
  it.each([
    ['if the clock only goes forward', [29_999, 59_998, 59_999, 60_000, 60_001, 3_600_000]],
    ['if the clock is set back', [29_999, 60_000, -1, -30_000, -60_000, -3_600_000]],
  ])('admits exactly the same requests as a naive implementation, %s', async (_, waits) => {
    let now = noon;
    const store = await opened((await startRedis()).url, { answerMs: 5_000, now: () => now });
    let callers = 0;
    await fc.assert(
      fc.asyncProperty(steps(waits), async (schedule) => {
        callers += 1;
        const admit = oracle();
        const caller = `caller-${callers}`;
        for (const { wait } of schedule) {
          now += wait;
          expect(await store.admit?.(caller, small)).toEqual(admit(now));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('counts concurrent callers separately, and expires in Redis', async () => {
    const redis = await startRedis();
    const store = await opened(redis.url);
    const callers = ['192.0.2.1', '__proto__', '192.0.2.1', ''];
    const asked = Array.from({ length: 28 }, (_, index) => callers[index % callers.length] ?? '');
    const admissions = await Promise.all(asked.map((caller) => store.admit?.(caller, { limit: 10, windowMs: 60_000 })));
    const admitted = (caller: string) => admissions.filter((one, index) => one?.admitted && asked[index] === caller);
    expect(callers.map((caller) => admitted(caller).length)).toEqual([10, 7, 10, 7]);
    for (const caller of ['192.0.2.1', '__proto__'])
      expect(Number(await redis.command('PTTL', `stele:{${caller}}:window`))).toBeGreaterThan(0);
  });
});
