// The keyless limit, exact in every window: a log of the moments at which each caller was let through. Unlike a counter
// that starts anew each minute, no 60 seconds ever hold more than the limit, wherever they begin.
import type { WindowLimit } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import { RecencyMap } from './recency-map.ts';

export interface Admission {
  /** Whether this request is within the limit. A refused one does not count and prolongs nothing. */
  admitted: boolean;
  /** How many more are admitted right now. */
  remaining: number;
  /** Milliseconds until the oldest counted request leaves the window and makes room; > 0. */
  resetMs: number;
}

/** Callers remembered at most, without another bound. */
const usualCallersMax = 100_000;

/** Caller → the moments of its requests in the window, oldest first. In order of the last admission. */
type Callers = RecencyMap<number[]>;

export class SlidingWindow {
  readonly #settings: WindowLimit;
  readonly #clock: Clock;
  readonly #callersMax: number;
  /**
   * Callers by how much they have used, each class twice the one before, so that forgetting begins with those who used
   * least: nobody gets room anew by sending from many other addresses.
   */
  readonly #classes: Callers[];
  #size = 0;

  constructor(settings: WindowLimit, clock: Clock, callersMax = usualCallersMax) {
    this.#settings = settings;
    this.#clock = clock;
    this.#callersMax = callersMax;
    // One more than needed: those without any room left are in a class of their own.
    this.#classes = Array.from({ length: Math.floor(Math.log2(settings.limit)) + 2 }, () => new RecencyMap());
  }

  /** Asks for one request of a caller, and counts it if there is room. */
  admit(caller: string): Admission {
    const { limit, windowMs } = this.#settings;
    const now = this.#clock.monotonic();
    const known = this.#classes.find((callers) => callers.has(caller));
    const moments = known?.get(caller) ?? [];
    this.#dropOver(moments, now);
    const admitted = moments.length < limit;
    if (admitted) {
      moments.push(now);
      if (known === undefined) this.#size += 1;
      known?.delete(caller);
      this.#classOf(moments.length).set(caller, moments);
      this.#forget(now);
    }
    const oldest = moments[0] ?? now;
    return { admitted, remaining: limit - moments.length, resetMs: oldest + windowMs - now };
  }

  /** How many callers are remembered. */
  get callers(): number {
    return this.#size;
  }

  #classOf(requests: number): Callers {
    const index = requests >= this.#settings.limit ? this.#classes.length - 1 : Math.floor(Math.log2(requests));
    const callers = this.#classes[index];
    if (callers === undefined) throw new RangeError(`no class for ${requests} requests`);
    return callers;
  }

  /** A window holds its beginning and not its end: a request exactly one window ago makes room now. */
  #dropOver(moments: number[], now: number): void {
    const begin = now - this.#settings.windowMs;
    const first = moments.findIndex((moment) => moment > begin);
    moments.splice(0, first === -1 ? moments.length : first);
  }

  #forget(now: number): void {
    const begin = now - this.#settings.windowMs;
    const isOver = (moments: readonly number[]): boolean => (moments.at(-1) ?? 0) <= begin;
    for (const callers of this.#classes) {
      for (let { oldest } = callers; oldest !== undefined && isOver(oldest.value); oldest = callers.oldest)
        this.#drop(callers, oldest.key);
    }
    if (this.#size > this.#callersMax) this.#dropQuietest();
  }

  #dropQuietest(): void {
    // Every class keeps a share, or a few busy callers could see to it that new ones are forgotten at once.
    const share = Math.max(1, this.#callersMax / (2 * this.#classes.length));
    const callers = this.#classes.find(({ size }) => size > share);
    if (callers?.oldest !== undefined) this.#drop(callers, callers.oldest.key);
  }

  #drop(callers: Callers, caller: string): void {
    callers.delete(caller);
    this.#size -= 1;
  }
}
