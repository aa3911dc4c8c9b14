// The compiler's only writer: publishes an edition into an output folder so that a crash at any moment leaves a whole
// edition served. Files are written into a folder beside the others, synced, renamed to their buildId, and only then does
// the pointer change, by renaming a new one over it.
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Edition } from './assemble.ts';
import { sha256 } from './edition/hash.ts';
import { editionsFolder, manifestFile, pointerFile } from './edition/locations.ts';
import { makeFolder } from './edition/make-folder.ts';
import { manifestText } from './edition/manifest.ts';
import { readServedEdition, type ServedEdition } from './served-edition.ts';

export interface PublishOptions {
  /** How many editions stay, the served one included; at least 1. */
  keep: number;
  /** The edition that is served now, where it is being read already. */
  served?: Promise<ServedEdition | undefined>;
}

export interface Published {
  buildId: string;
  /** False when this very edition was there already. */
  isNew: boolean;
}

/** Names what this process is writing. A process that starts again may have the same number, never the same start. */
const incomingPrefix = `.incoming-${process.pid}-${Math.round(performance.timeOrigin)}-`;
/** What an interrupted build left is removed when its process is gone. */
const incomingName = /^\.incoming-(\d+)-/;

export async function publishEdition(
  outFolder: string,
  edition: Edition,
  { keep, ...known }: PublishOptions,
): Promise<Published> {
  const editions = join(outFolder, editionsFolder);
  makeFolder(editions);
  await removeAbandoned(editions);
  const target = join(editions, edition.buildId);
  const isNew = !(await isIntact(target, edition));
  const served = async (): Promise<ServedEdition | undefined> => known.served ?? readServedEdition(outFolder);
  if (isNew) await writeEdition(target, edition, served);
  // The folder's time says when it was last published: that is the history that pruning keeps.
  const now = new Date();
  await utimes(target, now, now);
  await pointTo(outFolder, edition.buildId);
  await prune(outFolder, keep);
  return { buildId: edition.buildId, isNew };
}

async function writeEdition(
  target: string,
  { files, buildId, manifest }: Edition,
  readServed: () => Promise<ServedEdition | undefined>,
): Promise<void> {
  const editions = dirname(target);
  const incoming = join(editions, incomingPrefix + buildId.slice(0, 12));
  await rm(incoming, { recursive: true, force: true });
  const served = await readServed();
  const folders = new Set([...files.keys()].map((path) => dirname(join(incoming, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const path of files.keys()) {
    const hash = manifest.files[path]?.sha256;
    const from = hash !== undefined && served?.hashes.get(path) === hash ? join(served.folder, path) : undefined;
    if (from === undefined || !(await isLinked(from, join(incoming, path)))) {
      await writeSynced(join(incoming, path), files.get(path) ?? '');
    }
  }
  for (const folder of [...folders, incoming]) await syncFolder(folder);
  // A damaged edition of the same name makes room for a whole one.
  const damaged = `${incoming}-damaged`;
  await rename(target, damaged).catch(ignoreMissing);
  await rename(incoming, target);
  await rm(damaged, { recursive: true, force: true });
  await syncFolder(editions);
}

/**
 * Takes a file over from the edition that is served now, where it was found byte for byte: most of an edition is the same after
 * an edit. Both names lead to one file then, which is safe because no edition is ever changed.
 */
async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    // No longer there, or a disk without links: then it is written.
    return false;
  }
}

/** True when the folder holds this edition with every byte in place. */
async function isIntact(folder: string, { files, manifest }: Edition): Promise<boolean> {
  try {
    if ((await readFile(join(folder, manifestFile), 'utf8')) !== manifestText(manifest)) return false;
    for (const [path, { sha256: expected }] of Object.entries(manifest.files)) {
      if (!files.has(path) || sha256(await readFile(join(folder, path))) !== expected) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Makes an edition that is there the current one, in one step. */
export async function pointTo(outFolder: string, buildId: string): Promise<void> {
  // The new pointer waits among the editions, so that the output folder never holds anything else.
  const waiting = join(outFolder, editionsFolder, incomingPrefix + pointerFile);
  await writeSynced(waiting, `${buildId}\n`);
  await rename(waiting, join(outFolder, pointerFile));
  await syncFolder(outFolder);
}

async function prune(outFolder: string, keep: number): Promise<void> {
  const editions = join(outFolder, editionsFolder);
  const names = (await readdir(editions)).filter((name) => !name.startsWith('.'));
  // Another build may have pointed elsewhere or pruned meanwhile: what counts is what is there now.
  const servedId = (await readFile(join(outFolder, pointerFile), 'utf8')).trim();
  const dated = await Promise.all(
    names
      .filter((name) => name !== servedId)
      .map(async (name) => ({
        name,
        time: await stat(join(editions, name)).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      })),
  );
  const newestFirst = dated.sort((left, right) => right.time - left.time || (left.name < right.name ? -1 : 1));
  for (const { name } of newestFirst.slice(Math.max(0, keep - 1)))
    await rm(join(editions, name), { recursive: true, force: true });
}

async function removeAbandoned(editions: string): Promise<void> {
  for (const name of await readdir(editions)) {
    const owner = incomingName.exec(name)?.[1];
    if (owner === undefined || name.startsWith(incomingPrefix)) continue;
    if (Number(owner) === process.pid || !isAlive(Number(owner)))
      await rm(join(editions, name), { recursive: true, force: true });
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
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

/** Makes renames in a folder durable. Some systems cannot sync a folder; then the rename is durable enough there. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync().catch(() => undefined);
  } finally {
    await folder.close();
  }
}
