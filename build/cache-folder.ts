// The cache on disk, in a folder of `cacheFolder`. Nothing here can fail a build: a cache that cannot be read is empty, one that
// cannot be written is none.
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobName, indexFile, readCacheFiles } from './cache-files.ts';
import { type CompilationCache, emptyCache } from './compilation-cache.ts';
import { readStoredCache, storeCache } from './stored-cache.ts';

/** Caches of other contents and compilers that stay. */
const foldersMax = 8;

/**
 * The kept cache; an empty one when there is none, or when it is not exactly what was written. `files` are those of the folder,
 * where they are being read already.
 */
export async function loadCache(folder: string, files = readCacheFiles(folder)): Promise<CompilationCache> {
  const read = await files;
  if (read === undefined) return emptyCache();
  const cache = readStoredCache(read);
  if (cache !== undefined) return cache;
  // What is damaged must not be taken for written when the next cache is saved.
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  return emptyCache();
}

/** Writes the blobs first and the index last, then removes what no index names any longer. */
export async function saveCache(folder: string, cache: CompilationCache): Promise<void> {
  try {
    // Of very many articles the index would be longer than a string can be.
    const { index, blobs } = storeCache(cache);
    await mkdir(folder, { recursive: true });
    const present = new Set(await readdir(folder));
    for (const [hash, content] of blobs) if (!present.has(hash)) await replace(folder, hash, content);
    await replace(folder, indexFile, index);
    for (const name of present) {
      if (blobName.test(name) && !blobs.has(name)) await rm(join(folder, name), { force: true });
    }
    await removeOldest(folder);
  } catch {
    // Nothing is lost but time.
  }
}

async function replace(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const waiting = join(folder, `.${name}-${process.pid}`);
  await writeFile(waiting, content);
  await rename(waiting, join(folder, name));
}

/** What `cacheFolder` calls a cache. */
const folderName = /^[0-9a-f]{64}$/;

/** Keeps this cache and the most recently used others. Whatever else lies beside them is nobody's to remove. */
async function removeOldest(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now);
  const all = dirname(folder);
  const entries = await readdir(all, { withFileTypes: true });
  const caches = entries.filter((entry) => entry.isDirectory() && folderName.test(entry.name));
  const dated = await Promise.all(
    caches.map(async ({ name }) => ({ name, time: (await stat(join(all, name))).mtimeMs })),
  );
  for (const { name } of dated.sort((left, right) => right.time - left.time).slice(foldersMax)) {
    await rm(join(all, name), { recursive: true, force: true });
  }
}
