// Reads files of judged queries: those that are named, or else the product's own.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byCodeUnit } from '../../build/edition/hash.ts';
import { UsageError } from '../content-option.ts';
import { packageRoot } from '../package-root.ts';
import { isBadLine, type QuerySet, readQuerySet } from './queries.ts';

const judgedFolder = join(packageRoot, 'test', 'fixtures', 'judged');
export const defaultBaselineFile = join(judgedFolder, 'baseline.json');

/** Throws a UsageError that names file and line of what cannot be used. */
export async function readQueryFiles(files: readonly string[]): Promise<QuerySet[]> {
  const sets = await Promise.all(files.map(async (file) => setFrom(file, await readFile(file, 'utf8'))));
  // Two files of one name and language would be reported as one.
  const names = sets.map(({ name, queries }) => `${name} ${queries[0]?.language}`);
  return sets.map((set, at) => (names.indexOf(names[at] ?? '') === at ? set : { ...set, name: set.file }));
}

function setFrom(file: string, text: string): QuerySet {
  const read = readQuerySet(text, file);
  if (!isBadLine(read)) return read;
  throw new UsageError(`${file}:${read.line}: found ${read.found}; expected ${read.expected}`);
}

/** Our own queries about `content/`: what search is measured with, and what answers and abstention are measured with besides. */
export const ownSearchFiles = (): Promise<string[]> => filesIn(judgedFolder);
export const ownAnswerFiles = (): Promise<string[]> => filesIn(join(judgedFolder, 'answers'));

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.jsonl')).sort(byCodeUnit);
  if (files.length === 0)
    throw new UsageError('there are no judged queries in test/fixtures/judged; name files with --queries');
  return files.map((name) => join(folder, name));
}
