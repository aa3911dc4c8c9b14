// The program of a worker thread that compiles files into the cache, for `pool.ts`.
import { BuildCache } from './cache.ts';
import { compileFile } from './compiled-file.ts';
import type { PageBase } from './pages/assets.ts';
import type { SourceEntry } from './source/entry.ts';

export interface WorkerTask {
  entry: SourceEntry;
  base: PageBase;
  day: string;
  /** Of the cache. */
  folder: string;
}

export default function compileTask({ entry, base, day, folder }: WorkerTask): void {
  compileFile(entry, base, { cache: new BuildCache(folder), day });
}
