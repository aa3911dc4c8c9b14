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
  const reading = readManifest((await readOrRefuse(join(folder, manifestFile), manifestName)).toString('utf8'));
  if (!reading.ok) throw new EditionError(`${manifestFile} ${reading.reason}`);
  const { manifest } = reading;
  if (manifest.buildId !== buildId)
    throw new EditionError(`${manifestFile} is that of edition ${manifest.buildId.slice(0, 12)}`);
  const files = new Map<string, Buffer>();
  for (const [path, { sha256: expected, bytes }] of Object.entries(manifest.files)) {
    if (!pathPattern.test(path)) throw new EditionError(`${manifestFile} names a file outside the edition`);
    const content = await readOrRefuse(join(folder, path), path);
    if (content.length !== bytes) throw new EditionError(`${path} has ${content.length} bytes instead of ${bytes}`);
    if (sha256(content) !== expected)
      throw new EditionError(`${path} is damaged: its SHA-256 is not the one in ${manifestFile}`);
    files.set(path, content);
  }
  return { manifest, files };
}

async function readOrRefuse(path: string, name: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new EditionError(code === 'ENOENT' ? `${name} is missing` : `${name} cannot be read (${code})`);
  }
}
