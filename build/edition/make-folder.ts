// Makes folders. Node's `mkdir` with `recursive` never returns on file systems that refuse new folders with ENOENT, such as /proc: it takes
// ENOENT for a missing parent folder and tries again.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and its missing parents; an existing one stays as it is. Throws the error of the system. */
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
