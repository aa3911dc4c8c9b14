// What `stele start` does in one process and in each of several: serves, and says in one sentence why it cannot.
import type { Settings } from '../server/config.ts';
import { type Running, serve } from '../server/main.ts';
import { StateFileError } from '../server/state/store.ts';
import { UsageError } from './content-option.ts';
import { openingEdition } from './edition-fault.ts';
import { listeningFault } from './listening-fault.ts';
import { packageVersion } from './package-root.ts';

export const serveOrExplain = (settings: Settings): Promise<Running> =>
  explainingStart(settings, () => serve(settings, { version: packageVersion }));

/** Throws a UsageError for what only the operator can mend. */
export async function explainingStart<Started>(settings: Settings, start: () => Promise<Started>): Promise<Started> {
  try {
    return await openingEdition(settings.editionFolder, start);
  } catch (error) {
    if (error instanceof StateFileError) throw new UsageError(error.message);
    const sentence = listeningFault(error, settings);
    if (sentence !== undefined) throw new UsageError(sentence);
    throw error;
  }
}
