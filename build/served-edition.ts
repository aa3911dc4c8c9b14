// The edition that an output folder serves, as its files are on disk now. It loads nothing of the compiler, so that a thread can
// read and hash while sources are read and the compiler is loaded.
import { createHash } from 'node:crypto';
import { closeSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularSync } from './edition/files.ts';
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

/** Read in pieces: a file may be larger than what anybody should hold. */
const pieceBytes = 2 ** 20;

/** Undefined when none is served, or when it has no manifest. Never throws. */
export function readServedEdition(outFolder: string): ServedEdition | undefined {
  const steps = readingServedEdition(outFolder);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same, file by file, for those who have something else to do in between. */
export function* readingServedEdition(outFolder: string): Generator<void, ServedEdition | undefined> {
  try {
    const buildId = readFileSync(join(outFolder, pointerFile), 'utf8').trim();
    if (!/^[0-9a-f]{64}$/.test(buildId)) return undefined;
    const folder = join(outFolder, editionsFolder, buildId);
    const text = readFileSync(join(folder, manifestFile), 'utf8');
    const { files } = JSON.parse(text) as { files: Record<string, { sha256: string }> };
    const hashes = new Map<string, string>();
    const piece = Buffer.allocUnsafeSlow(pieceBytes);
    for (const path of Object.keys(files)) {
      const hash = hashOfFile(join(folder, path), piece);
      if (hash !== undefined) hashes.set(path, hash);
      yield;
    }
    const isWhole = Object.entries(files).every(([path, { sha256: expected }]) => hashes.get(path) === expected);
    return { folder, buildId, manifest: sha256(text), hashes, isWhole };
  } catch {
    return undefined;
  }
}

/** Undefined when it cannot be read. */
function hashOfFile(path: string, piece: Buffer): string | undefined {
  let file: number | undefined;
  try {
    file = openRegularSync(path);
    const hash = createHash('sha256');
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece))
      hash.update(piece.subarray(0, bytes));
    return hash.digest('hex');
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
