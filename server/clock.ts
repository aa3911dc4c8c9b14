// Time, passed in so that tests can move it.

export interface Clock {
  /** The calendar: milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** A monotonic clock in milliseconds; only differences between readings are meaningful. */
  monotonic(): number;
}

/** Writes times as ISO 8601. It caches the last one, because a busy server answers many requests in one millisecond. */
export function timestampWriter(): (atMs: number) => string {
  let last = { atMs: 0, text: new Date(0).toISOString() };
  return (atMs) => {
    if (last.atMs !== atMs) last = { atMs, text: new Date(atMs).toISOString() };
    return last.text;
  };
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
