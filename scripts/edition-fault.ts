// The error messages of all commands about editions that cannot be opened. They name the edition, the fault and the remedy.

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { editionsFolder, manifestFile, pointerFile } from '../build/edition/locations.ts';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { EditionError } from '../server/edition-files.ts';
import { shortName } from '../server/history/history.ts';
import { UsageError } from './content-option.ts';

/** Opens the edition in a folder; reports a missing, damaged or incompatible one as a usage error. */
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
      en: `${folder} is inside an output folder; name the folder that holds ${pointerFile}: ${holder}`,
    };
  }
  return {
    zh: `无法打开 ${folder} 中的版本：${message}。请构建：npm run build -- --out ${folder}`,
    en: `cannot open the edition in ${folder}: ${message}. Build it: npm run build -- --out ${folder}`,
  };
}

/** The output folder that contains `path`, which may be the pointer file, `editions/` or one edition. */
function holderOf(path: string): string | undefined {
  const above = dirname(resolve(path));
  return [above, dirname(above)].find((folder) =>
    [pointerFile, editionsFolder].every((name) => existsSync(join(folder, name))),
  );
}

/** Opens a kept edition. If it is faulty, the usage error asks for another edition, because a build would not restore this one. */
export async function openingKept<Opened>(
  folder: string,
  buildId: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    // Checks for the manifest here, because the server's message about a missing manifest concerns the edition that `current` names.
    if (!existsSync(join(folder, editionsFolder, buildId, manifestFile)))
      throw new EditionError(`${manifestFile} is missing`);
    return await open();
  } catch (error) {
    throw keptFault(error, buildId);
  }
}

/** Turns an EditionError into a usage error that names the kept edition and gives the reason in English. Returns other errors unchanged. */
export function keptFault(error: unknown, buildId: string): unknown {
  if (!(error instanceof EditionError)) return error;
  return new UsageError({
    zh: `版本 ${shortName(buildId)} 已损坏，或由另一版本的程序写成：${error.message}。请指定另一个保留的版本`,
    en: `edition ${shortName(buildId)} is damaged, or was written by another version of this program: ${error.message}. Name another kept edition`,
  });
}
