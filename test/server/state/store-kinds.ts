// Every kind of store that the state can be kept in. Tests of what a store promises run against each of them.
import { onTestFinished } from 'vitest';
import { redisStore } from '../../../server/state/redis/store.ts';
import { sqliteStore } from '../../../server/state/sqlite/store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { startRedis } from '../../redis.ts';
import { temporaryFolder } from '../../site.ts';

export interface StoreKind {
  name: StateStore['kind'];
  /** A new place that holds nothing; removed with the test. Each `open` is another process's view of it. */
  place(): Promise<{ open(): Promise<StateStore>; folder?: string }>;
}

export const sqlite: StoreKind = {
  name: 'sqlite',
  async place() {
    const folder = await temporaryFolder();
    return { folder, open: () => opened(sqliteStore(folder)) };
  },
};

/** What is kept is not about time, and the machine may be busy. */
const patientMs = 5_000;

export const redis: StoreKind = {
  name: 'redis',
  // A server of its own takes as long as a file.
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
