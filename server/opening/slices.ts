// Work on the event loop in slices, so that whoever waits for an answer waits for no more than one of them.
import { setImmediate } from 'node:timers/promises';

/** How long a slice may take, in milliseconds; what was begun is carried on to its next `yield`. */
const sliceMs = 4;

/** Runs a generator to its end. Other events have their turn after every slice. */
export async function inSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const untilMs = performance.now() + sliceMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < untilMs);
    await setImmediate();
  }
}
