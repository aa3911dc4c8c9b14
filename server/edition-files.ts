// Reads an edition from disk and verifies every byte before it is used. Errors name a file by its path in the edition,
// never by its full path, because callers of /readyz see them.
import { createHash } from 'node:crypto';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { FileRefusal, readRegularSync } from '../build/edition/files.ts';
import { byCodeUnit, sha256 } from '../build/edition/hash.ts';
import { editionsFolder, isIndexPart, isPackFile, manifestFile, pointerFile } from '../build/edition/locations.ts';
import { groupPieces, type Manifest, readManifest } from '../build/edition/manifest.ts';
import { type Pack, PackFile, packInMemory } from './packs.ts';

export interface EditionFiles {
  manifest: Manifest;
  /** Path → verified content, except packs and the FlexSearch index. Files that are split on disk are joined here. */
  files: ReadonlyMap<string, Buffer>;
  /** Path → pack, whose content may stay on disk. */
  packs: ReadonlyMap<string, Pack>;
  /** The parts of the FlexSearch index, in order. They are large, so each is read and verified only when it is needed. */
  indexParts(): AsyncIterable<[path: string, content: Buffer]>;
}

/** Wraps an edition that a build has just made, so that it can be served without files. */
export function editionInMemory({
  manifest,
  files,
}: {
  manifest: Manifest;
  files: Iterable<[string, Uint8Array]>;
}): EditionFiles {
  const all = [...files].map(([path, content]): [string, Buffer] => [path, Buffer.from(content)]);
  return {
    manifest,
    files: new Map(all.filter(([path]) => !isPackFile(path) && !isIndexPart(path))),
    packs: new Map(all.filter(([path]) => isPackFile(path)).map(([path, content]) => [path, packInMemory(content)])),
    async *indexParts() {
      yield* all.filter(([path]) => isIndexPart(path)).sort(byPath);
    },
  };
}

const byPath = ([left]: [string, Buffer], [right]: [string, Buffer]): number => byCodeUnit(left, right);

/** Why an edition cannot be served; the message names the file at fault. */
export class EditionError extends Error {
  override name = 'EditionError';
}

/** The largest files that are read. A pointer file is a buildId and a line end. The manifest of 100,000 articles takes 6 MiB. */
const pointerBytesMax = 1024;
const manifestBytesMax = 64 * 2 ** 20;

export const buildIdPattern = /^[0-9a-f]{64}$/;
/** A path that stays in the edition's folder: plain names, none of which begins with a dot. */
const pathPattern = /^(?:(?!\.)[\w.-]+\/)*(?!\.)[\w.-]+$/;

/** The buildId in the pointer file of an edition folder. Throws an EditionError when there is none. */
export async function readPointer(editionFolder: string): Promise<string> {
  const text = readOrRefuse(join(editionFolder, pointerFile), pointerFile, pointerBytesMax);
  const buildId = text.toString('utf8').replace(/\n$/, '');
  if (!buildIdPattern.test(buildId))
    throw new EditionError(`${pointerFile} does not hold a buildId (64 hexadecimal digits)`);
  return buildId;
}

/** Reads and verifies the edition with this buildId. Throws an EditionError that names the file which is missing or damaged. */
export async function readEdition(editionFolder: string, buildId: string): Promise<EditionFiles> {
  const folder = join(editionFolder, editionsFolder, buildId);
  const manifestName = `${manifestFile} of the edition that ${pointerFile} names (${buildId.slice(0, 12)}…)`;
  const manifest = await readEditionManifest(folder, buildId, manifestName);
  const files = new Map<string, Buffer>();
  const packs = new Map<string, Pack>();
  const indexParts: string[] = [];
  for (const [path, pieces] of groupPieces(Object.keys(manifest.files))) {
    if (isPackFile(path)) packs.set(path, await openPack(folder, manifest, path));
    else if (isIndexPart(path)) indexParts.push(path);
    else files.set(path, await readPieces(folder, manifest, pieces));
    // After each file, the event loop answers waiting requests, which still get the previous edition.
    await setImmediate();
  }
  return {
    manifest,
    files,
    packs,
    async *indexParts() {
      for (const path of indexParts.sort(byCodeUnit)) yield [path, await readEditionFile(folder, manifest, path)];
    },
  };
}

/**
 * Refuses an edition that would not fit into memory. Packs stay on disk. The parts of the index are read one after the other, so only
 * the largest one counts. All other files are held in memory.
 */
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

/** The memory that this process can use: that of the machine, or of the container if it has less. */
const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Reads the manifest in the folder of an edition. `name` stands for the manifest in the error when the file cannot be read. */
export async function readEditionManifest(folder: string, buildId: string, name = manifestFile): Promise<Manifest> {
  const text = readOrRefuse(join(folder, manifestFile), name, manifestBytesMax);
  const reading = readManifest(text.toString('utf8'));
  if (!reading.ok) throw new EditionError(`${manifestFile} ${reading.reason}`);
  if (reading.manifest.buildId !== buildId)
    throw new EditionError(
      `${manifestFile} belongs to edition ${reading.manifest.buildId.slice(0, 12)} instead of ${buildId.slice(0, 12)}`,
    );
  expectRoomFor(reading.manifest);
  return reading.manifest;
}

/** Reads a file in the folder of an edition and verifies it. */
export async function readEditionFile(folder: string, manifest: Manifest, path: string): Promise<Buffer> {
  const expected = expectedOf(manifest, path);
  const content = readOrRefuse(join(folder, path), path, expected.bytes);
  expectSame(path, expected, { bytes: content.length, sha256: () => sha256(content) });
  return content;
}

/** Reads a file that is split into these pieces. Each piece is verified. */
async function readPieces(folder: string, manifest: Manifest, pieces: readonly string[]): Promise<Buffer> {
  const [first = '', ...others] = pieces;
  if (others.length === 0) return readEditionFile(folder, manifest, first);
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, path) => sum + expectedOf(manifest, path).bytes, 0));
  let at = 0;
  for (const path of pieces) at += (await readEditionFile(folder, manifest, path)).copy(whole, at);
  return whole;
}

/** The buffer size for verifying a pack. */
const pieceBytes = 2 ** 18;

/** Opens a pack in the folder of an edition and verifies all of its bytes. */
async function openPack(folder: string, manifest: Manifest, path: string): Promise<Pack> {
  const expected = expectedOf(manifest, path);
  try {
    const pack = new PackFile(join(folder, path), path);
    const hash = createHash('sha256');
    if (pack.bytes === expected.bytes) {
      for (const piece of pack.pieces(Buffer.allocUnsafeSlow(pieceBytes))) {
        hash.update(piece);
        await setImmediate();
      }
    }
    expectSame(path, expected, { bytes: pack.bytes, sha256: () => hash.digest('hex') });
    return pack;
  } catch (error) {
    throw refusalOf(error, path);
  }
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

/** Parses a JSON file and checks it against its schema. Throws an EditionError that names the file. */
export function parseFile<Schema extends z.ZodType>(
  content: Buffer | undefined,
  path: string,
  schema: Schema,
): z.infer<Schema> {
  if (content === undefined) throw new EditionError(`${path} is not part of the edition`);
  let value: unknown;
  try {
    value = JSON.parse(content.toString('utf8'));
  } catch {
    throw new EditionError(`${path} is not JSON`);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw new EditionError(`${path} does not match its schema: ${z.prettifyError(checked.error).slice(0, 200)}`);
}

function readOrRefuse(path: string, name: string, bytesMax: number): Buffer {
  try {
    return readRegularSync(path, bytesMax);
  } catch (error) {
    throw refusalOf(error, name);
  }
}

/** Turns the error of reading a file into an EditionError. Its message begins with `name`. */
export function refusalOf(error: unknown, name: string): EditionError {
  if (error instanceof EditionError) return error;
  if (error instanceof FileRefusal) return new EditionError(`${name} ${error.message}`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new EditionError(code === 'ENOENT' ? `${name} is missing` : `${name} cannot be read (${code})`);
}
