// Replaces a file atomically: new bytes are written to a temporary file beside it and renamed over it, so that readers and
// interruptions see either the old or the new file complete.
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** False when the file has changed meanwhile; it is then left unchanged. */
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
      // The umask may have removed permissions.
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

/** Writes a file, replacing an existing one. A new file is private to this user; an existing one keeps its permissions. */
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

/** The leading dot excludes a leftover file from the content. */
const pathBeside = (path: string): string => join(dirname(path), `.${basename(path)}.${process.pid}`);
