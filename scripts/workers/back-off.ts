// How long to wait before a worker that ended is replaced: not at all the first time, then ever longer, so that one that cannot
// live does not take the processor from the others.

const firstMs = 1_000;
const longestMs = 30_000;
/** One that served for so long is taken for one that could live. */
const soundMs = 60_000;

export class BackOff {
  #ends = 0;

  /** Milliseconds until the next start, after a worker that served for `servedMs`. */
  next(servedMs: number): number {
    if (servedMs >= soundMs) this.#ends = 0;
    this.#ends += 1;
    return this.#ends === 1 ? 0 : Math.min(firstMs * 2 ** (this.#ends - 2), longestMs);
  }
}
