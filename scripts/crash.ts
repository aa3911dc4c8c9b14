// Handles uncaught errors. After one, the state of the process is unknown. The process therefore finishes the requests that it has
// accepted and exits; its supervisor starts a new process.
import type { Running } from '../server/main.ts';

/** The time after which the process exits even if the server has not closed. A server needs less time to close. */
const closingMs = 10_000;

/**
 * Installs the handler: an uncaught error is logged once, the server closes, and the process exits with 1. By Node's default, an
 * unhandled rejection is an uncaught error too.
 */
export function endOnCrash({ log, close }: Running, graceMs: number): void {
  let isEnding = false;
  process.on('uncaughtException', (error, origin) => {
    if (isEnding) {
      // Logged at debug level only, because every running request may throw the same error.
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
