// Stands between the server and its store: while the store is away, no request waits for it, and it is probed until it is back.
import type { Clock } from '../clock.ts';
import { StateFileError, type StateStore } from './store.ts';

export interface Degradation {
  since: string;
  /** A code such as ECONNREFUSED or SQLITE_FULL, without addresses and secrets. */
  reason: string;
}

export interface GuardLog {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface GuardSettings {
  store: StateStore;
  clock: Clock;
  log: GuardLog;
}

/** How often a store that is away is probed. */
const probeEveryMs = 250;
/** How often the log says that the store is still away. */
const remindEveryMs = 10_000;

export class Guard {
  readonly store: StateStore;
  readonly #clock: Clock;
  readonly #log: GuardLog;
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

  /** Undefined when all is well. */
  get degradation(): Degradation | undefined {
    return this.#degradation;
  }

  /** Work for when the store is back. It runs before requests use the store again, and once more after that. */
  onReturn(work: () => Promise<void>): void {
    this.#onReturn.push(work);
  }

  /**
   * Probes the store for the first time. Throws the faults that only the operator can mend (StateFileError); with any other fault
   * the server starts without its store, and uses it as soon as it is there.
   */
  async open(): Promise<void> {
    try {
      await this.store.probe();
    } catch (error) {
      if (error instanceof StateFileError) throw error;
      this.#fail(error);
    }
  }

  /** Does work with the store; `otherwise` when the store is away, or fails now. */
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
      'the state is away: this process counts by itself until it is back',
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
    this.#log.info({ store: this.store.kind, since }, 'the state is back');
    // For what was counted while the first round ran.
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
    this.#log.warn({ store: this.store.kind, ...this.#degradation }, 'the state is still away');
  }
}

/** A code such as ECONNREFUSED, SQLITE_FULL or READONLY; no text that could hold an address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && error.code !== '') return error.code;
  const said = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  if (/did not answer|timed? ?out/i.test(said)) return 'ETIMEDOUT';
  // Node's codes, and the word that Redis begins its errors with.
  return /\bE[A-Z]{4,}\b/.exec(said)?.[0] ?? /^[A-Z]{2,}\b/.exec(said)?.[0] ?? error.name;
}
