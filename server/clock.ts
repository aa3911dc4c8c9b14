// The clock of the server. It is passed in as a parameter, so that tests can set the time.

export interface Clock {
  /** The time of day, in milliseconds since 1970-01-01T00:00:00Z. It can jump when the system clock is set. */
  now(): number;
  /** A monotonic clock in milliseconds; only differences between readings are meaningful. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
