// Reads the articles of kept editions, so that a citation of an earlier text still leads to that text. Only catalogue rows and bodies are
// read, not the search index, so an edition of an older analyser can still be compared. A body is read when it is needed, and verified by
// the fingerprint in the catalogue.
import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type BodyName, catalogueRow, placeOf, tagIn } from '../../build/edition/catalogue.ts';
import { type ComparedArticle, comparedArticle } from '../../build/edition/difference.ts';
import { openRegularSync } from '../../build/edition/files.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { catalogueFile, packFile } from '../../build/edition/locations.ts';
import type { Manifest } from '../../build/edition/manifest.ts';
import { EditionError, parseFile, refusalOf } from '../edition-files.ts';

/** The needed fields of a catalogue row. Further fields are ignored, because another version of the compiler may have written them. */
const snapshotRow = z.object(
  catalogueRow.pick({ id: true, slug: true, aliases: true, domain: true, digest: true, shard: true, bodies: true })
    .shape,
);
export type SnapshotRow = z.infer<typeof snapshotRow>;
const snapshotRows = z.object({ articles: z.array(snapshotRow) });

/** The rows of a catalogue, or of a part of it. Throws an EditionError when the file is not a catalogue. */
export const snapshotRowsIn = (catalogue: Buffer | undefined, name: string): SnapshotRow[] =>
  parseFile(catalogue, name, snapshotRows).articles;

/** Parses an article from its body `json.both`; `name` is for the error. */
export function comparedArticleIn(body: Buffer | undefined, name: string): ComparedArticle {
  // The stored body lacks its closing brace, because the server adds links at its end.
  return parseFile(body && Buffer.concat([body, Buffer.from('}')]), name, comparedArticle);
}

/** The text of an article with its bodies, from the served edition or from an earlier edition. */
export interface StoredText {
  slug: string;
  domain: string;
  digest: string;
  /** Reads a body. Throws an EditionError when an earlier edition is no longer kept, or is damaged. */
  body(name: BodyName): Buffer;
  /** A short hash of a body, for an entity tag. */
  bodyTag(name: BodyName): string;
}

/** The location of a text in a kept edition. */
export interface KeptText extends Pick<StoredText, 'slug' | 'domain' | 'digest'> {
  /** The folder of the kept edition. */
  folder: string;
  /** The path of the pack in that folder, and the length of the pack in bytes. */
  path: string;
  bytes: number;
  /** The places of the text's bodies in the pack, as the catalogue writes them. */
  bodies: string;
}

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
      const found = offset + length <= bytes ? readPart(folder, path, [offset, length]) : undefined;
      if (found !== undefined && fingerprint(found) === expected) return found;
      throw new EditionError(`${path} is damaged: its text of ${slug} does not match ${catalogueFile}`);
    },
    bodyTag: (name) => tagIn(bodies, name),
  };
}

function readPart(folder: string, path: string, [position, length]: [number, number]): Buffer {
  let file: number | undefined;
  try {
    file = openRegularSync(join(folder, path));
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(file, buffer, { position }));
  } catch (error) {
    throw refusalOf(error, path);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
