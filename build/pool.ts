// Compiles the new files of a build in worker threads and stores the results in the cache, where `compile` finds them. On two cores
// this takes 0.55 of the time that one thread takes. A file that takes too long gets an error message, and the compilation of the
// other files continues.
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import type { BuildCache } from './cache.ts';
import { publishingOf } from './compile.ts';
import { type CompiledFile, fileKey } from './compiled-file.ts';
import { type Message, startOfFile } from './messages.ts';
import { dayOf, type Sources } from './source/entry.ts';
import type { WorkerTask } from './worker.ts';

/** The minimum number of new files for using workers. Fewer files are compiled faster than workers load the compiler. */
const filesMin = 40;
/** The maximum number of workers. Each needs about 300 MB. */
const workersMax = 4;
/** The time limit for one file. The largest article takes two seconds on an idle machine, and ten times as long on a busy one. */
const limitMs = 60_000;

export interface PoolOptions {
  /** The folder of the cache. */
  folder: string;
  cache: BuildCache;
  progress?: ((done: number, total: number) => void) | undefined;
  /** The minimum number of new files for using workers. Default: `filesMin`. */
  atLeast?: number;
  /** The time limit for one file in milliseconds. */
  fileMsMax?: number;
}

/** The worker's program is compiled JavaScript, because Node 20 runs no TypeScript in workers. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../dist/js/build/worker.js' : './worker.js',
  import.meta.url,
);

export async function compileInPool(
  sources: Sources,
  { folder, cache, progress, atLeast = filesMin, fileMsMax = limitMs }: PoolOptions,
): Promise<void> {
  const { base } = publishingOf(sources);
  const day = dayOf(sources);
  const files = sources.entries.filter((entry) => !cache.has(`${fileKey(entry, base)}.file`));
  if (files.length < atLeast) return;
  const threads = Math.min(workersMax, availableParallelism());
  const pool = new Tinypool({
    filename: program.href,
    minThreads: threads,
    maxThreads: threads,
    isolateWorkers: false,
  });
  const waiting = files.values();
  let done = 0;
  const compileNext = async (): Promise<void> => {
    for (const entry of waiting) {
      const task: WorkerTask = { entry, base, day, folder };
      const signal = AbortSignal.timeout(fileMsMax);
      try {
        await pool.run(task, { signal });
      } catch (error) {
        if (!signal.aborted) throw error;
        const key = fileKey(entry, base);
        cache.hold(`${key}.file`, {
          ...tooSlow,
          key,
          path: entry.path,
          messages: [tooSlowMessage(entry.path, fileMsMax)],
        });
      }
      progress?.(++done, files.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, compileNext));
  } finally {
    await pool.destroy();
  }
}

const tooSlow: Pick<CompiledFile, 'facts' | 'output'> = { facts: null, output: null };

function tooSlowMessage(path: string, milliseconds: number): Message {
  const seconds = milliseconds / 1000;
  return {
    path,
    severity: 'error',
    rule: 'complexity',
    place: startOfFile,
    found: { zh: `编译用时超过 ${seconds} 秒的文件`, en: `a file that takes more than ${seconds} s to compile` },
    expected: { zh: '结构更简单的文件', en: 'a simpler file' },
    advice: { zh: '把文章拆成几篇，或减少嵌套。', en: 'Split the article, or reduce the nesting.' },
  };
}
