// All kinds of stores. The tests in `stores.ts` run against each of them.
import { onTestFinished } from 'vitest';
import { redisStore } from '../../../server/state/redis/store.ts';
import { sqliteStore } from '../../../server/state/sqlite/store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { startRedis } from '../../redis.ts';
import { temporaryFolder } from '../../site.ts';

export interface StoreKind {
  name: StateStore['kind'];
  /** Makes an empty place for a store, which is removed after the test. Each `open` acts like another process. */
  place(): Promise<{ open(): Promise<StateStore>; folder?: string }>;
}

export const sqlite: StoreKind = {
  name: 'sqlite',
  async place() {
    const folder = await temporaryFolder();
    return { folder, open: () => opened(sqliteStore(folder)) };
  },
};

/** How long a store waits for an answer of Redis. It is long, because the machine may be busy. */
const patientMs = 5_000;

export const redis: StoreKind = {
  name: 'redis',
  async place() {
    const { url } = await startRedis();
    return { open: () => opened(redisStore({ url, answerMs: patientMs })) };
  },
};

async function opened(store: StateStore): Promise<StateStore> {
  onTestFinished(() => store.close());
  await store.probe();
  return store;
}
