// The files of a kept cache, read and verified. It loads nothing of the compiler, so that it can go on while that is loaded:
// reading and hashing are done on other threads. Packs are most of it and seldom needed: they are read when they are asked for.
import { createHash, subtle } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const indexFile = 'index';
/** Blobs and packs are named by their SHA-256. */
export const blobName = /^[0-9a-f]{64}$/;
export const packName = /^([0-9a-f]{64})\.pack$/;
export const packNamed = (hash: string): string => `${hash}.pack`;

export interface CacheFiles {
  index: string;
  /** Those that are what their names say. */
  blobs: ReadonlyMap<string, Buffer>;
  /** The hashes of the packs that are there. */
  packs: ReadonlySet<string>;
  /** Throws a LostPack when it is gone or damaged. */
  readPack: (hash: string) => Buffer;
}

/** What a build relied on is not there any longer: it has to begin again, without the cache. */
export class LostPack extends Error {}

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
    const packs = new Set(names.flatMap((name) => packName.exec(name)?.[1] ?? []));
    return { index, blobs, packs, readPack: packReader(folder) };
  } catch {
    return undefined;
  }
}

/** Remembers the pack that was read last, because bodies are asked for one after the other. */
function packReader(folder: string): CacheFiles['readPack'] {
  let last: { hash: string; content: Buffer } | undefined;
  return (hash) => {
    if (last?.hash !== hash) last = { hash, content: readPack(folder, hash) };
    return last.content;
  };
}

/** Throws a LostPack when it is gone or damaged. */
export function readPack(folder: string, hash: string): Buffer {
  let content: Buffer;
  try {
    content = readFileSync(join(folder, packNamed(hash)));
  } catch (cause) {
    throw new LostPack(`pack ${hash} cannot be read`, { cause });
  }
  if (createHash('sha256').update(content).digest('hex') !== hash) throw new LostPack(`pack ${hash} is damaged`);
  return content;
}
