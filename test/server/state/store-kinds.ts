// All kinds of stores. The tests of the store interface run against each of them.
import { onTestFinished } from 'vitest';
import { redisStore } from '../../../server/state/redis/store.ts';
import { sqliteStore } from '../../../server/state/sqlite/store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { startRedis } from '../../redis.ts';
import { temporaryFolder } from '../../site.ts';

export interface StoreKind {
  name: StateStore['kind'];
  /** A new empty place, removed with the test. Each `open` acts as another process. */
  place(): Promise<{ open(): Promise<StateStore>; folder?: string }>;
}

export const sqlite: StoreKind = {
  name: 'sqlite',
  async place() {
    const folder = await temporaryFolder();
    return { folder, open: () => opened(sqliteStore(folder)) };
  },
};

/** Durations are not tested here, and the machine may be busy. */
const patientMs = 5_000;

export const redis: StoreKind = {
  name: 'redis',
  // Starting a separate server takes as long as a whole test file.
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
