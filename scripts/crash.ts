// Handles uncaught errors. The state of the process is unknown then, so it ends: it finishes the requests it has accepted, and its
// supervisor starts another process.
import type { Running } from '../server/main.ts';

/** Longer than the server needs to close. */
const closingMs = 10_000;

/**
 * Installs the handler: an uncaught error is logged once, the server closes, and the process exits with 1. Unhandled rejections are
 * uncaught errors too (Node's default).
 */
export function endOnCrash({ log, close }: Running, graceMs: number): void {
  let isEnding = false;
  process.on('uncaughtException', (error, origin) => {
    if (isEnding) {
      // Perhaps the same error in every request that is still running.
      log.debug({ err: error, origin }, 'another uncaught error while stopping');
      return;
    }
    isEnding = true;
    log.fatal({ err: error, origin }, 'uncaught error; stopping');
    const end = (): void => process.exit(1);
    setTimeout(end, closingMs).unref();
    void close({ graceMs }).then(end, end);
  });
}
