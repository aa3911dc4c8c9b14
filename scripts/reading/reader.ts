// Reads and hashes in a thread what earlier builds left, while sources are read and the compiler is loaded: of a large edition that
// takes as long as everything else that follows from an edit. What a thread that comes to grief leaves undone is done here.
import { Worker } from 'node:worker_threads';
import { type CacheFiles, cacheFilesOf, listCache, readBlob } from '../../build/cache-files.ts';
import { readServedEdition, type ServedEdition } from '../../build/served-edition.ts';
import type { ReadingAnswer, ReadingQuestion, ReadingTask } from './thread.ts';

/** Threads run compiled programs only: Node 20 reads no TypeScript. */
const compiledProgram = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/js/scripts/reading/thread.js' : './thread.js',
  import.meta.url,
);

/** It never rejects. The edition is read while nothing else is asked for. */
export interface Reader {
  /** See `readServedEdition`. */
  served(outFolder: string): Promise<ServedEdition | undefined>;
  /** See `readCacheFiles`. */
  cache(folder: string): Promise<CacheFiles | undefined>;
  end(): Promise<void>;
}

/** @param program what the thread runs */
export function startReader(program: URL = compiledProgram): Reader {
  const waiting = new Map<number, (answer: unknown) => void>();
  let asked = 0;
  let thread = startThread(program);
  thread?.on('message', ({ number, answer }: ReadingAnswer) => {
    waiting.get(number)?.(answer);
    waiting.delete(number);
  });
  // It ends with the error.
  thread?.on('error', () => undefined);
  thread?.once('exit', () => {
    thread = undefined;
    for (const answer of waiting.values()) answer(lost);
  });
  /** `here` is what is done without a thread. */
  const ask = async <Answer>(task: ReadingTask, here: () => Answer): Promise<Answer> => {
    if (thread === undefined) return here();
    const answer = await new Promise<unknown>((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      thread?.postMessage({ number: asked, task } satisfies ReadingQuestion);
    });
    return answer === lost ? here() : (answer as Answer);
  };
  const blob = async (folder: string, name: string): Promise<Buffer | undefined> => {
    const content = await ask<Uint8Array | undefined>({ kind: 'blob', folder, name }, () => readBlob(folder, name));
    // Buffers arrive as arrays.
    return content && Buffer.from(content.buffer as ArrayBuffer, content.byteOffset, content.byteLength);
  };
  return {
    served: (outFolder) => ask({ kind: 'served', outFolder }, () => readServedEdition(outFolder)),
    async cache(folder) {
      const listing = await ask({ kind: 'cache', folder }, () => listCache(folder));
      return cacheFilesOf(folder, listing, (name) => blob(folder, name));
    },
    async end() {
      await thread?.terminate();
    },
  };
}

/** Undefined where the system allows no more threads. */
function startThread(program: URL): Worker | undefined {
  try {
    return new Worker(program);
  } catch {
    return undefined;
  }
}

/** The thread has ended without an answer. */
const lost = Symbol('lost');
