// Opens an edition: reads and verifies its files, makes a library of them, and compares it with the other kept editions.
import { EditionError, type EditionFiles, type Extent, readEdition } from '../edition-files.ts';
import { type History, noHistory, readHistory } from '../history.ts';
import { type Library, type LibraryContents, readLibrary } from '../library.ts';

export interface OpenedEdition {
  /** With its history. */
  library: Library;
  /** Why the kept editions cannot be read, when they cannot. */
  historyFault?: unknown;
}

/**
 * Throws an EditionError that names what is wrong with an edition that cannot be served. Of one with more bytes than `wholeBytesMax`
 * only what is needed is read: all that is answered is verified, and `verifyEdition` is still to say that the rest is whole, too.
 */
export async function openEdition(
  editionFolder: string,
  buildId: string,
  wholeBytesMax?: number,
): Promise<OpenedEdition & { contents: LibraryContents; extent: Extent }> {
  const edition = await readEdition(editionFolder, buildId, wholeBytesMax);
  const { extent = 'whole' } = edition;
  const { library, contents } = await judged(edition).catch(async (error: unknown) => {
    if (extent === 'whole' || error instanceof EditionError) throw error;
    // What nobody judged has another shape: whoever judges it says which file is at fault.
    return judged(await readEdition(editionFolder, buildId));
  });
  // Nothing about earlier editions keeps this one from being served.
  let history: History = noHistory;
  let historyFault: unknown;
  try {
    history = await readHistory(editionFolder, edition.manifest, library);
  } catch (error) {
    historyFault = error;
  }
  return { library: { ...library, history }, contents, historyFault, extent };
}

/** Verifies every byte of an edition, and that search reads what the index holds. Throws an EditionError otherwise. */
export async function verifyEdition(editionFolder: string, buildId: string): Promise<void> {
  const edition = await readEdition(editionFolder, buildId);
  try {
    await judged(edition);
  } finally {
    for (const pack of edition.packs?.values() ?? []) pack.close();
  }
}

async function judged(edition: EditionFiles): Promise<ReturnType<typeof readLibrary>> {
  const read = readLibrary(edition);
  if (edition.extent === 'needed') return read;
  // FlexSearch, and the time to import an index with it, are for whoever verifies.
  const { checkIndex } = await import('./index-check.ts');
  await checkIndex(edition, read.library.size);
  return read;
}
