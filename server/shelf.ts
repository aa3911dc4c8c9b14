// The shelf holds the library that is served, and puts a new one in its place when the edition folder's pointer changes.
// A bad edition is refused and the old library serves on.
import { EditionError, type EditionFiles, readEdition, readPointer } from './edition-files.ts';
import { type History, noHistory, readHistory } from './history.ts';
import { type Library, openLibrary } from './library.ts';

export interface ShelfLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface Shelf {
  /** The library to answer with. A request takes it once and answers wholly from it. */
  readonly library: Library;
  /** Why the newest edition is not served; undefined when it is. Shown by /readyz. */
  readonly refusal: string | undefined;
  /**
   * Looks at the pointer and takes up the edition it names. One that was refused before is tried at once with `again`, and
   * without it ever more rarely. Never rejects.
   */
  refresh(options?: { again: boolean }): Promise<void>;
  /** Looks at the pointer every `intervalMs` until stopped. */
  watch(intervalMs: number): { stop(): void };
}

/** Opens the edition a folder points to. Throws an EditionError when it cannot be served. */
export async function openShelf(editionFolder: string, log: ShelfLog): Promise<Shelf> {
  const load = loader(editionFolder, log);
  let library = await load(await readPointer(editionFolder));
  let refusal: string | undefined;
  let refusedId: string | undefined;
  let looksSinceRefusal = 0;
  let running: Promise<void> = Promise.resolve();

  const lookOnce = async (again: boolean): Promise<void> => {
    let buildId: string | undefined;
    try {
      buildId = await readPointer(editionFolder);
      if (buildId === library.buildId) {
        refusal = refusedId = undefined;
        return;
      }
      if (buildId === refusedId && !again) {
        // It may still be arriving, file by file and the pointer first; but looking at it again and again costs.
        looksSinceRefusal += 1;
        if (!isPowerOfTwo(looksSinceRefusal)) return;
      }
      library = await load(buildId);
      refusal = refusedId = undefined;
      log.info({ buildId, articles: library.size }, 'serving a new edition');
    } catch (error) {
      const reason = error instanceof EditionError ? error.message : 'the edition cannot be opened; the log says why';
      const isNews = refusal !== reason || refusedId !== buildId;
      if (refusedId !== buildId) looksSinceRefusal = 0;
      refusal = reason;
      refusedId = buildId;
      if (!isNews) return;
      const bug = error instanceof EditionError ? {} : { err: error };
      log.error({ reason, buildId, serving: library.buildId, ...bug }, 'refused an edition; the old one serves on');
    }
  };
  const refresh = ({ again } = { again: false }): Promise<void> => {
    // One after the other: two refreshes at once could put an older edition over a newer one.
    running = running.then(() => lookOnce(again));
    return running;
  };
  return {
    get library() {
      return library;
    },
    get refusal() {
      return refusal;
    },
    refresh,
    watch(intervalMs) {
      const timer = setInterval(() => void refresh(), intervalMs);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
  };
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

function loader(editionFolder: string, log: ShelfLog): (buildId: string) => Promise<Library> {
  const told = new Set<string>();
  return async (buildId) => {
    const files = await readEdition(editionFolder, buildId);
    const library = openLibrary(files);
    const history = await historyOf(files, library);
    const news = history.incomparable.filter((edition) => !told.has(edition.buildId));
    for (const edition of news) told.add(edition.buildId);
    if (news.length > 0)
      log.warn({ editions: news }, 'kept editions cannot be compared with the served one; it is served all the same');
    return { ...library, history };
  };

  /** Nothing about earlier editions keeps this one from being served. */
  async function historyOf({ manifest }: EditionFiles, library: Library): Promise<History> {
    try {
      return await readHistory(editionFolder, manifest, library);
    } catch (error) {
      log.warn({ err: error }, 'the kept editions cannot be read; changes between them are not known');
      return noHistory;
    }
  }
}
