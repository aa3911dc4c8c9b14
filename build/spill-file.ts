// The storage of a build on a disk: a spill file, which nobody else sees, and the packs of the cache folder, where they stay for
// the next build. What the disk does not take stays in memory: a full disk may make a build large, and never wrong.
import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { packNamed, readPack } from './cache-files.ts';
import { type BuildStorage, inMemory, type Reader } from './storage.ts';

export interface SpillFile extends BuildStorage {
  /** Gives the disk its space back. What was put cannot be read any longer. */
  close(): void;
}

/** 256 MiB: an edit of ten thousand articles needs no more, and no disk for it. */
const heldBytesMax = 2 ** 28;

/** In a folder of `cacheFolder`, or any other on a disk. What is put first, up to `heldMax` bytes, stays in memory. */
export function openSpillFile(folder: string, heldMax = heldBytesMax): SpillFile {
  let held = 0;
  const isHeld = ({ length }: Uint8Array): boolean => {
    if (held + length > heldMax) return false;
    held += length;
    return true;
  };
  let file: number | undefined;
  let isTried = false;
  let end = 0;
  const storage: SpillFile = {
    put(content) {
      if (isHeld(content)) return inMemory.put(content);
      if (!isTried) file = nameless(folder);
      isTried = true;
      const start = end;
      if (file === undefined || !isWritten(file, content, start)) return inMemory.put(content);
      end = start + content.length;
      return readerOf(file, start, content.length);
    },
    putPack(content, sha256) {
      if (isHeld(content)) return inMemory.putPack(content, sha256);
      return packInCache(folder, content, sha256) ?? storage.put(content);
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
  return storage;
}

/** A file whose name goes at once, so that nothing of it is left behind, however the build ends; undefined where there is none. */
function nameless(folder: string): number | undefined {
  const path = join(folder, `.spill-${process.pid}-${performance.now()}`);
  let file: number | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    file = openSync(path, 'wx+');
    rmSync(path);
    return file;
  } catch {
    // Some systems remove no file that is open.
    if (file !== undefined) closeSync(file);
    remove(path);
    return undefined;
  }
}

function isWritten(file: number, content: Uint8Array, position: number): boolean {
  try {
    for (let at = 0; at < content.length; ) at += writeSync(file, content, at, content.length - at, position + at);
    return true;
  } catch {
    return false;
  }
}

/** A function of its own, so that what it returns keeps no content alive. */
const readerOf =
  (file: number, position: number, length: number): Reader =>
  (room = new Uint8Array()) =>
    readPart(file, position, room.length < length ? Buffer.allocUnsafeSlow(length) : room.subarray(0, length));

function readPart(file: number, position: number, content: Uint8Array): Uint8Array {
  const { length } = content;
  for (let at = 0; at < length; ) {
    const bytesRead = readSync(file, content, at, length - at, position + at);
    if (bytesRead === 0) throw new Error('the spill file of this build is shorter than it was');
    at += bytesRead;
  }
  return content;
}

/** Undefined when the folder does not take it. */
function packInCache(folder: string, content: Uint8Array, sha256: string): Reader | undefined {
  const waiting = join(folder, `.${packNamed(sha256)}-${process.pid}`);
  try {
    // Other builds remove the caches that were used longest ago, and this one may be among them.
    mkdirSync(folder, { recursive: true });
    writeFileSync(waiting, content);
    renameSync(waiting, join(folder, packNamed(sha256)));
    return () => readPack(folder, sha256);
  } catch {
    remove(waiting);
    return undefined;
  }
}

/** As far as it is there and may be removed. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It lies in a cache, where what nobody knows is in nobody's way.
  }
}
