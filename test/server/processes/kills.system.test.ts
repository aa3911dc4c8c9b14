// A server that is killed in the middle of its work has lost no request of a key that it answered, and of the statistics of
// agents a quarter of a second at most. KILLS is how often.
import { join } from 'node:path';
import Database from 'libsql';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { redisIsHere, startRedis } from '../../redis.ts';
import { issueKey } from '../keys.ts';
import { smallEdition } from '../small-site.ts';
import { type Place, placeOf } from './place.ts';

const kills = Number(process.env.KILLS ?? 3);
const timeoutMs = 900_000 + kills * 10_000;
const callersAtOnce = 20;
const lostMs = 250;

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

interface Answered {
  /** When each answer came, by `performance.now()`. */
  atMs: number[];
  killedMs: number;
}

/** Sends requests from many callers until the server is killed, at a random moment. */
async function untilKilled(place: Place, headers: Record<string, string>): Promise<Answered> {
  const serving = await place.start();
  const atMs: number[] = [];
  let isOver = false;
  const call = async (): Promise<void> => {
    while (!isOver) {
      try {
        const response = await fetch(`${serving.origin}/api/v1/domains`, { headers });
        if (response.status === 200) atMs.push(performance.now());
        await response.arrayBuffer();
      } catch {
        // The connection of a killed server.
        return;
      }
    }
  };
  const callers = Array.from({ length: callersAtOnce }, call);
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 500));
  const killedMs = performance.now();
  serving.process.kill('SIGKILL');
  await serving.exited;
  isOver = true;
  await Promise.all(callers);
  return { atMs, killedMs };
}

async function check(place: Place, { kill }: { kill?: () => Promise<void> } = {}): Promise<void> {
  let answered = 0;
  let calls = 0;
  let mayBeLost = 0;
  for (let round = 0; round < kills; round += 1) {
    const { bearer, record } = await issueKey(place.store, { plan: 'paid' });
    const { atMs, killedMs } = await untilKilled(place, { ...bearer, 'x-agent-id': 'ada' });
    await kill?.();
    const used = (await place.store.quotas.usage()).get(record.id)?.used ?? 0;
    expect(atMs.length, 'answers before the kill').toBeGreaterThan(0);
    // Those that were decided and whose answer did not arrive are counted too: one per caller at most.
    expect(used).toBeGreaterThanOrEqual(atMs.length);
    expect(used).toBeLessThanOrEqual(atMs.length + callersAtOnce);
    answered += used;
    calls += atMs.length;
    mayBeLost += atMs.filter((at) => at > killedMs - lostMs).length;
  }
  const total = (await place.store.agents.find('ada'))?.requests.total ?? 0;
  expect(total).toBeGreaterThanOrEqual(calls - mayBeLost);
  expect(total).toBeLessThanOrEqual(answered);
  console.log(
    `${kills} kills: ${calls} answers, none lost of the quotas, ${Math.max(0, calls - total)} of the statistics`,
  );
}

describe('a server that is killed', () => {
  test(
    'on SQLite has counted every request of a key that it answered, and leaves a whole file',
    async () => {
      const place = await placeOf(edition);
      await check(place);
      const reader = new Database(join(place.data, 'state.db'));
      onTestFinished(() => void reader.close());
      expect(reader.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' });
    },
    timeoutMs,
  );

  test.skipIf(!redisIsHere())(
    'on Redis has counted them too, also when Redis is killed with it and starts again from its log',
    async () => {
      const redis = await startRedis({ keeps: 'everything' });
      const place = await placeOf(edition, redis.url);
      await check(place, {
        async kill() {
          await redis.kill();
          await redis.start();
          await place.store.probe();
        },
      });
    },
    timeoutMs,
  );
});
