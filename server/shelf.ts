// The shelf holds the library that is served, and puts a new one in its place when the edition folder's pointer changes.
// A bad edition is refused and the old library serves on.
import { EditionError, readPointer } from './edition-files.ts';
import type { Library } from './library.ts';
import { type OpenedEdition, openEdition } from './library.ts';

export interface ShelfLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export const outcomes = ['served', 'refused'] as const;
/** How many editions were opened since the start, without the first, by what came of it. */
export type Reloads = Readonly<Record<(typeof outcomes)[number], number>>;

export interface Shelf {
  /** The library to answer with. A request takes it once and answers wholly from it. */
  readonly library: Library;
  /** Why the newest edition is not served; undefined when it is. Shown by /readyz. */
  readonly refusal: string | undefined;
  readonly reloads: Reloads;
  /**
   * Looks at the pointer and takes up the edition it names. One that was refused before is tried at once with `again`, and
   * without it ever more rarely. Never rejects.
   */
  refresh(options?: { again: boolean }): Promise<void>;
  /** Looks at the pointer every `intervalMs` until stopped. */
  watch(intervalMs: number): { stop(): void };
  /** Nothing is taken up any more. */
  close(): void;
}

/** Opens the edition a folder points to. Throws an EditionError when it cannot be served. */
export async function openShelf(editionFolder: string, log: ShelfLog): Promise<Shelf> {
  const withNews = newsTeller(log);
  let library = withNews(await openEdition(editionFolder, await readPointer(editionFolder)));
  let refusal: string | undefined;
  let refusedId: string | undefined;
  const reloads = { served: 0, refused: 0 };
  let looksSinceRefusal = 0;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

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
      if (isClosed) return;
      const opened = await openEdition(editionFolder, buildId);
      if (isClosed) return;
      library = withNews(opened);
      refusal = refusedId = undefined;
      reloads.served += 1;
      log.info({ buildId, articles: library.size }, 'serving a new edition');
    } catch (error) {
      if (isClosed) return;
      const reason = error instanceof EditionError ? error.message : 'the edition cannot be opened; the log says why';
      const isNews = refusal !== reason || refusedId !== buildId;
      if (refusedId !== buildId) looksSinceRefusal = 0;
      refusal = reason;
      refusedId = buildId;
      reloads.refused += 1;
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
    reloads,
    refresh,
    watch(intervalMs) {
      const timer = setInterval(() => void refresh(), intervalMs);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
    close() {
      isClosed = true;
    },
  };
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

/** Says once of each kept edition that it cannot be compared. */
function newsTeller(log: ShelfLog): (opened: OpenedEdition) => Library {
  const told = new Set<string>();
  return ({ library, historyFault }) => {
    if (historyFault !== undefined)
      log.warn({ err: historyFault }, 'the kept editions cannot be read; changes between them are not known');
    const news = library.history.incomparable.filter((edition) => !told.has(edition.buildId));
    for (const edition of news) told.add(edition.buildId);
    if (news.length > 0)
      log.warn({ editions: news }, 'kept editions cannot be compared with the served one; it is served all the same');
    return library;
  };
}
