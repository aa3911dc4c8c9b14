// Time, passed in so that tests can move it.
export const systemClock = { now: () => Date.now(), monotonic: () => performance.now() };
