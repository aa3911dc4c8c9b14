// What the files of an edition say, once their bytes are verified. A file that says something else than the format allows is
// refused by its name: another compiler made it, or a bug.
import { z } from 'zod';
import { EditionError, type EditionFiles } from './edition-files.ts';

/** Reads a file of tables. Throws an EditionError that names it. */
export function readTables<Read>(files: EditionFiles['files'], path: string, read: (file: Buffer) => Read): Read {
  const file = files.get(path);
  if (file === undefined) throw new EditionError(`${path} is not part of the edition`);
  try {
    return read(file);
  } catch (error) {
    throw new EditionError(`${path} ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/** A file of JSON in its shape. Throws an EditionError that names it. */
export function parseFile<Schema extends z.ZodType>(
  files: EditionFiles['files'],
  path: string,
  schema: Schema,
): z.infer<Schema> {
  const content = files.get(path);
  if (content === undefined) throw new EditionError(`${path} is not part of the edition`);
  const parsed = parseJson(content, path);
  const checked = schema.safeParse(parsed);
  if (!checked.success)
    throw new EditionError(`${path} does not have its shape: ${z.prettifyError(checked.error).slice(0, 200)}`);
  return checked.data;
}

function parseJson(content: Buffer, path: string): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw new EditionError(`${path} is not JSON`);
  }
}
