// Puts new bytes in the place of a file at once: they are written beside it and renamed over it, so that whoever reads the
// file meanwhile, or whatever interrupts this, finds the old one or the new one whole.
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** False when the file is no longer what it was; then it is left as it is. */
export async function rewriteFile(
  path: string,
  { before, after }: { before: Uint8Array; after: Uint8Array },
): Promise<boolean> {
  const beside = pathBeside(path);
  const { mode } = await stat(path);
  try {
    const file = await open(beside, 'wx', mode);
    try {
      await file.writeFile(after);
      // The mask of the process may have taken permissions away.
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    if (!Buffer.from(before).equals(await readFile(path))) return false;
    await rename(beside, path);
    return true;
  } finally {
    await rm(beside, { force: true });
  }
}

/** Writes a file that may be there already. A new one is for this user alone; one that is there keeps its permissions. */
export async function writeWhole(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const beside = pathBeside(path);
  const there = await stat(path).catch(() => undefined);
  try {
    const file = await open(beside, 'wx', there?.mode ?? 0o600);
    try {
      for await (const piece of pieces) await file.write(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } finally {
    await rm(beside, { force: true });
  }
}

/** A name that begins with a dot is no part of the content, should it be left behind. */
const pathBeside = (path: string): string => join(dirname(path), `.${basename(path)}.${process.pid}`);
