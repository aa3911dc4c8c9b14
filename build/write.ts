// The compiler's only writer. An edition is written beside the others, synced, and renamed into place; then the pointer is replaced
// atomically. A build interrupted at any moment leaves the current edition intact.
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Edition } from './assemble.ts';
import { makeFolder, readRegularSync } from './edition/files.ts';
import { sha256 } from './edition/hash.ts';
import { editionsFolder, manifestFile, pointerFile } from './edition/locations.ts';
import { type Manifest, readManifest } from './edition/manifest.ts';

export interface PublishOptions {
  /** The number of editions kept, including the served one; at least 1. */
  keep: number;
}

export interface Published {
  buildId: string;
  /** False when this edition already existed. */
  isNew: boolean;
}

const incomingPrefix = '.incoming-';
/** A folder that no build has touched for this long was left by an interrupted one. */
const abandonedAfterMs = 60 * 60 * 1000;

export async function publishEdition(
  outFolder: string,
  edition: Edition,
  { keep }: PublishOptions,
): Promise<Published> {
  const editions = join(outFolder, editionsFolder);
  makeFolder(editions);
  await removeAbandoned(editions);
  const target = join(editions, edition.buildId);
  const isNew = !isWhole(target, edition.buildId);
  if (isNew) await writeEdition(target, edition, servedFolder(outFolder));
  // The folder's modification time records the last publication, which pruning uses.
  const now = new Date();
  await utimes(target, now, now);
  await pointTo(outFolder, edition.buildId);
  await pruneEditions(outFolder, keep);
  return { buildId: edition.buildId, isNew };
}

async function writeEdition(target: string, edition: Edition, served: string | undefined): Promise<void> {
  const editions = dirname(target);
  const incoming = join(editions, `${incomingPrefix}${randomUUID()}`);
  const known = served === undefined ? undefined : manifestIn(served);
  const folders = new Set([...edition.files.keys()].map((path) => dirname(join(incoming, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const path of edition.files.keys()) {
    const row = edition.manifest.files[path];
    const isServed = row !== undefined && known?.files[path]?.sha256 === row.sha256;
    const isLinked = isServed && (await linkIntact(join(served ?? '', path), join(incoming, path), row));
    if (!isLinked) await writeSynced(join(incoming, path), edition.files.get(path) ?? '');
  }
  for (const folder of [...folders, incoming]) await syncFolder(folder);
  // Moves a damaged edition of the same name out of the way.
  const damaged = `${incoming}-damaged`;
  await rename(target, damaged).catch(ignoreMissing);
  await rename(incoming, target);
  await rm(damaged, { recursive: true, force: true });
  await syncFolder(editions);
}

type FileRow = Manifest['files'][string];

/**
 * Reuses an intact file of the served edition by a hard link: most of an edition is the same after an edit. Sharing is safe because
 * an edition never changes.
 */
async function linkIntact(from: string, to: string, row: FileRow): Promise<boolean> {
  if (!isIntact(from, row)) return false;
  try {
    await link(from, to);
    return true;
  } catch {
    // A file system without hard links.
    return false;
  }
}

function isIntact(path: string, row: FileRow): boolean {
  try {
    return sha256(readRegularSync(path, row.bytes)) === row.sha256;
  } catch {
    return false;
  }
}

/** 64 MiB: the manifest of 100,000 articles has a tenth of it. */
const manifestBytesMax = 2 ** 26;

function manifestIn(folder: string): Manifest | undefined {
  try {
    const reading = readManifest(readRegularSync(join(folder, manifestFile), manifestBytesMax).toString('utf8'));
    return reading.ok ? reading.manifest : undefined;
  } catch {
    return undefined;
  }
}

/** True when the folder contains this edition with every byte intact. */
function isWhole(folder: string, buildId: string): boolean {
  const manifest = manifestIn(folder);
  return (
    manifest?.buildId === buildId &&
    Object.entries(manifest.files).every(([path, row]) => isIntact(join(folder, path), row))
  );
}

/** True when the output folder serves this edition with every byte intact. */
export function isServed(outFolder: string, buildId: string): boolean {
  const folder = servedFolder(outFolder);
  return folder === join(outFolder, editionsFolder, buildId) && isWhole(folder, buildId);
}

/** Undefined when none is served. */
function servedFolder(outFolder: string): string | undefined {
  try {
    const buildId = readRegularSync(join(outFolder, pointerFile), 1024).toString('utf8').trim();
    return /^[0-9a-f]{64}$/.test(buildId) ? join(outFolder, editionsFolder, buildId) : undefined;
  } catch {
    return undefined;
  }
}

/** Makes an existing edition the current one, atomically. */
export async function pointTo(outFolder: string, buildId: string): Promise<void> {
  // The temporary pointer is among the editions, so that the output folder contains nothing else.
  const waiting = join(outFolder, editionsFolder, `${incomingPrefix}${randomUUID()}`);
  await writeSynced(waiting, `${buildId}\n`);
  await rename(waiting, join(outFolder, pointerFile));
  await syncFolder(outFolder);
}

/** Removes the editions that were published longest ago. */
export async function pruneEditions(outFolder: string, keep: number): Promise<void> {
  const editions = join(outFolder, editionsFolder);
  const names = (await readdir(editions)).filter((name) => !name.startsWith('.'));
  // Another build may have changed the pointer or pruned meanwhile.
  const served = servedFolder(outFolder);
  const dated = await Promise.all(
    names.map((name) => join(editions, name)).map(async (folder) => ({ folder, time: await modifiedAt(folder) })),
  );
  const newestFirst = dated
    .filter(({ folder }) => folder !== served)
    .sort((left, right) => right.time - left.time || (left.folder < right.folder ? -1 : 1));
  for (const { folder } of newestFirst.slice(Math.max(0, keep - 1))) await rm(folder, { recursive: true, force: true });
}

async function removeAbandoned(editions: string): Promise<void> {
  for (const name of await readdir(editions)) {
    const folder = join(editions, name);
    if (name.startsWith(incomingPrefix) && (await modifiedAt(folder)) < Date.now() - abandonedAfterMs)
      await rm(folder, { recursive: true, force: true });
  }
}

/** 0 for a folder that has just been removed. */
const modifiedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes renames in a folder durable. Some systems cannot sync a folder; there the rename is durable enough. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync().catch(() => undefined);
  } finally {
    await folder.close();
  }
}
