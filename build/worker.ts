// The program of a worker thread of `pool.ts`. It compiles files and stores them in the cache.
import { BuildCache } from './cache.ts';
import { compileFile } from './compiled-file.ts';
import type { PageBase } from './pages/assets.ts';
import type { SourceEntry } from './source/entry.ts';

export interface WorkerTask {
  entry: SourceEntry;
  base: PageBase;
  day: string;
  /** The folder of the cache. */
  folder: string;
}

export default function compileTask({ entry, base, day, folder }: WorkerTask): void {
  compileFile(entry, base, { cache: new BuildCache(folder), day });
}
