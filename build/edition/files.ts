// Reads files of an edition folder, and makes folders, where others may write too. A pipe with an edition's name would stop a reader for
// good, and a file that never ends would fill its memory: only regular files are read, and only as much of them as is expected.
import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Opening a pipe does not wait for a writer; regular files take no notice. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/** Why a file was not read; the message is a phrase that follows its name. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}

/** The descriptor of a regular file. Throws a FileRefusal, or the error of the system. */
export function openRegularSync(path: string): number {
  const descriptor = openSync(path, flags);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new FileRefusal('is not a regular file');
}

/**
 * A whole file of at most so many bytes. At once, because under load each turn of the event loop in between takes longer than the
 * read. Throws a FileRefusal, or the error of the system.
 */
export function readRegularSync(path: string, bytesMax: number): Buffer {
  const descriptor = openRegularSync(path);
  try {
    const { size } = fstatSync(descriptor);
    if (size > bytesMax) throw new FileRefusal(`has ${size} bytes instead of at most ${bytesMax}`);
    const content = Buffer.allocUnsafeSlow(size);
    return content.subarray(0, readSync(descriptor, content, { position: 0 }));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes a folder and its missing parents; an existing one stays as it is. Throws the error of the system. Node's `mkdir` with
 * `recursive` never returns on file systems that refuse new folders with ENOENT, such as /proc: it tries again and again.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (isFolder(folder)) return;
    const above = dirname(folder);
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || isFolder(above)) throw error;
    makeFolder(above, mode);
    makeFolder(folder, mode);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
