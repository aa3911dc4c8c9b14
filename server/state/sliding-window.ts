// The keyless limit, exact in every window: keeps the times of each caller's admitted requests. Unlike a counter that is reset
// each minute, it never admits more than the limit in any 60 seconds.
import { LRUCache } from 'lru-cache';
import type { WindowLimit } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import type { WindowAdmission } from './store.ts';

const usualCallersMax = 100_000;

/** Times, oldest first, by caller; the callers in the order of their last admitted request. */
type Moments = LRUCache<string, number[]>;

export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #quiet: Moments;
  /** Callers with half of the limit or more: a flood of other addresses does not evict them. */
  readonly #busy: Moments;

  /** The maximum number of remembered quiet callers, and of busy ones; beyond it the least recent one is forgotten. */
  constructor({ limit, windowMs }: WindowLimit, clock: Clock, callersMax = usualCallersMax) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#quiet = new LRUCache({ max: callersMax });
    this.#busy = new LRUCache({ max: callersMax });
  }

  /** Decides on one request of a caller, and counts it if there is room. A refused request is not counted and prolongs nothing. */
  admit(caller: string): WindowAdmission {
    const now = this.#clock.monotonic();
    const begin = now - this.#windowMs;
    const moments = this.#busy.peek(caller) ?? this.#quiet.peek(caller) ?? [];
    // The window includes its beginning and excludes its end: a request exactly one window ago makes room now.
    while (moments[0] !== undefined && moments[0] <= begin) moments.shift();
    const admitted = moments.length < this.#limit;
    if (admitted) {
      moments.push(now);
      this.#keep(caller, moments);
      forgetBefore(this.#quiet, begin);
      forgetBefore(this.#busy, begin);
    }
    const oldest = moments[0] ?? now;
    // In this order: with fractional times, `oldest + windowMs - now` can exceed the window.
    return { admitted, used: moments.length, resetMs: this.#windowMs - (now - oldest) };
  }

  /** The number of remembered callers. */
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
