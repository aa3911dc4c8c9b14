// Makes the folders that somebody named. Node's own `recursive` takes «not there» for a folder above that is missing, makes that,
// and tries again without end where a file system takes no new folder and says so with ENOENT, as /proc does.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder and those above it that are missing; one that is there stays as it is. Throws what the system says against it. */
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
