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

/** What of the files is plain data, so that a thread can hand it over; undefined when there is no cache. Damaged blobs are left out. */
export type CacheContents = Omit<CacheFiles, 'readPack'>;

/** Never throws. */
export function readCacheContents(folder: string): CacheContents | undefined {
  try {
    const index = readFileSync(join(folder, indexFile), 'utf8');
    const names = readdirSync(folder);
    const blobs = new Map<string, Buffer>();
    for (const name of names.filter((name) => blobName.test(name))) {
      const content = readFileSync(join(folder, name));
      if (createHash('sha256').update(content).digest('hex') === name) blobs.set(name, content);
    }
    const packs = new Set(names.flatMap((name) => packName.exec(name)?.[1] ?? []));
    return { index, blobs, packs };
  } catch {
    return undefined;
  }
}

/** Undefined when there is no cache. Never throws. */
export function readCacheFiles(folder: string): CacheFiles | undefined {
  return withPacks(folder, readCacheContents(folder));
}

export function withPacks(folder: string, contents: CacheContents | undefined): CacheFiles | undefined {
  return contents && { ...contents, readPack: packReader(folder) };
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
