// The program of a thread that reads what earlier builds left, as it is asked.
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { listCache, readBlob } from '../../build/cache-files.ts';
import { readingServedEdition, type ServedEdition } from '../../build/served-edition.ts';

export type ReadingTask =
  | { kind: 'served'; outFolder: string }
  | { kind: 'cache'; folder: string }
  | { kind: 'blob'; folder: string; name: string };

/** Numbered, because they are not answered in the order in which they are asked. */
export interface ReadingQuestion {
  number: number;
  task: ReadingTask;
}

export interface ReadingAnswer {
  number: number;
  answer: unknown;
}

parentPort?.on('message', async ({ number, task }: ReadingQuestion) => {
  const answer = await answerTo(task);
  // What is less than a whole buffer shares it with others, and is copied.
  const isWhole = answer instanceof Buffer && answer.byteLength === answer.buffer.byteLength;
  const moved = isWhole ? [answer.buffer as ArrayBuffer] : [];
  parentPort?.postMessage({ number, answer } satisfies ReadingAnswer, moved);
});

async function answerTo(task: ReadingTask): Promise<unknown> {
  if (task.kind === 'served') return await servedEdition(task.outFolder);
  return task.kind === 'cache' ? listCache(task.folder) : readBlob(task.folder, task.name);
}

/** It is needed last, and may be very large. */
async function servedEdition(outFolder: string): Promise<ServedEdition | undefined> {
  const steps = readingServedEdition(outFolder);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await setImmediate();
  }
}
