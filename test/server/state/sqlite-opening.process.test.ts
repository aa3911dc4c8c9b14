// Opening the state file: several processes may create it at the same time, and a damaged file stops the start.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { stele } from '../../scripts/command.ts';
import { repositoryRoot, temporaryFolder } from '../../site.ts';
import { smallEdition } from '../small-site.ts';

const [openers, rounds] = [4, 20];

/** The code of a worker thread. All workers open the state in each folder at the same time; each posts its errors. */
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

test('several threads can create and open the same state at the same time', async () => {
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

test('a damaged state file stops the start with one sentence and exit code 2', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'state.db'), 'this is no database. '.repeat(1_000));
  const { code, stdout, stderr } = await stele([
    'start',
    '--edition',
    await smallEdition(),
    '--data',
    folder,
    '--port',
    '0',
  ]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^stele: .*state\.db is damaged\..*\n$/);
});
