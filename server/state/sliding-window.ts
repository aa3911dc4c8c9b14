// The keyless limit, exact in every window: the moments at which each caller was let through. Unlike a counter that starts anew
// each minute, no 60 seconds ever hold more than the limit, wherever they begin.
import { LRUCache } from 'lru-cache';
import type { WindowLimit } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import type { WindowAdmission } from './store.ts';

const usualCallersMax = 100_000;

/** Moments, oldest first, by caller; the callers in the order of their last request that was let through. */
type Moments = LRUCache<string, number[]>;

export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #quiet: Moments;
  /** Those with half of the limit or more: a flood of other addresses does not make the server forget them. */
  readonly #busy: Moments;

  /** So many quiet callers are remembered, and as many busy ones; beyond that the one whose last request is the oldest is forgotten. */
  constructor({ limit, windowMs }: WindowLimit, clock: Clock, callersMax = usualCallersMax) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#quiet = new LRUCache({ max: callersMax });
    this.#busy = new LRUCache({ max: callersMax });
  }

  /** Asks for one request of a caller, and counts it if there is room. A refused one does not count and prolongs nothing. */
  admit(caller: string): WindowAdmission {
    const now = this.#clock.monotonic();
    const begin = now - this.#windowMs;
    const moments = this.#busy.peek(caller) ?? this.#quiet.peek(caller) ?? [];
    // The window holds its beginning and not its end: a request exactly one window ago makes room now.
    while (moments[0] !== undefined && moments[0] <= begin) moments.shift();
    const admitted = moments.length < this.#limit;
    if (admitted) {
      moments.push(now);
      this.#keep(caller, moments);
      forgetBefore(this.#quiet, begin);
      forgetBefore(this.#busy, begin);
    }
    const oldest = moments[0] ?? now;
    // In this order: of moments with fractions, `oldest + windowMs - now` can come out as more than the window.
    return { admitted, used: moments.length, resetMs: this.#windowMs - (now - oldest) };
  }

  /** How many callers are remembered. */
  get callers(): number {
    return this.#quiet.size + this.#busy.size;
  }

  #keep(caller: string, moments: number[]): void {
    const isBusy = 2 * moments.length >= this.#limit;
    (isBusy ? this.#busy : this.#quiet).set(caller, moments);
    (isBusy ? this.#quiet : this.#busy).delete(caller);
  }
}

function forgetBefore(callers: Moments, begin: number): void {
  for (const oldest of callers.rkeys()) {
    if ((callers.peek(oldest)?.at(-1) ?? begin) > begin) return;
    callers.delete(oldest);
  }
}
