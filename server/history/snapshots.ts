// The articles of kept editions: rows of the catalogue, the JSON of an article, and texts that articles no longer have, so that a
// citation still leads to what was cited. No search index is opened: an edition of an older analyser, which no server would serve, can
// still be compared. Bodies are read when they are asked for, and verified by the fingerprint in the catalogue.
import { closeSync, readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type BodyName, catalogueRow, placeOf, tagIn } from '../../build/edition/catalogue.ts';
import { type ComparedArticle, comparedArticle } from '../../build/edition/difference.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { catalogueFile, packFile } from '../../build/edition/locations.ts';
import type { Manifest } from '../../build/edition/manifest.ts';
import { openRegular, openRegularSync } from '../../build/edition/regular-files.ts';
import type { Domain } from '../../build/edition/vocabulary.ts';
import { EditionError } from '../edition-files.ts';

const snapshotRow = z.object({
  ...catalogueRow.pick({ id: true, slug: true, aliases: true, domain: true, digest: true, shard: true, bodies: true })
    .shape,
});
/** What is read of a catalogue's row: names, and where the article's bodies lie, of which JSON in both languages is compared. */
export type SnapshotRow = z.infer<typeof snapshotRow>;
const snapshotRows = z.object({ articles: z.array(snapshotRow) });

/** The rows of a catalogue, or of a part of it. Throws an EditionError when it is no catalogue. */
export function snapshotRowsIn(catalogue: Buffer | undefined, name: string): SnapshotRow[] {
  return parsed(catalogue?.toString('utf8'), snapshotRows, name).articles;
}

/** An article from its body `json.both`; `name` is for the error. */
export function comparedArticleIn(body: Buffer | undefined, name: string): ComparedArticle {
  // The body is left open at its end, where a server puts the links.
  return parsed(body === undefined ? undefined : `${body.toString('utf8')}}`, comparedArticle, name);
}

function parsed<Schema extends z.ZodType>(text: string | undefined, schema: Schema, name: string): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    throw new EditionError(`${name} is ${text === undefined ? 'missing' : 'not JSON'}`);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw new EditionError(`${name} does not have its shape: ${z.prettifyError(checked.error).slice(0, 200)}`);
}

/**
 * Reads the articles of some rows, one pack after the other, and verifies each by the fingerprint in its row. Throws an
 * EditionError for a body that is not what its row says.
 */
export async function eachBody(
  folder: string,
  manifest: Manifest,
  rows: readonly SnapshotRow[],
  use: (row: SnapshotRow, body: Buffer) => void,
): Promise<void> {
  const shelves = new Map<number, SnapshotRow[]>();
  for (const row of rows) shelves.set(row.shard, [...(shelves.get(row.shard) ?? []), row]);
  for (const [shard, members] of shelves) {
    const path = packFile(shard);
    const pack = await openPack(folder, path);
    try {
      const bytes = manifest.files[path]?.bytes ?? 0;
      const bodies = await Promise.all(members.map((row) => readBody(pack, row, { path, bytes })));
      members.forEach((row, index) => {
        use(row, bodies[index] ?? Buffer.alloc(0));
      });
    } finally {
      await pack.close();
    }
  }
}

async function readBody(
  pack: FileHandle,
  { slug, bodies }: SnapshotRow,
  { path, bytes }: { path: string; bytes: number },
): Promise<Buffer> {
  const [offset, length, expected] = placeOf(bodies, 'json.both');
  const isInside = offset + length <= bytes;
  const { buffer, bytesRead } = await pack.read(Buffer.alloc(isInside ? length : 0), { position: offset });
  if (isInside && bytesRead === length && fingerprint(buffer) === expected) return buffer;
  throw new EditionError(`${path} is damaged: it does not hold ${slug} as ${catalogueFile} says`);
}

async function openPack(folder: string, path: string): Promise<FileHandle> {
  try {
    return await openRegular(join(folder, path));
  } catch (error) {
    throw new EditionError(
      `${path} cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`,
    );
  }
}

/** A text of an article with its bodies: that of the served edition, or an earlier one. */
export interface StoredText {
  slug: string;
  domain: Domain;
  digest: string;
  /** Throws an EditionError when an earlier edition is no longer kept, or is damaged. */
  body(name: BodyName): Buffer;
  /** A short hash of a body, for an entity tag. */
  bodyTag(name: BodyName): string;
}

/** Where a text lies in a kept edition. Data alone, so that one thread can hand it to another. */
export interface KeptText extends Pick<StoredText, 'slug' | 'domain' | 'digest'> {
  /** The edition's folder. */
  folder: string;
  /** The pack in it, and how long that is. */
  path: string;
  bytes: number;
  /** Where its bodies lie in that. */
  bodies: string;
}

/** Where the text of a row lies, in the kept edition of a folder. */
export function keptText(folder: string, { files }: Manifest, row: SnapshotRow): KeptText {
  const { slug, domain, digest, shard, bodies } = row;
  const path = packFile(shard);
  return { slug, domain, digest, folder, path, bytes: files[path]?.bytes ?? 0, bodies };
}

export function earlierText({ slug, domain, digest, folder, path, bytes, bodies }: KeptText): StoredText {
  return {
    ...{ slug, domain, digest },
    body(name) {
      const [offset, length, expected] = placeOf(bodies, name);
      const found = offset + length <= bytes ? readPart(join(folder, path), offset, length) : undefined;
      if (found !== undefined && fingerprint(found) === expected) return found;
      throw new EditionError(`${path} does not hold ${slug}, or no longer`);
    },
    bodyTag: (name) => tagIn(bodies, name),
  };
}

/** Some bytes of a file; undefined when they cannot be read, because editions are pruned meanwhile. */
function readPart(path: string, offset: number, length: number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openRegularSync(path);
    const buffer = Buffer.alloc(length);
    return readSync(file, buffer, { position: offset }) === length ? buffer : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
