// What becomes of a process in which something was thrown that nobody caught. Nobody knows what state it is in, so it ends; but
// what it has taken is still answered, and whoever runs it starts another.
import type { Running } from '../server/main.ts';

/** Longer than the server needs to close by itself. */
const closingMs = 10_000;

/**
 * From now on, a fault that nobody caught ends the process with 1, after it was logged once and the server is closed. Promises
 * that are rejected and that nobody waits for come here as well (Node's default for unhandled rejections).
 */
export function endOnCrash({ log, close }: Running, graceMs: number): void {
  let isEnding = false;
  process.on('uncaughtException', (error, origin) => {
    if (isEnding) {
      // Perhaps the same in every request that is still answered.
      log.debug({ err: error, origin }, 'one more fault that nobody caught');
      return;
    }
    isEnding = true;
    log.fatal({ err: error, origin }, 'a fault that nobody caught; stopping');
    const end = (): void => process.exit(1);
    setTimeout(end, closingMs).unref();
    void close({ graceMs }).then(end, end);
  });
}
