// Reads an edition from disk and verifies every byte of it before anything is used. What is wrong is said by the file's
// name and never by its full path, so that the reason can be shown to callers of /readyz.
import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../build/edition/hash.ts';
import { editionsFolder, isIndexPart, isPackFile, manifestFile, pointerFile } from '../build/edition/locations.ts';
import { type Manifest, readManifest } from '../build/edition/manifest.ts';
import { groupPieces } from '../build/edition/pieces.ts';
import { FileRefusal, readRegular } from '../build/edition/regular-files.ts';
import { type KeptBodies, keptBodies, PackFile } from './packs.ts';

/**
 * What is read of an edition: all of it, or what is needed to answer, and so used at once. The rest is the packs, whose bodies
 * are verified one by one when they are used, and the FlexSearch index. Verified bytes have the shape that the format says,
 * unless a compiler was at fault. Somebody must judge all that nevertheless: see `verifyEdition`.
 */
export type Extent = 'whole' | 'needed';

export interface EditionFiles {
  manifest: Manifest;
  /** Path → verified content; of an edition on disk without the FlexSearch index. What lies there in pieces is whole here. */
  files: ReadonlyMap<string, Buffer>;
  /** Path → pack, whose content stays on disk. Without them the packs are among the files. */
  packs?: ReadonlyMap<string, PackFile>;
  /** What was read and verified; all of it without this. */
  extent?: Extent;
  /**
   * Reads a part of the FlexSearch index, and verifies it again: of those that were verified with the rest none is held, because
   * together they are as large as all other files.
   */
  readAgain?(path: string): Promise<Buffer>;
}

/** Why an edition cannot be served; the message names the file at fault. */
export class EditionError extends Error {
  override name = 'EditionError';
}

/** A buildId and what an editor may add; the manifest of 100,000 articles has a tenth of this. */
const pointerBytesMax = 1024;
const manifestBytesMax = 64 * 2 ** 20;

const buildIdPattern = /^[0-9a-f]{64}$/;
/** A path that stays in the edition's folder: plain names, none of which begins with a dot. */
const pathPattern = /^(?:(?!\.)[\w.-]+\/)*(?!\.)[\w.-]+$/;

/** The buildId that the output folder's pointer names. */
export async function readPointer(editionFolder: string): Promise<string> {
  const text = await readOrRefuse(join(editionFolder, pointerFile), pointerFile, pointerBytesMax);
  const buildId = text.toString('utf8').replace(/\n$/, '');
  if (!buildIdPattern.test(buildId))
    throw new EditionError(`${pointerFile} does not hold a buildId (64 hexadecimal digits)`);
  return buildId;
}

/**
 * Reads the edition that the pointer names: all of it, or of one with more bytes than `wholeBytesMax` what is needed. Throws an
 * EditionError that names the file which is missing or damaged.
 */
export async function readEdition(
  editionFolder: string,
  buildId: string,
  wholeBytesMax = Number.POSITIVE_INFINITY,
): Promise<EditionFiles> {
  const folder = join(editionFolder, editionsFolder, buildId);
  const manifestName = `${manifestFile} of the edition that ${pointerFile} names (${buildId.slice(0, 12)}…)`;
  const manifest = await readEditionManifest(folder, buildId, manifestName);
  const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
  const extent: Extent = bytes > wholeBytesMax ? 'needed' : 'whole';
  const files = new Map<string, Buffer>();
  const packs = new Map<string, PackFile>();
  const kept = keptBodies();
  try {
    for (const [path, pieces] of groupPieces(Object.keys(manifest.files))) {
      if (isPackFile(path)) packs.set(path, openPack(folder, manifest, path, { kept, extent }));
      else if (!isIndexPart(path)) files.set(path, await readPieces(folder, manifest, pieces));
      else if (extent === 'whole') await readEditionFile(folder, manifest, path);
    }
  } catch (error) {
    for (const pack of packs.values()) pack.close();
    throw error;
  }
  return { manifest, files, packs, extent, readAgain: (path) => readEditionFile(folder, manifest, path) };
}

/** Packs stay on disk, and of the index one part at a time is read: everything else is held, and an empty file may have any size. */
function expectRoomFor({ files }: Manifest): void {
  const bytesOf = (path: string): number => files[path]?.bytes ?? 0;
  const paths = Object.keys(files).filter((path) => !isPackFile(path));
  const held = paths.filter((path) => !isIndexPart(path)).reduce((sum, path) => sum + bytesOf(path), 0);
  const part = paths.filter(isIndexPart).reduce((most, path) => Math.max(most, bytesOf(path)), 0);
  if (held + part <= memoryBytes() / 2) return;
  const largest = paths.reduce((most, path) => (bytesOf(path) > bytesOf(most) ? path : most), '');
  throw new EditionError(
    `${manifestFile} names files that would fill more than half of the memory; the largest is ${largest}`,
  );
}

/** What this machine has, or a container may use of it. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** The manifest of the edition in a folder of that buildId; `name` is what an error calls it when it is missing. */
export async function readEditionManifest(folder: string, buildId: string, name = manifestFile): Promise<Manifest> {
  const text = await readOrRefuse(join(folder, manifestFile), name, manifestBytesMax);
  const reading = readManifest(text.toString('utf8'));
  if (!reading.ok) throw new EditionError(`${manifestFile} ${reading.reason}`);
  if (reading.manifest.buildId !== buildId)
    throw new EditionError(`${manifestFile} is that of edition ${reading.manifest.buildId.slice(0, 12)}`);
  expectRoomFor(reading.manifest);
  return reading.manifest;
}

/** A file of the edition in a folder, verified. */
export async function readEditionFile(folder: string, manifest: Manifest, path: string): Promise<Buffer> {
  const expected = expectedOf(manifest, path);
  const content = await readOrRefuse(join(folder, path), path, expected.bytes);
  expectSame(path, expected, { bytes: content.length, sha256: () => sha256(content) });
  return content;
}

/** A file whose pieces these are, each of them verified. */
async function readPieces(folder: string, manifest: Manifest, pieces: readonly string[]): Promise<Buffer> {
  const [first = '', ...others] = pieces;
  if (others.length === 0) return readEditionFile(folder, manifest, first);
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, path) => sum + expectedOf(manifest, path).bytes, 0));
  let at = 0;
  for (const path of pieces) at += (await readEditionFile(folder, manifest, path)).copy(whole, at);
  return whole;
}

/** So much of a pack is in memory at a time while it is verified. */
const pieceBytes = 2 ** 18;

/** A pack of the edition in a folder, open; and verified when the whole edition is. */
function openPack(
  folder: string,
  manifest: Manifest,
  path: string,
  { kept, extent }: { kept: KeptBodies; extent: Extent },
): PackFile {
  const expected = expectedOf(manifest, path);
  let pack: PackFile | undefined;
  try {
    const opened = new PackFile({ folder, path, bytes: expected.bytes }, kept);
    pack = opened;
    const sha256 = (): string => (extent === 'whole' ? sha256Of(opened) : expected.sha256);
    expectSame(path, expected, { bytes: opened.bytesOnDisk, sha256 });
    return opened;
  } catch (error) {
    pack?.close();
    throw refusalOf(error, path);
  }
}

function sha256Of(pack: PackFile): string {
  const hash = createHash('sha256');
  for (const piece of pack.pieces(Buffer.allocUnsafeSlow(pieceBytes))) hash.update(piece);
  return hash.digest('hex');
}

type FileFacts = Manifest['files'][string];

function expectedOf({ files }: Manifest, path: string): FileFacts {
  if (!pathPattern.test(path)) throw new EditionError(`${manifestFile} names a file outside the edition`);
  const expected = files[path];
  if (expected === undefined) throw new EditionError(`${path} is not part of the edition`);
  return expected;
}

function expectSame(path: string, expected: FileFacts, found: { bytes: number; sha256: () => string }): void {
  if (found.bytes !== expected.bytes)
    throw new EditionError(`${path} has ${found.bytes} bytes instead of ${expected.bytes}`);
  if (found.sha256() !== expected.sha256)
    throw new EditionError(`${path} is damaged: its SHA-256 is not the one in ${manifestFile}`);
}

async function readOrRefuse(path: string, name: string, bytesMax: number): Promise<Buffer> {
  try {
    return await readRegular(path, bytesMax);
  } catch (error) {
    throw refusalOf(error, name);
  }
}

/** Why a file cannot be read, by its name. */
export function refusalOf(error: unknown, name: string): EditionError {
  if (error instanceof EditionError) return error;
  if (error instanceof FileRefusal) return new EditionError(`${name} ${error.message}`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new EditionError(code === 'ENOENT' ? `${name} is missing` : `${name} cannot be read (${code})`);
}
