// What tests do to an edition folder behind the compiler's back: damage a file, point elsewhere, seal other contents.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { editionsFolder, manifestFile, pointerFile } from '../../build/edition/locations.ts';
import {
  fileTable,
  type ManifestContent,
  manifestText,
  readManifest,
  sealManifest,
} from '../../build/edition/manifest.ts';

export async function pointedAt(folder: string): Promise<string> {
  return (await readFile(join(folder, pointerFile), 'utf8')).trim();
}

/** Replaces the pointer in one step, as an operator who rolls back does. */
export async function pointTo(folder: string, buildId: string): Promise<void> {
  await writeFile(join(folder, `${pointerFile}.new`), `${buildId}\n`);
  await rename(join(folder, `${pointerFile}.new`), join(folder, pointerFile));
}

/** Every file of an edition, relative to the output folder. */
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
  /** The damaged content; undefined: the file is gone. */
  of(content: Buffer): Buffer | undefined;
}

const flipped = (content: Buffer, position: number, bit: number): Buffer => {
  const copy = Buffer.from(content);
  copy[position] = (copy[position] ?? 0) ^ (1 << bit);
  return copy;
};

/** Ways in which a file goes wrong: gone, empty, cut, longer, and one bit changed in several places. */
export const damages: readonly Damage[] = [
  { title: 'deleted', of: () => undefined },
  { title: 'emptied', of: () => Buffer.alloc(0) },
  { title: 'cut by one byte', of: (content) => content.subarray(0, -1) },
  { title: 'cut in half', of: (content) => content.subarray(0, content.length >> 1) },
  { title: 'longer by one byte', of: (content) => Buffer.concat([content, Buffer.from(' ')]) },
  ...[0, 0.1, 0.25, 0.5, 0.75, 0.9, 1].map((part, index) => ({
    title: `one bit changed at ${part * 100} %`,
    of: (content: Buffer) => flipped(content, Math.floor((content.length - 1) * part), index % 7),
  })),
];

export interface Corruption extends Damage {
  /** Relative to the output folder. */
  path: string;
}

/**
 * What can become of the files of an edition: each of them gone, empty, longer, in place of another and cut at 16 places, the
 * manifest of another version, and 200 single bits, spread over all files and the same in every run.
 */
export async function corruptionsOf(folder: string, paths: readonly string[]): Promise<Corruption[]> {
  const contents = await Promise.all(paths.map((path) => readFile(join(folder, path))));
  const cuts = Array.from({ length: 16 }, (_, index) => (index + 1) / 17);
  const ofFiles = paths.flatMap((path, index): Corruption[] => {
    const other =
      contents.find((content, at) => at > index && !content.equals(contents[index] ?? content)) ?? contents[0];
    return [
      { path, title: 'deleted', of: () => undefined },
      { path, title: 'emptied', of: () => Buffer.alloc(0) },
      { path, title: 'longer by one byte', of: (content) => Buffer.concat([content, Buffer.from(' ')]) },
      { path, title: 'in place of another', of: () => other },
      ...cuts.map((part) => ({
        path,
        title: `cut at ${Math.round(part * 100)} %`,
        of: (content: Buffer) => content.subarray(0, Math.floor(content.length * part)),
      })),
    ];
  });
  const manifests = paths.filter((path) => path.endsWith(`/${manifestFile}`));
  const versions = manifests.map((path) => ({
    path,
    title: 'of another version',
    of: (content: Buffer) =>
      Buffer.from(content.toString('utf8').replace(/"formatVersion":\d+/, '"formatVersion":999')),
  }));
  const random = numbers(20261122);
  const bits = Array.from({ length: 200 }, (_, index) => {
    const [part, bit] = [random(), Math.floor(random() * 8)];
    return {
      path: paths[index % paths.length] ?? '',
      title: `bit ${bit} changed at ${(part * 100).toFixed(2)} %`,
      of: (content: Buffer) => flipped(content, Math.floor(content.length * part), bit),
    };
  });
  return [...ofFiles, ...versions, ...bits];
}

/** Numbers from 0 to 1 that only look random (the linear congruential generator of Numerical Recipes). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs something while a file is damaged, and repairs it afterwards. */
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

/** As `sealChanged`, so that the edition has more bytes than a server verifies before it answers. */
export const sealEnlarged = (folder: string): Promise<string> =>
  sealChanged(folder, (files) => void files.set('assets/padding.bin', Buffer.alloc(64 * 2 ** 20)));

/**
 * Writes a changed copy of the pointed edition under its own buildId, with all hashes right, and points to it: what another
 * compiler, or a bug in this one, could have written.
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
