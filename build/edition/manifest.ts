// The manifest of an edition: its files with their hashes, and the data needed to serve them. It is the only file not listed in
// itself; it is protected by `selfHash` and by being canonical JSON.
import { z } from 'zod';
import { byCodeUnit, sha256 } from './hash.ts';

/** Raised when a server that knows only the old format could misread an edition. */
export const formatVersion = 11;

const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

const fileRow = z.strictObject({ sha256: hex64, bytes: z.int().min(0) });

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The reason is shown to callers of /readyz. */
const reasonLengthMax = 200;

export const manifest = z.strictObject({
  formatVersion: z.literal(formatVersion),
  buildId: hex64,
  analyser: z.strictObject({ version: z.int(), hash: hex64 }),
  articles: z.int().min(0),
  canary: z
    .strictObject({ query: z.string(), slug: z.string() })
    .nullable()
    .describe('A query and an article it must find; null in an edition without articles.'),
  // Stops at the first invalid row: for millions of invalid rows, zod would collect an issue each.
  files: z.custom<Record<string, z.infer<typeof fileRow>>>(
    (files) => isObject(files) && Object.values(files).every((row) => fileRow.safeParse(row).success),
    'Invalid input: expected a size and a SHA-256 for each file',
  ),
  selfHash: hex64,
});
export type Manifest = z.infer<typeof manifest>;
export type FileTable = Manifest['files'];

/** A manifest without the two hashes derived from it. */
export type ManifestContent = Omit<Manifest, 'buildId' | 'selfHash'>;

/** Completes a manifest: `buildId` is the hash of the table of file hashes, `selfHash` that of the rest of the manifest. */
export function sealManifest(content: ManifestContent): Manifest {
  const buildId = buildIdOf(content.files);
  return { ...content, buildId, selfHash: selfHashOf({ ...content, buildId }) };
}

/** SHA-256 of the table of file hashes: one line `<sha256>  <path>` per file, in path order, as `sha256sum` prints it. */
export function buildIdOf(files: FileTable): string {
  const paths = Object.keys(files).sort(byCodeUnit);
  return sha256(paths.map((path) => `${files[path]?.sha256}  ${path}\n`).join(''));
}

/** The bytes of a manifest: JSON with sorted keys. A manifest in another form has been tampered with. */
export function manifestText(sealed: Manifest): string {
  return `${canonicalJson(sealed)}\n`;
}

export type ManifestReading = { ok: true; manifest: Manifest } | { ok: false; reason: string };

/** Parses a manifest and makes every check that needs no other file. */
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
    return { ok: false, reason: 'names a buildId that its files do not have' };
  if (manifestText(checked.data) !== text) return { ok: false, reason: 'is not spelt as the compiler spells it' };
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

// Files whose size grows with the number of articles are split into pieces, so that no file grows without a bound. A server joins
// the pieces; a piece is not valid alone.

/** 64 MiB: quick to read, copy and check. */
export const pieceBytesMax = 2 ** 26;

const pieceName = /^(.+)\.\d{4}$/;

/** The pieces of a file with their paths. */
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

/** Groups pieces by the path of the whole file; a whole file is its own only piece. In the given order. */
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
