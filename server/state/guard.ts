// Wraps the state store. While the store is unavailable, requests do not wait for it, and it is probed until it works again.
import type { Clock } from '../clock.ts';
import type { Log } from '../logger.ts';
import { StateFileError, type StateStore } from './store.ts';

export interface Degradation {
  since: string;
  /** A code such as ECONNREFUSED or SQLITE_FULL, without addresses or secrets. */
  reason: string;
}

export interface GuardSettings {
  store: StateStore;
  clock: Clock;
  log: Log;
}

/** The interval of probes while the store is unavailable. */
const probeEveryMs = 250;
/** The interval at which the log repeats that the store is unavailable. */
const remindEveryMs = 10_000;

export class Guard {
  readonly store: StateStore;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #onReturn: (() => Promise<void>)[] = [];
  #degradation: Degradation | undefined;
  #remindedMs = 0;
  #probing: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ store, clock, log }: GuardSettings) {
    this.store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /** Undefined when the store is available. */
  get degradation(): Degradation | undefined {
    return this.#degradation;
  }

  /**
   * Registers work to do when the store becomes available again. The work runs twice: just before requests use the store again, and just
   * after.
   */
  onReturn(work: () => Promise<void>): void {
    this.#onReturn.push(work);
  }

  /**
   * Probes the store for the first time. Throws faults that need the operator (StateFileError); after any other fault
   * the server starts without its store, and uses it as soon as it is available.
   */
  async open(): Promise<void> {
    try {
      await this.store.probe();
    } catch (error) {
      if (error instanceof StateFileError) throw error;
      this.#fail(error);
    }
  }

  /** Runs work with the store. Returns the result of `otherwise` when the store is unavailable or the work fails. */
  async use<Result>(work: (store: StateStore) => Promise<Result>, otherwise: () => Result): Promise<Result> {
    if (this.#degradation !== undefined) return otherwise();
    try {
      return await work(this.store);
    } catch (error) {
      this.#fail(error);
      return otherwise();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#probing);
    await this.store.close();
  }

  #fail(error: unknown): void {
    if (this.#degradation !== undefined || this.#isClosed) return;
    this.#degradation = { since: new Date(this.#clock.now()).toISOString(), reason: reasonOf(error) };
    this.#remindedMs = this.#clock.monotonic();
    this.#log.error(
      { err: error, store: this.store.kind, ...this.#degradation },
      'the state store is unavailable; this process counts by itself until it is available again',
    );
    this.#probeSoon();
  }

  #probeSoon(): void {
    if (this.#isClosed) return;
    this.#probing = setTimeout(() => void this.#probe(), probeEveryMs).unref();
  }

  async #probe(): Promise<void> {
    try {
      await this.store.probe();
      if (this.#isClosed) return await this.store.close();
      await this.#runOnReturn();
    } catch (error) {
      this.#remind(error);
      this.#probeSoon();
      return;
    }
    const since = this.#degradation?.since;
    this.#degradation = undefined;
    this.#log.info({ store: this.store.kind, since }, 'the state store is available again');
    // The second run adds the requests that were counted in memory during the first run.
    await this.#runOnReturn().catch((error: unknown) => this.#fail(error));
  }

  async #runOnReturn(): Promise<void> {
    for (const work of this.#onReturn) await work();
  }

  #remind(error: unknown): void {
    if (this.#isClosed || this.#degradation === undefined) return;
    this.#degradation = { ...this.#degradation, reason: reasonOf(error) };
    if (this.#clock.monotonic() - this.#remindedMs < remindEveryMs) return;
    this.#remindedMs = this.#clock.monotonic();
    this.#log.warn({ store: this.store.kind, ...this.#degradation }, 'the state store is still unavailable');
  }
}

/** The code of an error, such as ECONNREFUSED, SQLITE_FULL or READONLY. It never contains an address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  const said = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  if (/did not answer|timed? ?out/i.test(said)) return 'ETIMEDOUT';
  // The message of a Node error contains a code, and that of a Redis error begins with one.
  return /\bE[A-Z]{4,}\b/.exec(said)?.[0] ?? /^[A-Z]{2,}\b/.exec(said)?.[0] ?? error.name;
}
