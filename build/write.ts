// Writes an edition. No other module of the compiler writes to the output folder. The edition is first written under a temporary
// name and synced, then renamed; then the pointer file is replaced. Each rename is atomic, so that an interruption at any moment
// leaves the served edition intact.
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Edition } from './assemble.ts';
import { makeFolder, readRegularSync } from './edition/files.ts';
import { sha256 } from './edition/hash.ts';
import { editionsFolder, manifestFile, pointerFile } from './edition/locations.ts';
import { type Manifest, readManifest } from './edition/manifest.ts';

export interface PublishOptions {
  /** The number of editions to keep, including the served one. At least 1. */
  keep: number;
}

export interface Published {
  buildId: string;
  /** False when the output folder already contained this edition. */
  isNew: boolean;
}

const incomingPrefix = '.incoming-';
/** After this time without changes, a temporary folder counts as left over from an interrupted build and is removed. */
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
  // The modification time of the folder records when the edition was last published. Pruning removes the editions with the oldest times.
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
  // A damaged edition of the same name is moved aside, because a folder cannot be renamed over it.
  const damaged = `${incoming}-damaged`;
  await rename(target, damaged).catch(ignoreMissing);
  await rename(incoming, target);
  await rm(damaged, { recursive: true, force: true });
  await syncFolder(editions);
}

type FileRow = Manifest['files'][string];

/**
 * Reuses an intact file of the served edition by a hard link, because an edit leaves most files of an edition unchanged. Sharing
 * a file is safe, because editions are never modified.
 */
async function linkIntact(from: string, to: string, row: FileRow): Promise<boolean> {
  if (!isIntact(from, row)) return false;
  try {
    await link(from, to);
    return true;
  } catch {
    // The file system has no hard links: the caller writes the file instead.
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

/** The maximum size of a manifest: 64 MiB, ten times the size for 100,000 articles. */
const manifestBytesMax = 2 ** 26;

function manifestIn(folder: string): Manifest | undefined {
  try {
    const reading = readManifest(readRegularSync(join(folder, manifestFile), manifestBytesMax).toString('utf8'));
    return reading.ok ? reading.manifest : undefined;
  } catch {
    return undefined;
  }
}

/** True when the folder contains this edition and every byte matches the manifest. */
function isWhole(folder: string, buildId: string): boolean {
  const manifest = manifestIn(folder);
  return (
    manifest?.buildId === buildId &&
    Object.entries(manifest.files).every(([path, row]) => isIntact(join(folder, path), row))
  );
}

/** True when the pointer file of the output folder names this edition and every byte matches the manifest. */
export function isServed(outFolder: string, buildId: string): boolean {
  const folder = servedFolder(outFolder);
  return folder === join(outFolder, editionsFolder, buildId) && isWhole(folder, buildId);
}

/** The folder of the served edition. Undefined when no edition is served. */
function servedFolder(outFolder: string): string | undefined {
  try {
    const buildId = readRegularSync(join(outFolder, pointerFile), 1024).toString('utf8').trim();
    return /^[0-9a-f]{64}$/.test(buildId) ? join(outFolder, editionsFolder, buildId) : undefined;
  } catch {
    return undefined;
  }
}

/** Makes an existing edition the served one. The pointer file is replaced atomically. */
export async function pointTo(outFolder: string, buildId: string): Promise<void> {
  // The temporary file is in the folder of editions, because the output folder must contain nothing but that folder and the
  // pointer.
  const waiting = join(outFolder, editionsFolder, `${incomingPrefix}${randomUUID()}`);
  await writeSynced(waiting, `${buildId}\n`);
  await rename(waiting, join(outFolder, pointerFile));
  await syncFolder(outFolder);
}

/** Removes the editions that were published longest ago, until `keep` remain. The served edition always remains. */
export async function pruneEditions(outFolder: string, keep: number): Promise<void> {
  const editions = join(outFolder, editionsFolder);
  const names = (await readdir(editions)).filter((name) => !name.startsWith('.'));
  // The pointer is read again, because another build may have replaced it meanwhile.
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

/** The modification time in milliseconds since 1970. It is 0 for a folder that another build has just removed. */
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

/**
 * Makes renames in a folder durable. An error is ignored: some systems cannot sync a folder, and they make renames durable by
 * themselves.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync().catch(() => undefined);
  } finally {
    await folder.close();
  }
}
