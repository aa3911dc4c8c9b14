// The keyless limit, exact in every window: a log of the moments at which each caller was let through. Unlike a counter
// that starts anew each minute, no 60 seconds ever hold more than the limit, wherever they begin.
import type { Clock } from '../clock.ts';

export interface WindowLimit {
  /** How many requests a caller may make in any window. */
  limit: number;
  windowMs: number;
}

export interface Admission {
  /** Whether this request is within the limit. A refused one does not count and prolongs nothing. */
  admitted: boolean;
  /** How many more are admitted right now. */
  remaining: number;
  /** Milliseconds until the oldest counted request leaves the window and makes room; > 0. */
  resetMs: number;
}

/** Callers remembered at most. Beyond it the one that was let through longest ago is forgotten first. */
const callersMax = 100_000;

export class SlidingWindow {
  readonly #settings: WindowLimit;
  readonly #clock: Clock;
  /** Caller → the moments of its requests in the window, oldest first. In order of the last admission. */
  readonly #moments = new Map<string, number[]>();

  constructor(settings: WindowLimit, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Asks for one request of a caller, and counts it if there is room. */
  admit(caller: string): Admission {
    const { limit, windowMs } = this.#settings;
    const now = this.#clock.monotonic();
    const moments = this.#inWindow(caller, now);
    const admitted = moments.length < limit;
    if (admitted) {
      moments.push(now);
      // Last in the map's order, so that forgetting starts with whoever was quiet for longest.
      this.#moments.delete(caller);
      this.#moments.set(caller, moments);
      this.#forget(now);
    }
    const oldest = moments[0] ?? now;
    return { admitted, remaining: limit - moments.length, resetMs: oldest + windowMs - now };
  }

  /** How many callers are remembered. */
  get callers(): number {
    return this.#moments.size;
  }

  #inWindow(caller: string, now: number): number[] {
    const moments = this.#moments.get(caller) ?? [];
    const begin = now - this.#settings.windowMs;
    // A request exactly one window ago still shares a closed window with this one.
    const first = moments.findIndex((moment) => moment > begin);
    return first === -1 ? [] : moments.slice(first);
  }

  #forget(now: number): void {
    const begin = now - this.#settings.windowMs;
    for (const [caller, moments] of this.#moments) {
      const isOver = (moments.at(-1) ?? 0) <= begin;
      if (!isOver && this.#moments.size <= callersMax) break;
      this.#moments.delete(caller);
    }
  }
}
