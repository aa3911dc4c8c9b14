// The program of a worker thread that compiles files into the cache, for `pool.ts`.
import { BuildCache } from './cache.ts';
import { compileFile } from './compiled-file.ts';
import type { AssetAddresses } from './pages/assets.ts';
import type { SourceEntry } from './source/entry.ts';

export interface WorkerTask {
  entry: SourceEntry;
  assets: AssetAddresses;
  /** Of the cache. */
  folder: string;
}

export default function compileTask({ entry, assets, folder }: WorkerTask): void {
  compileFile(entry, assets, new BuildCache(folder));
}
