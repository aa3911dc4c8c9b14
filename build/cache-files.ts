// The files of a kept cache, read and verified. It loads nothing of the compiler, so that it can go on while that is loaded:
// reading and hashing are done on other threads.
import { subtle } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const indexFile = 'index';
/** Blobs are named by their SHA-256. */
export const blobName = /^[0-9a-f]{64}$/;

export interface CacheFiles {
  index: string;
  /** Those that are what their names say. */
  blobs: ReadonlyMap<string, Buffer>;
}

/** Undefined when there is no cache; damaged blobs are left out. Never rejects. */
export async function readCacheFiles(folder: string): Promise<CacheFiles | undefined> {
  try {
    const [index, names] = await Promise.all([readFile(join(folder, indexFile), 'utf8'), readdir(folder)]);
    const blobs = new Map<string, Buffer>();
    const reading = names
      .filter((name) => blobName.test(name))
      .map(async (name) => {
        const content = await readFile(join(folder, name));
        const hash = Buffer.from(await subtle.digest('SHA-256', content)).toString('hex');
        if (hash === name) blobs.set(name, content);
      });
    await Promise.all(reading);
    return { index, blobs };
  } catch {
    return undefined;
  }
}
