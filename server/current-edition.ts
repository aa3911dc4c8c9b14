// Holds the served library, and replaces it when the pointer of the edition folder changes. A bad edition is refused, and the previous
// library stays in service.
import { EditionError, readPointer } from './edition-files.ts';
import { type Library, type OpenedEdition, openEdition } from './library.ts';

export interface EditionLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export const outcomes = ['served', 'refused'] as const;
/** Reloads since the start, by outcome; the first load is not counted. */
export type Reloads = Readonly<Record<(typeof outcomes)[number], number>>;

export interface CurrentEdition {
  /** The current library. A request takes it once and uses it throughout. */
  readonly library: Library;
  /** Why the newest edition is not served; undefined when it is. Shown by /readyz. */
  readonly refusal: string | undefined;
  readonly reloads: Reloads;
  /**
   * Reads the pointer and opens the edition it names. A refused edition is retried at once with `again`, and otherwise with a
   * growing delay. Never rejects.
   */
  refresh(options?: { again: boolean }): Promise<void>;
  /** Refreshes every `intervalMs` until stopped. */
  watch(intervalMs: number): { stop(): void };
  /** Stops replacing the library. */
  close(): void;
}

/** Opens the edition a folder points to. Throws an EditionError when it cannot be served. */
export async function openCurrentEdition(editionFolder: string, log: EditionLog): Promise<CurrentEdition> {
  const withNews = newsTeller(log);
  let library = withNews(await openEdition(editionFolder, await readPointer(editionFolder)));
  let refused: { buildId: string | undefined; reason: string; looks: number } | undefined;
  const reloads = { served: 0, refused: 0 };
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  const lookOnce = async (again: boolean): Promise<void> => {
    let buildId: string | undefined;
    try {
      buildId = await readPointer(editionFolder);
      if (buildId === library.buildId) {
        refused = undefined;
        return;
      }
      if (buildId === refused?.buildId && !again) {
        // The edition may still be being copied, with its pointer first. A retry is expensive because it verifies the whole edition.
        refused.looks += 1;
        if (!isPowerOfTwo(refused.looks)) return;
      }
      if (isClosed) return;
      const opened = await openEdition(editionFolder, buildId);
      if (isClosed) return;
      library = withNews(opened);
      refused = undefined;
      reloads.served += 1;
      log.info({ buildId, articles: library.size }, 'serving a new edition');
    } catch (error) {
      if (isClosed) return;
      const reason = error instanceof EditionError ? error.message : 'the edition cannot be opened; the log says why';
      const before = refused;
      refused = { buildId, reason, looks: before?.buildId === buildId ? (before?.looks ?? 0) : 0 };
      reloads.refused += 1;
      if (before?.buildId === buildId && before?.reason === reason) return;
      const bug = error instanceof EditionError ? {} : { err: error };
      log.error({ reason, buildId, serving: library.buildId, ...bug }, 'refused an edition; the old one serves on');
    }
  };
  const refresh = ({ again } = { again: false }): Promise<void> => {
    // One at a time: of two concurrent refreshes the slower one could replace a newer edition.
    running = running.then(() => lookOnce(again));
    return running;
  };
  return {
    get library() {
      return library;
    },
    get refusal() {
      return refused?.reason;
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

/** Logs once for each kept edition that it cannot be compared. */
function newsTeller(log: EditionLog): (opened: OpenedEdition) => Library {
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
