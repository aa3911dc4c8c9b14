// The limit for callers without a key. It keeps the times of each caller's admitted requests. Unlike a counter that is reset each
// minute, it never admits more than the limit in any 60 seconds.
import { LRUCache } from 'lru-cache';
import type { WindowLimit } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import type { WindowAdmission } from './store.ts';

const usualCallersMax = 100_000;

/** Caller → the times of its admitted requests, oldest first. The callers are in the order of their last admitted request. */
type Moments = LRUCache<string, number[]>;

export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #clock: Clock;
  readonly #quiet: Moments;
  /** Callers that have used half of the limit or more. They are kept apart, so that a flood of other addresses does not evict them. */
  readonly #busy: Moments;

  /** `callersMax` is the maximum number of quiet callers, and also of busy ones. Beyond it the least recent caller is forgotten. */
  constructor({ limit, windowMs }: WindowLimit, clock: Clock, callersMax = usualCallersMax) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#clock = clock;
    this.#quiet = new LRUCache({ max: callersMax });
    this.#busy = new LRUCache({ max: callersMax });
  }

  /** Decides on one request of a caller, and counts it if it is admitted. A refused request does not prolong the wait. */
  admit(caller: string): WindowAdmission {
    const now = this.#clock.monotonic();
    const begin = now - this.#windowMs;
    const moments = this.#busy.peek(caller) ?? this.#quiet.peek(caller) ?? [];
    // A request exactly one window ago no longer counts.
    while (moments[0] !== undefined && moments[0] <= begin) moments.shift();
    const admitted = moments.length < this.#limit;
    if (admitted) {
      moments.push(now);
      this.#keep(caller, moments);
      forgetBefore(this.#quiet, begin);
      forgetBefore(this.#busy, begin);
    }
    const oldest = moments[0] ?? now;
    // The order of the operations matters: with fractional times, rounding can make `oldest + windowMs - now` exceed the window.
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
