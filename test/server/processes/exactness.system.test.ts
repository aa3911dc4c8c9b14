// As many requests are answered as the limit says, however many come at once and to however many processes. EXACTNESS_RUNS is
// how often each is tried.
import { beforeAll, describe, expect, test } from 'vitest';
import { redisIsHere, startRedis } from '../../redis.ts';
import { smallEdition } from '../small-site.ts';
import { flood, keyWithLeft, placeOf } from './place.ts';

const runs = Number(process.env.EXACTNESS_RUNS ?? 3);
const timeoutMs = 900_000 + runs * 10_000;
const requests = 1_000;
const limit = 100;
const exactly = { 200: limit, 429: requests - limit };

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

describe(`of 1,000 requests at once exactly 100 are answered, ${runs} times over,`, () => {
  test(
    'by one process: from an address, and with a key',
    async () => {
      const { store, start } = await placeOf(edition);
      const { port } = await start();
      for (let run = 0; run < runs; run += 1) {
        expect(await flood([port], { requests, from: `127.2.0.${run + 1}` }), `address, run ${run}`).toEqual(exactly);
        const { bearer } = await keyWithLeft(store, limit);
        expect(await flood([port], { requests, headers: bearer }), `key, run ${run}`).toEqual(exactly);
      }
    },
    timeoutMs,
  );

  test(
    'by two processes on one data folder: with a key',
    async () => {
      const { store, start } = await placeOf(edition);
      const ports = [(await start()).port, (await start()).port];
      for (let run = 0; run < runs; run += 1) {
        const { bearer, record } = await keyWithLeft(store, limit);
        expect(await flood(ports, { requests, headers: bearer }), `run ${run}`).toEqual(exactly);
        expect((await store.quotas.usage()).get(record.id)?.used).toBe(1_000);
      }
    },
    timeoutMs,
  );

  test.skipIf(!redisIsHere())(
    'by two processes on one Redis: from an address, and with a key',
    async () => {
      const { store, start } = await placeOf(edition, (await startRedis()).url);
      const ports = [(await start()).port, (await start()).port];
      for (let run = 0; run < runs; run += 1) {
        expect(await flood(ports, { requests, from: `127.3.0.${run + 1}` }), `address, run ${run}`).toEqual(exactly);
        const { bearer, record } = await keyWithLeft(store, limit);
        expect(await flood(ports, { requests, headers: bearer }), `key, run ${run}`).toEqual(exactly);
        expect((await store.quotas.usage()).get(record.id)?.used).toBe(1_000);
      }
    },
    timeoutMs,
  );
});
