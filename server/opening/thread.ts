// The program of the thread that opens editions while another thread serves: one after the other, as it is asked.
import { parentPort, workerData } from 'node:worker_threads';
import { EditionError } from '../edition-files.ts';
import { openEdition } from './open-edition.ts';
import { type Parcel, packLibrary } from './parcel.ts';

/** What the thread is started with. Each message to it is a buildId. */
export interface ThreadTask {
  editionFolder: string;
}

export type ThreadAnswer =
  | { kind: 'opened'; parcel: Parcel }
  /** The edition cannot be served. */
  | { kind: 'refused'; reason: string }
  /** A mistake in the program. */
  | { kind: 'fault'; fault: unknown };

const { editionFolder } = workerData as ThreadTask;

parentPort?.on('message', async (buildId: string) => {
  const { answer, transfer = [] } = await answerFor(buildId);
  parentPort?.postMessage(answer, transfer);
});

async function answerFor(buildId: string): Promise<{ answer: ThreadAnswer; transfer?: ArrayBuffer[] }> {
  try {
    const { contents, library, historyFault } = await openEdition(editionFolder, buildId);
    const { parcel, transfer } = packLibrary(contents, library.history, historyFault);
    return { answer: { kind: 'opened', parcel }, transfer };
  } catch (error) {
    if (error instanceof EditionError) return { answer: { kind: 'refused', reason: error.message } };
    return { answer: { kind: 'fault', fault: error } };
  }
}
