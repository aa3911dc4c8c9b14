// Chooses where the state is kept.
import type { StateStore } from './state/store.ts';

export interface StorePlace {
  dataFolder: string;
  /** Undefined: in the data folder. */
  redisUrl: string | undefined;
  /** How long Redis may take for an answer, where no request waits for it; without it, as long as requests wait. */
  answerMs?: number;
}

/**
 * Loads what keeps it there. Nothing is opened or connected to before the first probe. Throws a StateFileError when the data folder
 * cannot be used.
 */
export async function storeAt({ dataFolder, redisUrl, answerMs }: StorePlace): Promise<StateStore> {
  if (redisUrl === undefined) return (await import('./state/sqlite/store.ts')).sqliteStore(dataFolder);
  const { redisStore } = await import('./state/redis/store.ts');
  return redisStore({ url: redisUrl, ...(answerMs !== undefined && { answerMs }) });
}
