// Chooses the store of the state: Redis if a URL is given, otherwise SQLite in the data folder.
import type { StateStore } from './state/store.ts';

export interface StorePlace {
  dataFolder: string;
  /** The URL of Redis. Undefined: the state is kept in the data folder. */
  redisUrl: string | undefined;
  /** The timeout of a round trip to Redis, in milliseconds. The default is for requests; a command-line program can wait longer. */
  answerMs?: number;
}

/**
 * Creates the store. It opens no file and no connection before its first probe. Throws a StateFileError when the data folder
 * cannot be used.
 */
export async function storeAt({ dataFolder, redisUrl, answerMs }: StorePlace): Promise<StateStore> {
  if (redisUrl === undefined) return (await import('./state/sqlite/store.ts')).sqliteStore(dataFolder);
  const { redisStore } = await import('./state/redis/store.ts');
  return redisStore({ url: redisUrl, ...(answerMs !== undefined && { answerMs }) });
}
