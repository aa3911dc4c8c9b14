// Opens an edition: reads and verifies its files, makes a library of them, and compares it with the other kept editions.
import { readEdition } from './edition-files.ts';
import { type History, noHistory, readHistory } from './history/history.ts';
import { type Library, openLibrary } from './library.ts';

export interface OpenedEdition {
  /** With its history. */
  library: Library;
  /** Why the kept editions cannot be read, when they cannot. */
  historyFault?: unknown;
}

/** Throws an EditionError that names what is wrong with an edition that cannot be served. */
export async function openEdition(editionFolder: string, buildId: string): Promise<OpenedEdition> {
  const edition = await readEdition(editionFolder, buildId);
  const library = await openLibrary(edition);
  // Nothing about earlier editions keeps this one from being served.
  let history: History = noHistory;
  let historyFault: unknown;
  try {
    history = await readHistory(editionFolder, edition.manifest, library);
  } catch (error) {
    historyFault = error;
  }
  return { library: { ...library, history }, historyFault };
}
