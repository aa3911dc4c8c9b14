// Removes what examples leave behind. Synchronous, for it is also what a program does last when it is stopped.
import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes a file or a folder with all that is in it; links are not followed. Nothing need be there. */
export function removeWhole(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // An example may have closed its folders to writing, or something that was killed has made one more file.
    openFolders(path);
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

function openFolders(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) openFolders(join(path, name));
}
