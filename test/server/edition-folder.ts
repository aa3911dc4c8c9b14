// Changes a published edition folder: damages a file, moves the pointer, or publishes changed content with correct hashes.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { editionsFolder, manifestFile, pointerFile } from '../../build/edition/locations.ts';
import { type ManifestContent, manifestText, readManifest, sealManifest } from '../../build/edition/manifest.ts';
import { fileTable } from '../build/editions.ts';

export async function pointedAt(folder: string): Promise<string> {
  return (await readFile(join(folder, pointerFile), 'utf8')).trim();
}

/** Replaces the pointer atomically, as an operator does in a rollback. */
export async function pointTo(folder: string, buildId: string): Promise<void> {
  await writeFile(join(folder, `${pointerFile}.new`), `${buildId}\n`);
  await rename(join(folder, `${pointerFile}.new`), join(folder, pointerFile));
}

/** The paths of all files of an edition, relative to the output folder. */
export async function filesOf(folder: string, buildId: string): Promise<string[]> {
  const root = join(folder, editionsFolder, buildId);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

export interface Damage {
  title: string;
  /** Returns the damaged content, or undefined to delete the file. */
  of(content: Buffer): Buffer | undefined;
}

function flipped(content: Buffer, part: number): Buffer {
  const copy = Buffer.from(content);
  const position = Math.floor((content.length - 1) * part);
  copy[position] = (copy[position] ?? 0) ^ 1;
  return copy;
}

/** Kinds of damage: missing, empty, truncated, longer, and one bit changed in two places. */
export const damages: readonly Damage[] = [
  { title: 'deleted', of: () => undefined },
  { title: 'emptied', of: () => Buffer.alloc(0) },
  { title: 'cut in half', of: (content) => content.subarray(0, content.length >> 1) },
  { title: 'longer by one byte', of: (content) => Buffer.concat([content, Buffer.from(' ')]) },
  { title: 'one bit changed near its beginning', of: (content) => flipped(content, 0.1) },
  { title: 'one bit changed near its end', of: (content) => flipped(content, 0.75) },
];

/** Runs work while a file is damaged, and repairs the file afterwards. */
export async function whileDamaged(path: string, { of }: Damage, run: () => Promise<void>): Promise<void> {
  const content = await readFile(path);
  const damaged = of(content);
  if (damaged === undefined) await rm(path);
  else await writeFile(path, damaged);
  try {
    await run();
  } finally {
    await writeFile(path, content);
  }
}

type Files = Map<string, Buffer>;

/**
 * Writes a changed copy of the current edition with correct hashes under a buildId of its own, and points to it. Another
 * compiler, or a bug in this one, could write such an edition.
 */
export async function sealChanged(
  folder: string,
  change: (files: Files) => void,
  content: Partial<ManifestContent> = {},
): Promise<string> {
  const root = join(folder, editionsFolder, await pointedAt(folder));
  const reading = readManifest(await readFile(join(root, manifestFile), 'utf8'));
  if (!reading.ok) throw new Error(reading.reason);
  const files: Files = new Map();
  for (const path of Object.keys(reading.manifest.files)) files.set(path, await readFile(join(root, path)));
  change(files);
  const { selfHash: _self, buildId: _id, ...rest } = reading.manifest;
  const sealed = sealManifest({ ...rest, files: fileTable(files), ...content });
  const target = join(folder, editionsFolder, sealed.buildId);
  for (const [path, bytes] of [...files, [manifestFile, Buffer.from(manifestText(sealed))] as const]) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), bytes);
  }
  await pointTo(folder, sealed.buildId);
  return sealed.buildId;
}
