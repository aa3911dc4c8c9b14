// Chooses the store of the state.
import type { StateStore } from './state/store.ts';

export interface StorePlace {
  dataFolder: string;
  /** Undefined: in the data folder. */
  redisUrl: string | undefined;
  /** The timeout of Redis for work that no request waits for; by default the timeout of requests. */
  answerMs?: number;
}

/**
 * Loads the store. Nothing is opened or connected before the first probe. Throws a StateFileError when the data folder
 * cannot be used.
 */
export async function storeAt({ dataFolder, redisUrl, answerMs }: StorePlace): Promise<StateStore> {
  if (redisUrl === undefined) return (await import('./state/sqlite/store.ts')).sqliteStore(dataFolder);
  const { redisStore } = await import('./state/redis/store.ts');
  return redisStore({ url: redisUrl, ...(answerMs !== undefined && { answerMs }) });
}
