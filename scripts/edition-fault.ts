// What every command says of an edition that cannot be opened: where it lies, what is wrong with it, what to do.
import type { Wording } from '../build/messages.ts';
import { EditionError } from '../server/edition-files.ts';
import { UsageError } from './content-option.ts';

/** Runs what opens the edition in a folder; one that is missing, damaged or of another version is told of in a sentence. */
export async function openingEdition<Opened>(folder: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    throw error instanceof EditionError ? new UsageError(editionFault(folder, error)) : error;
  }
}

const editionFault = (folder: string, { message }: EditionError): Wording => ({
  zh: `无法打开 ${folder} 中的版本：${message}。请构建：npm run build -- --out ${folder}`,
  en: `cannot open the edition in ${folder}: ${message}. Build it: npm run build -- --out ${folder}`,
});
