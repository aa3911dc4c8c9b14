// The cache on disk, in a folder of `cacheFolder`. Nothing here can fail a build: a cache that cannot be read is empty, one that
// cannot be written is none.
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobName, indexFile, packName, readCacheFiles } from './cache-files.ts';
import { type CompilationCache, emptyCache } from './compilation-cache.ts';
import { readStoredCache } from './restored-cache.ts';
import type { BuildStorage } from './storage.ts';
import { storeCache } from './stored-cache.ts';

/** Caches of other contents and compilers that stay. */
const foldersMax = 8;

/**
 * The kept cache; an empty one when there is none, or when it is not exactly what was written. Its packs are read when they are
 * asked for, and a `LostPack` is thrown when one is damaged or was removed by another build. `files` are those of the folder,
 * where they are read elsewhere; what is large is put into the storage.
 */
export async function openCache(
  folder: string,
  files = readCacheFiles(folder),
  storage?: BuildStorage,
): Promise<CompilationCache> {
  if (files === undefined) return emptyCache();
  const cache = await readStoredCache(files, storage);
  if (cache !== undefined) return cache;
  // What is damaged must not be taken for written when the next cache is saved.
  await removeCache(folder);
  return emptyCache();
}

/** The kept cache with all its packs in memory, for those who need it longer than a build takes. */
export async function loadCache(folder: string): Promise<CompilationCache> {
  const cache = await openCache(folder);
  try {
    for (const pack of cache.packs.values()) Object.defineProperty(pack, 'content', { value: pack.content });
    return cache;
  } catch {
    await removeCache(folder);
    return emptyCache();
  }
}

/** A cache that cannot be removed is found damaged again. */
export async function removeCache(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Writes what the index names first and the index last, then removes what no index names any longer. */
export async function saveCache(folder: string, cache: CompilationCache): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const present = new Set(await readdir(folder));
    const named = new Set<string>();
    const files = storeCache(cache);
    let next = files.next();
    for (; !next.done; next = files.next()) {
      const [name, content] = next.value;
      named.add(name);
      if (!present.has(name)) await replace(folder, name, content());
    }
    await replace(folder, indexFile, next.value);
    for (const name of present) {
      const isKept = named.has(name) || !(blobName.test(name) || packName.test(name));
      if (!isKept) await rm(join(folder, name), { force: true });
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

/** Keeps this cache and the most recently used others. Other files beside them are left alone. */
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
