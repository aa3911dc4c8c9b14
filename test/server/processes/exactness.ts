// The limit is exact for any number of concurrent requests and processes. `runs` is the number of repetitions.
import { describe, expect, test } from 'vitest';
import { redisIsHere, startRedis } from '../../redis.ts';
import { flood, keyWithLeft, newPlace, type Place } from './place.ts';

const requests = 1_000;
const limit = 100;
const exactly = { 200: limit, 429: requests - limit };

export function describeExactness(runs: number): void {
  const twoIn = async ({ start }: Place): Promise<number[]> => [(await start()).port, (await start()).port];

  async function expectExactKeys({ store }: Place, ports: number[]): Promise<void> {
    for (let run = 0; run < runs; run += 1) {
      const { bearer, record } = await keyWithLeft(store, limit);
      expect(await flood(ports, { requests, headers: bearer }), `run ${run}`).toEqual(exactly);
      expect((await store.quotas.usage([record.id])).get(record.id)?.used).toBe(1_000);
    }
  }

  describe('of 1,000 concurrent requests exactly 100 are admitted', () => {
    test('by two processes on one data folder, with one key', async () => {
      const place = await newPlace();
      await expectExactKeys(place, await twoIn(place));
    });

    test.skipIf(!redisIsHere())('by two processes on one Redis, from one address or with one key', async () => {
      const place = await newPlace((await startRedis()).url);
      const ports = await twoIn(place);
      for (let run = 0; run < runs; run += 1)
        expect(await flood(ports, { requests, from: `127.2.0.${run + 1}` }), `run ${run}`).toEqual(exactly);
      await expectExactKeys(place, ports);
    });
  });
}
