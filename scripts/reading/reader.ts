// Reads and hashes in a thread what earlier builds left, while sources are read and the compiler is loaded: of a large edition that
// takes as long as everything else that follows from an edit. What a thread that comes to grief leaves undone is done here.
import { Worker } from 'node:worker_threads';
import { type CacheContents, type CacheFiles, readCacheContents, withPacks } from '../../build/cache-files.ts';
import { readServedEdition, type ServedEdition } from '../../build/served-edition.ts';
import type { ReadingTask } from './thread.ts';

/** Threads run compiled programs only: Node 20 reads no TypeScript. */
const compiledProgram = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/js/scripts/reading/thread.js' : './thread.js',
  import.meta.url,
);

/** It answers in the order in which it is asked, and never rejects. */
export interface Reader {
  /** See `readServedEdition`. */
  served(outFolder: string): Promise<ServedEdition | undefined>;
  /** See `readCacheFiles`. */
  cache(folder: string): Promise<CacheFiles | undefined>;
  end(): Promise<void>;
}

/** @param program what the thread runs */
export function startReader(program: URL = compiledProgram): Reader {
  const thread = new Worker(program);
  const waiting: ((answer: unknown) => void)[] = [];
  let isGone = false;
  thread.on('message', (answer: unknown) => waiting.shift()?.(answer));
  // It ends with the error.
  thread.on('error', () => undefined);
  thread.once('exit', () => {
    isGone = true;
    for (const answer of waiting.splice(0)) answer(lost);
  });
  const ask = (task: ReadingTask): Promise<unknown> =>
    new Promise((resolve) => {
      if (isGone) return resolve(lost);
      waiting.push(resolve);
      thread.postMessage(task);
    });
  return {
    async served(outFolder) {
      const answer = await ask({ kind: 'served', folder: outFolder });
      return answer === lost ? readServedEdition(outFolder) : (answer as ServedEdition | undefined);
    },
    async cache(folder) {
      const answer = await ask({ kind: 'cache', folder });
      return withPacks(
        folder,
        answer === lost ? readCacheContents(folder) : received(answer as CacheContents | undefined),
      );
    },
    async end() {
      await thread.terminate();
    },
  };
}

/** The thread has ended without an answer. */
const lost = Symbol('lost');

/** Buffers arrive as arrays. */
function received(contents: CacheContents | undefined): CacheContents | undefined {
  const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
    Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  return contents && { ...contents, blobs: new Map([...contents.blobs].map(([name, blob]) => [name, bufferOf(blob)])) };
}
