// The edition that an output folder serves, as its files are on disk now. They are hashed on other threads, so that it can go
// on while sources are read and the compiler is loaded; it loads nothing of the compiler itself.
import { subtle } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './edition/hash.ts';
import { editionsFolder, manifestFile, pointerFile } from './edition/locations.ts';

export interface ServedEdition {
  folder: string;
  buildId: string;
  /** SHA-256 of the manifest's text. */
  manifest: string;
  /** Path → SHA-256 of what lies there now, of all files of the manifest that can be read. */
  hashes: ReadonlyMap<string, string>;
  /** Whether every file is what the manifest says. */
  isWhole: boolean;
}

/** So many files are in memory at once, of which those that are large are not many: most have some megabytes. */
const filesAtOnce = 16;
const largeBytes = 2 ** 24;

/** Undefined when none is served, or when it has no manifest. Never rejects. */
export async function readServedEdition(outFolder: string): Promise<ServedEdition | undefined> {
  try {
    const buildId = (await readFile(join(outFolder, pointerFile), 'utf8')).trim();
    if (!/^[0-9a-f]{64}$/.test(buildId)) return undefined;
    const folder = join(outFolder, editionsFolder, buildId);
    const text = await readFile(join(folder, manifestFile), 'utf8');
    const { files } = JSON.parse(text) as { files: Record<string, { sha256: string; bytes: number }> };
    const hashes = new Map<string, string>();
    const isLarge = (path: string): boolean => (files[path]?.bytes ?? 0) > largeBytes;
    const hashSome = async (waiting: string[]): Promise<void> => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const hash = await hashOfFile(join(folder, path));
        if (hash !== undefined) hashes.set(path, hash);
      }
    };
    const small = Object.keys(files).filter((path) => !isLarge(path));
    const large = Object.keys(files).filter(isLarge);
    await Promise.all([...Array.from({ length: filesAtOnce }, () => hashSome(small)), hashSome(large)]);
    const isWhole = Object.entries(files).every(([path, { sha256: expected }]) => hashes.get(path) === expected);
    return { folder, buildId, manifest: sha256(text), hashes, isWhole };
  } catch {
    return undefined;
  }
}

async function hashOfFile(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    // Read at once: in pieces it would wait for this thread after each.
    const content = Buffer.allocUnsafeSlow((await file.stat()).size);
    for (let at = 0; at < content.length; ) {
      const { bytesRead } = await file.read(content, at, content.length - at, at);
      if (bytesRead === 0) return undefined;
      at += bytesRead;
    }
    return Buffer.from(await subtle.digest('SHA-256', content)).toString('hex');
  } catch {
    return undefined;
  } finally {
    await file?.close().catch(() => undefined);
  }
}
