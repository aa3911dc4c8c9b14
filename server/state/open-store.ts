// Chooses where the state is kept.
import { redisStore } from './redis/store.ts';
import { sqliteStore } from './sqlite/store.ts';
import type { StateStore } from './store.ts';

export interface StorePlace {
  dataFolder: string;
  /** Undefined: in the data folder. */
  redisUrl: string | undefined;
  /** How long Redis may take for an answer, where no request waits for it; without it, as long as requests wait. */
  answerMs?: number;
}

/** Nothing is opened or connected to before the first probe. Throws a StateFileError when the data folder cannot be used. */
export function storeAt({ dataFolder, redisUrl, answerMs }: StorePlace): StateStore {
  return redisUrl === undefined
    ? sqliteStore(dataFolder)
    : redisStore({ url: redisUrl, ...(answerMs !== undefined && { answerMs }) });
}
