// Texts that articles had in kept editions and have no longer, so that a citation still leads to what was cited. Only where each
// lies is held; its bytes are read when they are asked for, which is seldom, and verified by the fingerprint in the catalogue.
import { closeSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type BodyName, placeOf, tagIn } from '../../build/edition/catalogue.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { packFile } from '../../build/edition/locations.ts';
import type { Manifest } from '../../build/edition/manifest.ts';
import { openRegularSync } from '../../build/edition/regular-files.ts';
import type { Domain } from '../../build/edition/vocabulary.ts';
import { EditionError } from '../edition-files.ts';
import type { SnapshotRow } from './snapshots.ts';

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
