// Opens files of an edition folder, which others may write to. A pipe with an edition's name would stop a reader for good, and a
// file that never ends would fill its memory: only regular files are read, and only as much of them as is expected.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

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
