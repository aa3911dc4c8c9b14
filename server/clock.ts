// The clock of the server. It is passed in as a parameter, so that tests can set the time.

export interface Clock {
  /** The time of day, in milliseconds since 1970-01-01T00:00:00Z. It can jump when the system clock is set. */
  now(): number;
  /** A monotonic clock in milliseconds; only differences between readings are meaningful. */
  monotonic(): number;
}

/** Returns a function that writes a time as ISO 8601. It caches the last text: a busy server answers many requests per millisecond. */
export function timestampWriter(): (atMs: number) => string {
  let last = { atMs: 0, text: new Date(0).toISOString() };
  return (atMs) => {
    if (last.atMs !== atMs) last = { atMs, text: new Date(atMs).toISOString() };
    return last.text;
  };
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
