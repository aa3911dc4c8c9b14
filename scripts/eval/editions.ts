// Opens the edition that is measured, verified as a server verifies it.
import { EditionError, readEdition, readPointer } from '../../server/edition-files.ts';
import { type Library, openLibrary } from '../../server/library.ts';
import { defaultKeep, runBuild } from '../build.ts';
import { UsageError } from '../content-option.ts';
import { defaultContentFolder, defaultEditionFolder } from '../package-root.ts';

export interface OpenedEdition {
  library: Library;
  folder: string;
}

/**
 * The edition in a folder that `build --out` wrote to; without one the default edition, built when the articles or the
 * compiler have changed, so that what is measured is what is there.
 */
export async function openEdition(named: string | undefined): Promise<OpenedEdition> {
  if (named === undefined) await buildDefault();
  const folder = named ?? defaultEditionFolder;
  try {
    return { library: openLibrary(await readEdition(folder, await readPointer(folder))), folder };
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    throw new UsageError(
      `cannot open the edition in ${folder}: ${error.message}. Build it again: npm run build -- --out ${folder}`,
    );
  }
}

async function buildDefault(): Promise<void> {
  const options = { content: defaultContentFolder, out: defaultEditionFolder, keep: defaultKeep, format: 'text' };
  if (!(await runBuild({ ...options, locale: 'en', quiet: true })))
    throw new UsageError('the articles do not compile, so there is nothing to measure');
}
