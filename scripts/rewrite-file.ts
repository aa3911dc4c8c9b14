// Replaces a file atomically: new bytes are written to a temporary file beside it, which is then renamed over it. A reader sees either
// the whole old file or the whole new file, also after an interruption.
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Replaces `before` by `after`. Returns false, and writes nothing, if the file no longer has the bytes `before`. */
export async function rewriteFile(
  path: string,
  { before, after }: { before: Uint8Array; after: Uint8Array },
): Promise<boolean> {
  // The leading dot keeps the temporary file out of the content if it is left behind.
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}`);
  const { mode } = await stat(path);
  try {
    const file = await open(beside, 'wx', mode);
    try {
      await file.writeFile(after);
      // Sets the permissions again, because the umask may have removed some.
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
