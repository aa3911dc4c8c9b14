// The files of a kept cache, read and verified. It loads nothing of the compiler, so that a thread can do it while that is loaded.
// Packs are most of it and seldom needed: they are read when they are asked for.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const indexFile = 'index';
/** Blobs and packs are named by their SHA-256. */
export const blobName = /^[0-9a-f]{64}$/;
export const packName = /^([0-9a-f]{64})\.pack$/;
export const packNamed = (hash: string): string => `${hash}.pack`;

/** What is there, but for the contents of blobs and packs. */
export interface CacheListing {
  index: string;
  /** The hashes of the packs. */
  packs: ReadonlySet<string>;
}

export interface CacheFiles extends CacheListing {
  /** Undefined when it is gone, or is not what its name says. Never rejects. */
  blob: (name: string) => Promise<Buffer | undefined>;
  /** Throws a LostPack when it is gone or damaged. */
  readPack: (hash: string) => Buffer;
}

/** What a build relied on is not there any longer: it has to begin again, without the cache. */
export class LostPack extends Error {}

/** Undefined when there is no cache. Never throws. */
export function listCache(folder: string): CacheListing | undefined {
  try {
    const index = readFileSync(join(folder, indexFile), 'utf8');
    return { index, packs: new Set(readdirSync(folder).flatMap((name) => packName.exec(name)?.[1] ?? [])) };
  } catch {
    return undefined;
  }
}

/** Undefined when it is gone, or is not what its name says. Never throws. */
export function readBlob(folder: string, name: string): Buffer | undefined {
  try {
    const content = readFileSync(join(folder, name));
    return createHash('sha256').update(content).digest('hex') === name ? content : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when there is no cache. Never throws. */
export function readCacheFiles(folder: string): CacheFiles | undefined {
  return cacheFilesOf(folder, listCache(folder), async (name) => readBlob(folder, name));
}

/** The listed files; another thread reads the blobs. */
export const cacheFilesOf = (
  folder: string,
  listing: CacheListing | undefined,
  blob: CacheFiles['blob'],
): CacheFiles | undefined => listing && { ...listing, blob, readPack: packReader(folder) };

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
