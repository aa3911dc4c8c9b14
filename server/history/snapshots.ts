// The articles of an edition as they are compared with those of another: rows of its catalogue, and the JSON of an article. No
// search index is opened, so that an edition of an older analyser, which no server would serve, can still be compared.
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { catalogueRow, placeOf } from '../../build/edition/catalogue.ts';
import { type ComparedArticle, comparedArticle } from '../../build/edition/difference.ts';
import { fingerprint } from '../../build/edition/hash.ts';
import { catalogueFile, packFile } from '../../build/edition/locations.ts';
import type { Manifest } from '../../build/edition/manifest.ts';
import { openRegular } from '../../build/edition/regular-files.ts';
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
