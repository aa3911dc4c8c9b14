// The program of the thread that opens and verifies editions while another thread serves: one after the other, as it is asked.
import { parentPort, workerData } from 'node:worker_threads';
import { EditionError } from '../edition-files.ts';
import { PackFile } from '../packs.ts';
import { openEdition, verifyEdition } from './open-edition.ts';
import { type Parcel, packLibrary } from './parcel.ts';

/** What the thread is started with. */
export interface ThreadTask {
  editionFolder: string;
}

export interface ThreadQuestion {
  buildId: string;
  /** Whether the library is wanted, or only whether the edition is whole. */
  wants: 'library' | 'verdict';
}

export type ThreadAnswer =
  | { kind: 'opened'; parcel: Parcel }
  | { kind: 'whole' }
  /** The edition cannot be served. */
  | { kind: 'refused'; reason: string }
  /** A mistake in the program. */
  | { kind: 'fault'; fault: unknown };

const { editionFolder } = workerData as ThreadTask;

parentPort?.on('message', async (question: ThreadQuestion) => {
  const { answer, transfer = [] } = await answerFor(question);
  parentPort?.postMessage(answer, transfer);
});

async function answerFor({
  buildId,
  wants,
}: ThreadQuestion): Promise<{ answer: ThreadAnswer; transfer?: ArrayBuffer[] }> {
  try {
    if (wants === 'verdict') {
      await verifyEdition(editionFolder, buildId);
      return { answer: { kind: 'whole' } };
    }
    const { contents, library, historyFault } = await openEdition(editionFolder, buildId);
    const { parcel, transfer } = packLibrary(contents, library.history, historyFault);
    for (const pack of contents.packs.values()) if (pack instanceof PackFile) pack.close();
    return { answer: { kind: 'opened', parcel }, transfer };
  } catch (error) {
    if (error instanceof EditionError) return { answer: { kind: 'refused', reason: error.message } };
    return { answer: { kind: 'fault', fault: error } };
  }
}
