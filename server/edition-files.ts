// Reads an edition from disk and verifies every byte of it before anything is used. What is wrong is said by the file's
// name and never by its full path, so that the reason can be shown to callers of /readyz.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../build/edition/hash.ts';
import { editionsFolder, manifestFile, pointerFile } from '../build/edition/locations.ts';
import { type Manifest, readManifest } from '../build/edition/manifest.ts';

export interface EditionFiles {
  manifest: Manifest;
  /** Path → verified content. */
  files: ReadonlyMap<string, Buffer>;
}

/** Why an edition cannot be served; the message names the file at fault. */
export class EditionError extends Error {
  override name = 'EditionError';
}

const buildIdPattern = /^[0-9a-f]{64}$/;
/** A path that stays in the edition's folder: plain names, none of which begins with a dot. */
const pathPattern = /^(?:(?!\.)[\w.-]+\/)*(?!\.)[\w.-]+$/;

/** The buildId that the output folder's pointer names. */
export async function readPointer(editionFolder: string): Promise<string> {
  const text = await readOrRefuse(join(editionFolder, pointerFile), pointerFile);
  const buildId = text.toString('utf8').replace(/\n$/, '');
  if (!buildIdPattern.test(buildId))
    throw new EditionError(`${pointerFile} does not hold a buildId (64 hexadecimal digits)`);
  return buildId;
}

/** Reads the edition that the pointer names. Throws an EditionError that names the file which is missing or damaged. */
export async function readEdition(editionFolder: string, buildId: string): Promise<EditionFiles> {
  const folder = join(editionFolder, editionsFolder, buildId);
  const manifestName = `${manifestFile} of the edition that ${pointerFile} names (${buildId.slice(0, 12)}…)`;
  const manifest = await readEditionManifest(folder, buildId, manifestName);
  const files = new Map<string, Buffer>();
  for (const path of Object.keys(manifest.files)) files.set(path, await readEditionFile(folder, manifest, path));
  return { manifest, files };
}

/** The manifest of the edition in a folder of that buildId; `name` is what an error calls it when it is missing. */
export async function readEditionManifest(folder: string, buildId: string, name = manifestFile): Promise<Manifest> {
  const reading = readManifest((await readOrRefuse(join(folder, manifestFile), name)).toString('utf8'));
  if (!reading.ok) throw new EditionError(`${manifestFile} ${reading.reason}`);
  if (reading.manifest.buildId !== buildId)
    throw new EditionError(`${manifestFile} is that of edition ${reading.manifest.buildId.slice(0, 12)}`);
  return reading.manifest;
}

/** A file of the edition in a folder, verified. */
export async function readEditionFile(folder: string, { files }: Manifest, path: string): Promise<Buffer> {
  if (!pathPattern.test(path)) throw new EditionError(`${manifestFile} names a file outside the edition`);
  const expected = files[path];
  if (expected === undefined) throw new EditionError(`${path} is not part of the edition`);
  const content = await readOrRefuse(join(folder, path), path);
  if (content.length !== expected.bytes)
    throw new EditionError(`${path} has ${content.length} bytes instead of ${expected.bytes}`);
  if (sha256(content) !== expected.sha256)
    throw new EditionError(`${path} is damaged: its SHA-256 is not the one in ${manifestFile}`);
  return content;
}

async function readOrRefuse(path: string, name: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new EditionError(code === 'ENOENT' ? `${name} is missing` : `${name} cannot be read (${code})`);
  }
}
