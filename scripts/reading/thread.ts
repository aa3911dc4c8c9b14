// The program of a thread that reads what earlier builds left: one question after the other, as it is asked.
import { parentPort } from 'node:worker_threads';
import { type CacheContents, readCacheContents } from '../../build/cache-files.ts';
import { readServedEdition, type ServedEdition } from '../../build/served-edition.ts';

export type ReadingTask = { kind: 'served' | 'cache'; folder: string };
export type ReadingAnswer = ServedEdition | CacheContents | undefined;

parentPort?.on('message', ({ kind, folder }: ReadingTask) => {
  if (kind === 'served') {
    parentPort?.postMessage(readServedEdition(folder));
    return;
  }
  const contents = readCacheContents(folder);
  parentPort?.postMessage(contents, wholeBuffers(contents));
});

/** What need not be copied when it is handed over. What is less than a whole buffer shares it with others. */
function wholeBuffers(contents: CacheContents | undefined): ArrayBuffer[] {
  return [...(contents?.blobs.values() ?? [])].flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
}
