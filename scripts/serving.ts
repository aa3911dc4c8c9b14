// What `stele start` does in one process and in each of several: serves, and says in one sentence why it cannot.
import type { Settings } from '../server/config.ts';
import { type Running, serve } from '../server/main.ts';
import { StateFileError } from '../server/state/sqlite/opening.ts';
import type { Peers } from '../server/workers/peers.ts';
import { UsageError } from './content-option.ts';
import { openingEdition } from './edition-fault.ts';
import { listeningFault } from './listening-fault.ts';
import { packageVersion } from './package-root.ts';

/** Larger editions are answered from before they are verified as a whole: up to here that takes part of a second. */
const wholeBytesMax = 64 * 2 ** 20;

export const serveOrExplain = (settings: Settings, peers?: Peers): Promise<Running> =>
  explainingStart(settings, () =>
    serve(settings, { version: packageVersion, ...(peers === undefined ? { wholeBytesMax } : { peers }) }),
  );

/** Ends what runs when the rest of its edition turns out damaged, and throws a UsageError that says so. */
export async function verifiedOrExplain(running: Running, { editionFolder }: Settings): Promise<void> {
  await openingEdition(editionFolder, () => running.verified).catch(async (error: unknown) => {
    await running.close();
    throw error;
  });
}

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
