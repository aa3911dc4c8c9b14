// The program of a thread that compiles files: one batch after the other, as it is asked.
import { parentPort, workerData } from 'node:worker_threads';
import { batchCompiler, buffersOf } from '../../build/compiled-batch.ts';
import type { AssetAddresses } from '../../build/pages/assets.ts';
import type { SourceEntry } from '../../build/source/entry.ts';

/** What the thread is started with. */
export interface ThreadTask {
  assets: AssetAddresses;
}

const compileBatch = batchCompiler((workerData as ThreadTask).assets);

parentPort?.on('message', (entries: SourceEntry[]) => {
  const batch = compileBatch(entries);
  parentPort?.postMessage(batch, buffersOf(batch));
});
