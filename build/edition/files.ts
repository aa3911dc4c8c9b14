// Reads files of an edition folder, and creates folders, in places where others may write. A pipe in place of a file would block a
// reader forever, and an endless file would fill its memory: only regular files are read, up to the expected size.
import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Opening a pipe does not wait for a writer; regular files are unaffected. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/** The reason why a file was not read; the message is a phrase that follows its name. */
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
 * Reads a whole file of at most `bytesMax` bytes, synchronously, because under load each turn of the event loop takes longer than
 * the read. Throws a FileRefusal, or the error of the system.
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
 * Creates a folder and its missing parents. Throws the error of the system. Node's `mkdir` with `recursive` loops forever on file
 * systems that refuse new folders with ENOENT, such as /proc.
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
