// Every kind of store that the state can be kept in. Tests of what a store promises run against each of them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { redisStore } from '../../../server/state/redis/store.ts';
import { sqliteStore } from '../../../server/state/sqlite/store.ts';
import type { StateStore } from '../../../server/state/store.ts';
import { redisIsHere, startRedis } from '../../redis.ts';

export interface StoreKind {
  name: StateStore['kind'];
  /** A new place that holds nothing; removed with the test. Each `open` is another process's view of it. */
  place(): Promise<{ open(): Promise<StateStore> }>;
}

const sqlite: StoreKind = {
  name: 'sqlite',
  async place() {
    const folder = await temporaryFolder();
    return { open: () => opened(sqliteStore(folder)) };
  },
};

/** What is kept is not about time, and the machine may be busy. */
const patientMs = 5_000;

const redis: StoreKind = {
  name: 'redis',
  // A server of its own takes as long as a file.
  async place() {
    const { url } = await startRedis();
    return { open: () => opened(redisStore({ url, answerMs: patientMs })) };
  },
};

export const storeKinds: readonly StoreKind[] = redisIsHere() ? [sqlite, redis] : [sqlite];

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-state-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function opened(store: StateStore): Promise<StateStore> {
  onTestFinished(() => store.close());
  await store.probe();
  return store;
}
