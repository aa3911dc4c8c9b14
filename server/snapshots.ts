// The articles of an edition as they are compared with those of another: rows of its catalogue, and the JSON of an article. No
// search index is opened, so that an edition of an older analyser, which no server would serve, can still be compared.
import { z } from 'zod';
import { bodyLocation, catalogueRow } from '../build/edition/catalogue.ts';
import { type ComparedArticle, comparedArticle } from '../build/edition/difference.ts';
import { catalogueFile } from '../build/edition/locations.ts';
import { EditionError } from './edition-files.ts';

const snapshotRow = z.object({
  ...catalogueRow.pick({ id: true, slug: true, aliases: true, domain: true, shard: true }).shape,
  bodies: z.object({ 'json.both': bodyLocation }),
});
/** What is read of a catalogue's row: names, and where the article lies as JSON in both languages. */
export type SnapshotRow = z.infer<typeof snapshotRow>;
const snapshotRows = z.object({ articles: z.array(snapshotRow) });

/** The rows of a catalogue. Throws an EditionError when it is no catalogue. */
export function snapshotRowsIn(catalogue: Buffer | undefined): SnapshotRow[] {
  return parsed(catalogue?.toString('utf8'), snapshotRows, catalogueFile).articles;
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
