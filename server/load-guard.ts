// Watches how late the event loop is and, when it does not keep up, says which requests to refuse until it does. Refusing is
// cheap, so that the others are still answered soon, instead of all of them too late.

/** What is known of the event loop; no request is refused at first. */
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
/** One pause, such as a collection of garbage, is no load: a second late sample, and so much in all, is. */
const standingMs = 1_000;
/** How much of what is still admitted is refused, too, after a late sample; and how much is admitted again after one in time. */
const raise = 0.3;
const lower = 0.0125;
/**
 * A process that just started answers slowly while V8 compiles what is used for the first time. Who begins to send to it would be
 * refused for a load that is over by itself, and in a rolling restart there is nobody else to ask.
 */
const settlesWithinMs = 10_000;
/** Some are always admitted, so that it shows when the load is over. */
const shareMax = 0.95;

/** What is known after a sample that came so late, in milliseconds. Pure. */
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
  /** Asked once for a request: whether this one is to be refused. */
  refuses(): boolean;
  stop(): void;
}

/** For a server whose event loop does other work as well, which holds up nobody but its author. */
export const lenientGuard: LoadGuard = { share: 0, refuses: () => false, stop: () => undefined };

/** Milliseconds that only go on. */
type Monotonic = () => number;

/**
 * Watches until it is stopped; `tell` hears when the first requests are to be refused, and when none are any more. What comes late
 * within `settlingMs` from now is not counted.
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
