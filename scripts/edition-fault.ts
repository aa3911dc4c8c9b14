// What every command says of an edition that cannot be opened: where it lies, what is wrong with it, what to do.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { editionsFolder, manifestFile, pointerFile } from '../build/edition/locations.ts';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { EditionError } from '../server/edition-files.ts';
import { shortName } from '../server/history/history.ts';
import { UsageError } from './content-option.ts';

/** Runs what opens the edition in a folder; one that is missing, damaged or of another version is told of in a sentence. */
export async function openingEdition<Opened>(folder: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    throw error instanceof EditionError ? new UsageError(editionFault(folder, error)) : error;
  }
}

function editionFault(folder: string, { message }: EditionError): string | Bilingual {
  const holder = existsSync(join(folder, pointerFile)) ? undefined : holderOf(folder);
  if (holder !== undefined) {
    return {
      zh: `${folder} 在存放版本的文件夹之内；请指定含有 ${pointerFile} 的那个文件夹：${holder}`,
      en: `${folder} lies inside of a folder of editions; name the one that holds ${pointerFile}: ${holder}`,
    };
  }
  return {
    zh: `无法打开 ${folder} 中的版本：${message}。请构建：npm run build -- --out ${folder}`,
    en: `cannot open the edition in ${folder}: ${message}. Build it: npm run build -- --out ${folder}`,
  };
}

/** The folder of editions that a path inside of one belongs to, as of its pointer or of an edition. */
function holderOf(path: string): string | undefined {
  const above = dirname(resolve(path));
  return [above, dirname(above)].find((folder) =>
    [pointerFile, editionsFolder].every((name) => existsSync(join(folder, name))),
  );
}

/** The same for any edition that a folder keeps: another build would make another edition, so another one has to be named. */
export async function openingKept<Opened>(
  folder: string,
  buildId: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    // Said here, because a server's sentence is about the edition that `current` names.
    if (!existsSync(join(folder, editionsFolder, buildId, manifestFile)))
      throw new EditionError(`${manifestFile} is missing`);
    return await open();
  } catch (error) {
    throw keptFault(error, buildId);
  }
}

/** A kept edition's fault as a sentence that names the edition; any other error as it is. The reason itself is in English. */
export function keptFault(error: unknown, buildId: string): unknown {
  if (!(error instanceof EditionError)) return error;
  return new UsageError({
    zh: `版本 ${shortName(buildId)} 已损坏，或由另一版本的程序写成：${error.message}。请指定另一个保留的版本`,
    en: `edition ${shortName(buildId)} is damaged, or was written by another version of this program: ${error.message}. Name another one that is kept`,
  });
}
