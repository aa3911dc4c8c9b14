// The manifest of an edition: its files with their hashes, and the data that a server needs to open it. The manifest does not
// list itself. Its field `selfHash` and its canonical form protect it from changes.
import { z } from 'zod';
import { byCodeUnit, sha256 } from './hash.ts';

/** The version of the format of editions. Raise it when a server of the previous version could misread an edition. */
export const formatVersion = 11;

const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

const fileRow = z.strictObject({ sha256: hex64, bytes: z.int().min(0) });

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The maximum length of the reason why a manifest is refused, in UTF-16 units. Callers of /readyz see the reason. */
const reasonLengthMax = 200;

export const manifest = z.strictObject({
  formatVersion: z.literal(formatVersion),
  buildId: hex64,
  analyser: z.strictObject({ version: z.int(), hash: hex64 }),
  articles: z.int().min(0),
  canary: z
    .strictObject({ query: z.string(), slug: z.string() })
    .nullable()
    .describe('A query, and the article that it must find; null in an edition without articles.'),
  // `z.custom` stops at the first invalid row. `z.record` would collect one issue for each of possibly millions of invalid rows.
  files: z.custom<Record<string, z.infer<typeof fileRow>>>(
    (files) => isObject(files) && Object.values(files).every((row) => fileRow.safeParse(row).success),
    'Invalid input: expected a size and a SHA-256 for each file',
  ),
  selfHash: hex64,
});
export type Manifest = z.infer<typeof manifest>;
export type FileTable = Manifest['files'];

/** A manifest without `buildId` and `selfHash`, which are computed from the rest. */
export type ManifestContent = Omit<Manifest, 'buildId' | 'selfHash'>;

/** Completes a manifest: `buildId` is the hash of the table of files, `selfHash` is the hash of the manifest with its `buildId`. */
export function sealManifest(content: ManifestContent): Manifest {
  const buildId = buildIdOf(content.files);
  return { ...content, buildId, selfHash: selfHashOf({ ...content, buildId }) };
}

/**
 * The SHA-256 of a table of file hashes. The table has one line `<sha256> <path>` per file, sorted by path, as `sha256sum` prints
 * it.
 */
export function buildIdOf(files: FileTable): string {
  const paths = Object.keys(files).sort(byCodeUnit);
  return sha256(paths.map((path) => `${files[path]?.sha256}  ${path}\n`).join(''));
}

/** The text of a manifest: JSON with sorted keys. `readManifest` refuses any other spelling, because it is a sign of tampering. */
export function manifestText(sealed: Manifest): string {
  return `${canonicalJson(sealed)}\n`;
}

export type ManifestReading = { ok: true; manifest: Manifest } | { ok: false; reason: string };

/** Parses a manifest and makes every check that needs no other file of the edition. */
export function readManifest(text: string): ManifestReading {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'is not JSON' };
  }
  const version = z.object({ formatVersion: z.unknown() }).safeParse(parsed).data?.formatVersion;
  if (version !== formatVersion) {
    return {
      ok: false,
      reason: `has format version ${JSON.stringify(version)?.slice(0, reasonLengthMax)}, this server reads version ${formatVersion}`,
    };
  }
  const checked = manifest.safeParse(parsed);
  if (!checked.success)
    return {
      ok: false,
      reason: `does not have the shape of a manifest: ${z.prettifyError(checked.error).slice(0, reasonLengthMax)}`,
    };
  const { selfHash, ...rest } = checked.data;
  if (selfHashOf(rest) !== selfHash) return { ok: false, reason: 'does not match its own hash' };
  if (buildIdOf(rest.files) !== rest.buildId)
    return { ok: false, reason: 'has a buildId that does not match its table of files' };
  if (manifestText(checked.data) !== text)
    return { ok: false, reason: 'is not in the canonical form that the compiler writes' };
  return { ok: true, manifest: checked.data };
}

function selfHashOf(content: ManifestContent & { buildId: string }): string {
  return sha256(canonicalJson(content));
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => byCodeUnit(left, right)))
      : inner,
  );
}

// Files whose size grows with the number of articles are split into pieces of limited size. A server joins the pieces of a file
// before it parses the file.

/** The maximum size of a piece: 64 MiB, which a server reads, copies and checks quickly. */
export const pieceBytesMax = 2 ** 26;

const pieceName = /^(.+)\.\d{4}$/;

/** Splits a file into pieces, each with its path. A file that is small enough is its own only piece. */
export function* piecesOf(
  path: string,
  content: Buffer,
  most = pieceBytesMax,
): Generator<[path: string, piece: Buffer]> {
  if (content.length <= most) {
    yield [path, content];
    return;
  }
  for (let at = 0, number = 0; at < content.length; at += most, number += 1)
    yield [`${path}.${String(number).padStart(4, '0')}`, content.subarray(at, at + most)];
}

/** Groups pieces by the path of the whole file, in the given order. A file that was not split is its own only piece. */
export function groupPieces(paths: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const whole = pieceName.exec(path)?.[1] ?? path;
    const known = groups.get(whole);
    if (known) known.push(path);
    else groups.set(whole, [path]);
  }
  return groups;
}
