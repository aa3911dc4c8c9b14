// The articles of a kept edition as snapshots. Every byte is verified as a server would, but no search index is opened: an
// edition of an older analyser, which no server would serve, can still be compared.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bodyLocation, catalogueRow } from '../build/edition/catalogue.ts';
import { type ArticleSnapshot, comparedArticle } from '../build/edition/difference.ts';
import { catalogueFile, editionsFolder, manifestFile, packFile } from '../build/edition/locations.ts';
import { EditionError, type EditionFiles, readEdition } from '../server/edition-files.ts';
import { UsageError } from './content-option.ts';
import { shortName } from './edition-history.ts';

const row = z.object({
  ...catalogueRow.pick({ id: true, slug: true, aliases: true, domain: true, shard: true }).shape,
  bodies: z.object({ 'json.both': bodyLocation }),
});
type Row = z.infer<typeof row>;
const rows = z.object({ articles: z.array(row) });

/** Throws a usage error that names the edition and its file when a byte of it is wrong. */
export async function readSnapshots(outFolder: string, buildId: string): Promise<ArticleSnapshot[]> {
  try {
    const manifest = join(outFolder, editionsFolder, buildId, manifestFile);
    // Said here, because a server's sentence is about the edition that `current` names.
    if (!existsSync(manifest)) throw new EditionError(`${manifestFile} is missing`);
    const { files } = await readEdition(outFolder, buildId);
    const { articles } = parsed(files.get(catalogueFile)?.toString('utf8'), rows, catalogueFile);
    return articles.map((article) => snapshotOf(article, files, buildId));
  } catch (error) {
    throw refusalOf(error, buildId);
  }
}

function snapshotOf({ shard, bodies, ...names }: Row, files: EditionFiles['files'], buildId: string): ArticleSnapshot {
  const [offset, length, fingerprint] = bodies['json.both'];
  return {
    ...names,
    fingerprint,
    read() {
      const pack = packFile(shard);
      // The body is left open at its end, where a server puts the links.
      const text = files.get(pack)?.toString('utf8', offset, offset + length);
      try {
        return parsed(text === undefined ? undefined : `${text}}`, comparedArticle, `${names.slug} in ${pack}`);
      } catch (error) {
        throw refusalOf(error, buildId);
      }
    },
  };
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

/** An edition's fault as a sentence that names the edition; any other error as it is. The reason itself is in English. */
function refusalOf(error: unknown, buildId: string): unknown {
  if (!(error instanceof EditionError)) return error;
  return new UsageError({
    zh: `版本 ${shortName(buildId)} 已损坏，或由另一版本的程序写成：${error.message}`,
    en: `edition ${shortName(buildId)} is damaged, or was written by another version of this program: ${error.message}`,
  });
}
