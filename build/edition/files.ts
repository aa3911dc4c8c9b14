// Reads files and creates folders in places where other programs may write. A pipe in place of a file would block its reader
// forever, and an endless file would fill the memory. Therefore only regular files are read, and only up to the expected size.
import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** With these flags, opening a pipe does not wait for a writer. Regular files are unaffected. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/** The reason why a file was not read. The message is a phrase that follows the file name, such as «is not a regular file». */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}

/** Opens a regular file and returns its descriptor. Throws a FileRefusal, or the error of the system. */
export function openRegularSync(path: string): number {
  const descriptor = openSync(path, flags);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new FileRefusal('is not a regular file');
}

/**
 * Reads a whole file of at most `bytesMax` bytes. The read is synchronous, because under load an asynchronous read waits for
 * several turns of the event loop, each of which takes longer than the read. Throws a FileRefusal, or the error of the system.
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
 * Creates a folder and its missing parents. Throws the error of the system. It does not use the option `recursive` of Node's
 * `mkdir`, which loops forever on file systems that refuse new folders with ENOENT, such as /proc.
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
