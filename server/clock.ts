// Time, passed in so that tests can move it.

export interface Clock {
  /** The calendar: milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** A clock that never goes back, in milliseconds; only differences mean anything. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
