// Holds the served library. When the pointer file of the edition folder names another edition, the library of that edition replaces the
// served one. An edition that cannot be opened is refused, and the previous library stays in service.
import { EditionError, readPointer } from './edition-files.ts';
import { type Library, openEdition } from './library.ts';
import type { Log } from './logger.ts';

export const outcomes = ['served', 'refused'] as const;
/** Reloads since the start, by outcome; the first load is not counted. */
export type Reloads = Readonly<Record<(typeof outcomes)[number], number>>;

export interface CurrentEdition {
  /** The current library. A request reads this property once and uses the same library until its end. */
  readonly library: Library;
  /** Why the newest edition is not served; undefined when it is. Shown by /readyz. */
  readonly refusal: string | undefined;
  readonly reloads: Reloads;
  /**
   * Reads the pointer file and opens the edition that it names. With `again`, a refused edition is opened again at once. Without it,
   * the number of calls between two attempts to open a refused edition doubles each time. Never rejects.
   */
  refresh(options?: { again: boolean }): Promise<void>;
  /** Refreshes every `intervalMs` until closed. */
  watch(intervalMs: number): void;
  /** Stops replacing the library. */
  close(): void;
}

/** Opens the edition that the folder's pointer file names. Throws an EditionError when it cannot be served. */
export async function openCurrentEdition(editionFolder: string, log: Log): Promise<CurrentEdition> {
  const open = (buildId: string): Promise<Library> =>
    openEdition(editionFolder, buildId, (fields, text) => log.warn(fields, text));
  let library = await open(await readPointer(editionFolder));
  let refused: { buildId: string | undefined; reason: string; looks: number } | undefined;
  const reloads = { served: 0, refused: 0 };
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const lookOnce = async (again: boolean): Promise<void> => {
    let buildId: string | undefined;
    try {
      buildId = await readPointer(editionFolder);
      if (buildId === library.buildId) {
        refused = undefined;
        return;
      }
      if (buildId === refused?.buildId && !again) {
        // The edition may be incomplete only because it is still being copied and the pointer file was copied first. Retries
        // become rarer, because each one verifies the whole edition.
        refused.looks += 1;
        if (!isPowerOfTwo(refused.looks)) return;
      }
      if (isClosed) return;
      const opened = await open(buildId);
      if (isClosed) return;
      library = opened;
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
      log.error(
        { reason, buildId, serving: library.buildId, ...bug },
        'refused an edition; the previous one stays in service',
      );
    }
  };
  const refresh = ({ again } = { again: false }): Promise<void> => {
    // Refreshes run one after the other. If two ran at once, the slower one could replace a newer edition with an older one.
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
      timer = setInterval(() => void refresh(), intervalMs).unref();
    },
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));
