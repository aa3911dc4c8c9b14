// Measures event-loop delay. Under overload the server refuses a share of the requests, which costs little, so that it answers the other
// requests in time.

export interface Load {
  /** The share of requests that are refused, from 0 to `shareMax`. */
  readonly share: number;
  /** The number of consecutive late samples, and their total delay in milliseconds. */
  readonly lateSamples: number;
  readonly lateMs: number;
}

export const noLoad: Load = { share: 0, lateSamples: 0, lateMs: 0 };

const sampleEveryMs = 50;
/**
 * A sample is the time by which a timer fires late; requests wait about as long. From `tooLateMs` on, a sample counts as late and can
 * raise the share of refused requests; a sample under `inTimeMs` lowers that share; anything between leaves it as it is.
 */
const tooLateMs = 200;
const inTimeMs = 50;
/** Two or more late samples in a row with this total delay are overload. A single pause, such as a garbage collection, is not. */
const standingMs = 1_000;
/** A late sample adds `raise` times the admitted share to the refused share. A sample under `inTimeMs` subtracts `lower` from it. */
const raise = 0.3;
const lower = 0.0125;
/** Some requests are always admitted, so that the end of the overload can be measured. */
const shareMax = 0.95;
/**
 * For this time after the start nothing is refused. A new process is slow until V8 has compiled its code, and in a rolling restart
 * no other process can take its requests.
 */
const settlesWithinMs = 10_000;

/** The load after a sample that came `sampleMs` milliseconds late. */
export function loadAfter({ share, lateSamples, lateMs }: Load, sampleMs: number): Load {
  if (sampleMs < tooLateMs)
    return { share: sampleMs < inTimeMs ? Math.max(0, share - lower) : share, lateSamples: 0, lateMs: 0 };
  const late = { lateSamples: lateSamples + 1, lateMs: lateMs + sampleMs };
  const isStanding = share > 0 || (late.lateSamples > 1 && late.lateMs >= standingMs);
  return { share: isStanding ? Math.min(shareMax, share + (1 - share) * raise) : 0, ...late };
}

export interface LoadGuard {
  /** The share of requests that are refused at present, from 0 to 1. */
  readonly share: number;
  /** Whether to refuse a request. Must be called exactly once for each request. */
  refuses(): boolean;
  stop(): void;
}

/** Refuses nothing. For a server whose event loop also does other work, such as `stele dev`. */
export const lenientGuard: LoadGuard = { share: 0, refuses: () => false, stop: () => undefined };

/** Measures the load until it is stopped. Calls `tell` when refusals begin and when they end. */
export function watchLoad(
  tell: (isRefusing: boolean) => void,
  now: () => number = () => performance.now(),
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
  }, sampleEveryMs).unref();
  return {
    get share() {
      return load.share;
    },
    refuses() {
      // Spreads refusals evenly over the requests, without randomness: each request adds the share to `credit`, and each refusal costs 1.
      credit = load.share === 0 ? 0 : credit + load.share;
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
    stop: () => clearInterval(timer),
  };
}
