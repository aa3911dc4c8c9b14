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

/** In a folder of `cacheFolder`, or any other on a disk; without one that can be written everything stays in memory. */
export function openSpillFile(folder: string): SpillFile {
  const path = join(folder, `.spill-${process.pid}-${Math.random().toString(36).slice(2)}`);
  let descriptor: number | undefined;
  let end = 0;
  try {
    mkdirSync(folder, { recursive: true });
    descriptor = openSync(path, 'wx+');
    // Its name goes at once, so that nothing of it is left behind, however the build ends.
    rmSync(path, { force: true });
  } catch {
    if (descriptor !== undefined) closeSync(descriptor);
    return { ...inMemory, close: () => undefined };
  }
  const file = descriptor;
  return {
    put(content) {
      const start = end;
      if (!isWritten(file, content, start)) return inMemory.put(content);
      end = start + content.length;
      return readerOf(file, start, content.length);
    },
    putPack: (content, sha256) => packInCache(folder, content, sha256),
    close: () => closeSync(file),
  };
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
  () =>
    readPart(file, position, length);

function readPart(file: number, position: number, length: number): Uint8Array {
  const content = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const bytesRead = readSync(file, content, at, length - at, position + at);
    if (bytesRead === 0) throw new Error('the spill file of this build is shorter than it was');
    at += bytesRead;
  }
  return content;
}

function packInCache(folder: string, content: Uint8Array, sha256: string): Reader {
  const waiting = join(folder, `.${packNamed(sha256)}-${process.pid}`);
  try {
    writeFileSync(waiting, content);
    renameSync(waiting, join(folder, packNamed(sha256)));
    return () => readPack(folder, sha256);
  } catch {
    rmSync(waiting, { force: true });
    return inMemory.putPack(content, sha256);
  }
}
