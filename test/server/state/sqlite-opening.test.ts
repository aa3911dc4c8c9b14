// Processes that begin in one data folder at the same moment, as workers and replicas do.
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { repositoryRoot, temporaryFolder } from '../../site.ts';

const [openers, rounds] = [4, 50];

/** Opens the state in each folder, at the same moment as the others, and says what went wrong. */
const opener = `
  const { parentPort, workerData } = require('node:worker_threads');
  const arrivals = new Int32Array(workerData.arrivals);
  void (async () => {
    const { sqliteStore } = await import(workerData.module);
    const faults = [];
    for (const [round, folder] of workerData.folders.entries()) {
      const all = (round + 1) * workerData.openers;
      if (Atomics.add(arrivals, 0, 1) + 1 === all) Atomics.notify(arrivals, 0);
      for (let here = Atomics.load(arrivals, 0); here < all; here = Atomics.load(arrivals, 0)) Atomics.wait(arrivals, 0, here);
      const store = sqliteStore(folder);
      await store.probe().catch((error) => faults.push(error.message));
      await store.close();
    }
    parentPort.postMessage(faults);
  })();
`;

test('a state that is not there yet is opened by several at the same moment, and by each of them', async () => {
  const folders = await Promise.all(Array.from({ length: rounds }, () => temporaryFolder()));
  const workerData = {
    module: pathToFileURL(join(repositoryRoot, 'dist/js/server/state/sqlite/store.js')).href,
    arrivals: new SharedArrayBuffer(4),
    folders,
    openers,
  };
  const faults = await Promise.all(
    Array.from({ length: openers }, () => once(new Worker(opener, { eval: true, workerData }), 'message')),
  );
  expect(faults.flat(2)).toEqual([]);
});
