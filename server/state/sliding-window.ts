// The keyless limit, exact in every window: a log of the moments at which each caller was let through. Unlike a counter
// that starts anew each minute, no 60 seconds ever hold more than the limit, wherever they begin.
import type { WindowLimit } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import { none, RecencyLists } from './recency-lists.ts';

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

export class SlidingWindow {
  readonly #settings: WindowLimit;
  readonly #clock: Clock;
  readonly #callersMax: number;
  /** Caller → a number of its own while it is remembered: the place under which the rest is kept. */
  readonly #places = new Map<string, number>();
  readonly #callers: string[] = [];
  readonly #freePlaces: number[] = [];
  /** Place → the moment of the last request that was admitted. */
  readonly #newest: Float64Array;
  /** Place → the moments of all requests in the window, oldest first. Not for those with one: in a flood nearly all have one. */
  readonly #several = new Map<number, number[]>();
  /**
   * Callers by how much they have used, each class twice the one before, so that forgetting begins with those who used
   * least: nobody gets room anew by sending from many other addresses. A class is in order of the last admission.
   */
  readonly #classes: RecencyLists;
  readonly #classCount: number;

  constructor(settings: WindowLimit, clock: Clock, callersMax = usualCallersMax) {
    this.#settings = settings;
    this.#clock = clock;
    this.#callersMax = callersMax;
    // One more than needed: those without any room left are in a class of their own.
    this.#classCount = Math.floor(Math.log2(settings.limit)) + 2;
    // One more than stay: a new caller is taken in before another one is forgotten.
    this.#classes = new RecencyLists(this.#classCount, callersMax + 1);
    this.#newest = new Float64Array(callersMax + 1);
  }

  /** Asks for one request of a caller, and counts it if there is room. */
  admit(caller: string): Admission {
    const { limit, windowMs } = this.#settings;
    const now = this.#clock.monotonic();
    const known = this.#places.get(caller);
    const moments = known === undefined ? [] : this.#momentsAt(known, now);
    const admitted = moments.length < limit;
    if (admitted) {
      moments.push(now);
      this.#keep(known ?? this.#takePlace(caller), moments, now);
      this.#forget(now);
    }
    const oldest = moments[0] ?? now;
    // In this order: of moments with fractions, `oldest + windowMs - now` can come out as more than the window.
    return { admitted, remaining: limit - moments.length, resetMs: windowMs - (now - oldest) };
  }

  /** How many callers are remembered. */
  get callers(): number {
    return this.#places.size;
  }

  /** Those in the window. It holds its beginning and not its end: a request exactly one window ago makes room now. */
  #momentsAt(place: number, now: number): number[] {
    const begin = now - this.#settings.windowMs;
    const moments = this.#several.get(place) ?? [this.#newest[place] ?? 0];
    const first = moments.findIndex((moment) => moment > begin);
    moments.splice(0, first === -1 ? moments.length : first);
    return moments;
  }

  #takePlace(caller: string): number {
    const place = this.#freePlaces.pop() ?? this.#callers.length;
    this.#callers[place] = caller;
    this.#places.set(caller, place);
    return place;
  }

  #keep(place: number, moments: number[], now: number): void {
    this.#newest[place] = now;
    if (moments.length > 1) this.#several.set(place, moments);
    else this.#several.delete(place);
    this.#classes.put(place, this.#classOf(moments.length));
  }

  #classOf(requests: number): number {
    return requests >= this.#settings.limit ? this.#classCount - 1 : Math.floor(Math.log2(requests));
  }

  #forget(now: number): void {
    const begin = now - this.#settings.windowMs;
    for (let index = 0; index < this.#classCount; index += 1) {
      let place = this.#classes.oldest(index);
      while (place !== none && (this.#newest[place] ?? 0) <= begin) {
        this.#drop(place);
        place = this.#classes.oldest(index);
      }
    }
    if (this.#places.size > this.#callersMax) this.#dropQuietest();
  }

  #dropQuietest(): void {
    // Every class keeps a share, or a few busy callers could see to it that new ones are forgotten at once.
    const share = Math.max(1, this.#callersMax / (2 * this.#classCount));
    for (let index = 0; index < this.#classCount; index += 1) {
      if (this.#classes.size(index) <= share) continue;
      this.#drop(this.#classes.oldest(index));
      return;
    }
  }

  #drop(place: number): void {
    this.#places.delete(this.#callers[place] ?? '');
    this.#callers[place] = '';
    this.#several.delete(place);
    this.#classes.remove(place);
    this.#freePlaces.push(place);
  }
}
