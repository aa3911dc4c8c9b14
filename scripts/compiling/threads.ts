// Compiles the many files of a first build in several threads, before the compiler itself is asked: it then knows them. What a
// thread that comes to grief leaves undone, the compiler does.
import { on } from 'node:events';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { CompilationCache } from '../../build/compilation-cache.ts';
import { type NewFile, newFilesOf, type Options } from '../../build/compile.ts';
import { batchReader, type CompiledBatch } from '../../build/compiled-batch.ts';
import { compileFile } from '../../build/compiled-file.ts';
import { ofItsOwn, settingAside } from '../../build/set-aside.ts';
import type { Sources } from '../../build/source/entry.ts';
import type { ThreadTask } from './thread.ts';

/** Threads run compiled programs only: Node 20 reads no TypeScript. */
const compiledProgram = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/js/scripts/compiling/thread.js' : './thread.js',
  import.meta.url,
);

/** Fewer files are compiled before threads have loaded the compiler. */
const filesMin = 100;
/** So many files are given to a thread at a time, at most; towards the end fewer, so that all threads end together. */
const batchFiles = 16;
/** Batches that a thread has at a time, so that it need not wait for this one, which compiles too. */
const batchesAhead = 2;
/** Each thread needs some 300 MB. */
const threadsMax = 3;

export interface ThreadOptions extends Pick<Options, 'progress' | 'storage'> {
  /** Files from which threads are worth their start. */
  atLeast?: number;
  /** Besides this one, which compiles too. */
  threads?: number;
  /** What each of them runs. */
  program?: URL;
}

/** Fills the cache with what of the sources is new. */
export async function compileInThreads(
  sources: Sources,
  cache: CompilationCache,
  { progress, storage, atLeast = filesMin, threads = threadsOf(), program = compiledProgram }: ThreadOptions = {},
): Promise<void> {
  const { files, assets } = newFilesOf(sources, cache);
  if (files.length < atLeast || threads < 1) return;
  const task: ThreadTask = { assets };
  const setAside = storage && settingAside(storage);
  let taken = 0;
  let done = 0;
  const take = (most: number): NewFile[] => {
    const fair = Math.ceil((files.length - taken) / (2 * batchesAhead * (threads + 1)));
    const part = files.slice(taken, taken + Math.min(most, fair));
    taken += part.length;
    return part;
  };
  const finish = (count: number): void => {
    done += count;
    progress?.(done, files.length);
  };
  const inThread = async (): Promise<void> => {
    const thread = new Worker(program, { workerData: task });
    const read = batchReader(cache, setAside);
    const asked: NewFile[][] = [];
    const ask = (): void => {
      const part = take(batchFiles);
      if (part.length === 0) return;
      asked.push(part);
      thread.postMessage(part.map(({ entry }) => entry));
    };
    try {
      const answers = on(thread, 'message', { close: ['exit'] });
      for (let ahead = 0; ahead < batchesAhead; ahead += 1) ask();
      while (asked.length > 0) {
        const { value, done: isGone } = await answers.next();
        if (isGone) return;
        const part = asked.shift() ?? [];
        ask();
        read(part, value[0] as CompiledBatch);
        finish(part.length);
      }
    } finally {
      await thread.terminate();
    }
  };
  const here = async (): Promise<void> => {
    const { vocabulary } = cache;
    for (let [file] = take(1); file !== undefined; [file] = take(1)) {
      const compiled = compileFile(file.entry, { wanted: 'output', assets, vocabulary });
      cache.files.set(file.key, ofItsOwn(compiled, setAside));
      finish(1);
      // Between two files what the threads made is taken, and they are given more.
      await setImmediate();
    }
  };
  await Promise.allSettled([...Array.from({ length: threads }, inThread), here()]);
}

function threadsOf(): number {
  return Math.min(threadsMax, availableParallelism() - 1);
}
