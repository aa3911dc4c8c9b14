// Measures how late the event loop is and, while it does not keep up, refuses a share of the requests. Refusing is cheap, so that the
// others are still answered soon, instead of all of them too late.

/** The state of the guard; no request is refused at first. */
export interface Load {
  /** The share of requests that are refused, from 0 to `shareMax`. */
  readonly share: number;
  /** How many samples in a row came late, and how late they were together, in milliseconds. */
  readonly lateSamples: number;
  readonly lateMs: number;
}

export const noLoad: Load = { share: 0, lateSamples: 0, lateMs: 0 };

/** How often a sample is taken while the loop keeps up. */
const sampleEveryMs = 50;
/** Requests wait about as long as a sample is late. Later than this is too late … */
const tooLateMs = 200;
/** … and with less the loop keeps up again. Between the two nothing changes. */
const inTimeMs = 50;
/** A single pause, such as a garbage collection, is no overload: two late samples in a row are, with so much delay in all. */
const standingMs = 1_000;
/** The part of the admitted requests that a late sample adds to the refused ones; and the share that a sample in time admits again. */
const raise = 0.3;
const lower = 0.0125;
/**
 * A new process answers slowly while V8 compiles its code. Callers would be refused for a load that ends by itself, and in a rolling
 * restart there is no other process to ask.
 */
const settlesWithinMs = 10_000;
/** Some requests are always admitted, so that the guard notices the end of the load. */
const shareMax = 0.95;

/** The state after a sample that came `sampleMs` milliseconds late. Pure. */
export function loadAfter({ share, lateSamples, lateMs }: Load, sampleMs: number): Load {
  if (sampleMs >= tooLateMs) {
    const late = { lateSamples: lateSamples + 1, lateMs: lateMs + sampleMs };
    const isStanding = share > 0 || (late.lateSamples > 1 && late.lateMs >= standingMs);
    return { share: isStanding ? Math.min(shareMax, share + (1 - share) * raise) : 0, ...late };
  }
  const isInTime = sampleMs < inTimeMs;
  return { share: isInTime ? Math.max(0, share - lower) : share, lateSamples: 0, lateMs: 0 };
}

export interface LoadGuard {
  /** The share of requests that are refused at present, from 0 to 1. */
  readonly share: number;
  /** Called once for each request: whether to refuse this one. */
  refuses(): boolean;
  stop(): void;
}

/** For a server whose event loop does other work as well, such as `stele dev`. */
export const lenientGuard: LoadGuard = { share: 0, refuses: () => false, stop: () => undefined };

/** Milliseconds of a clock that never goes back. */
type Monotonic = () => number;

/**
 * Measures until it is stopped; calls `tell` when the first requests are to be refused, and when no more are. Samples within
 * `settlingMs` from now do not count.
 */
export function watchLoad(
  tell: (isRefusing: boolean) => void,
  now: Monotonic = () => performance.now(),
  settlingMs = settlesWithinMs,
): LoadGuard {
  const settledMs = now() + settlingMs;
  let load = noLoad;
  let dueMs = now() + sampleEveryMs;
  let credit = 0;
  const timer = setInterval(() => {
    const nowMs = now();
    const wasRefusing = load.share > 0;
    if (nowMs >= settledMs) load = loadAfter(load, nowMs - dueMs);
    dueMs = nowMs + sampleEveryMs;
    if (wasRefusing !== load.share > 0) tell(load.share > 0);
  }, sampleEveryMs);
  // It keeps no process alive.
  timer.unref();
  return {
    get share() {
      return load.share;
    },
    refuses() {
      if (load.lateSamples === 0 && load.share === 0) return false;
      // Many requests can be taken in one turn of the loop, and no sample between them: the next one is late already.
      const overdueMs = now() - dueMs;
      const { share } = overdueMs >= tooLateMs ? loadAfter(load, overdueMs) : load;
      // Spread evenly, and without chance.
      credit = share === 0 ? 0 : credit + share;
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
    stop: () => clearInterval(timer),
  };
}
