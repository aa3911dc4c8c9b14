// The log of a process: JSON lines on standard output, or text for a person.
import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from './config.ts';

/**
 * Lines are written in batches: single writes took a fifth of the time of a busy server (`npm run bench -- --only serve`). Each
 * write runs on another thread, so the server may have to wait for its core. A process writes its buffered lines before it exits,
 * even in a crash; a killed process loses at most the lines of this interval.
 */
const writtenAfter = { bytes: 2 ** 16, ms: 100 } as const;
/** If the reader of the log stops reading, lines beyond this bound are dropped to limit memory. */
const waitingBytesMax = 16 * 2 ** 20;

/** `logTo` replaces standard output. */
export function loggerFor({ logLevel }: Pick<Settings, 'logLevel'>, logTo?: DestinationStream | undefined): Logger {
  if (logTo !== undefined) return pino({ level: logLevel }, logTo);
  // On a terminal a person reads the log, elsewhere a program does. Production installations have no pino-pretty.
  if (process.stdout.isTTY && isPrettyPrinterHere())
    return pino({ level: logLevel, transport: { target: 'pino-pretty' } });
  return loggerInto(process.stdout.fd, logLevel);
}

function isPrettyPrinterHere(): boolean {
  try {
    createRequire(import.meta.url).resolve('pino-pretty');
    return true;
  } catch {
    return false;
  }
}

/** Writes to a file descriptor, and reports the number of dropped lines once there is room again. */
export function loggerInto(descriptor: number, level: string): Logger {
  const destination = pino.destination({
    fd: descriptor,
    sync: false,
    minLength: writtenAfter.bytes,
    maxWrite: writtenAfter.bytes + 1,
    periodicFlush: writtenAfter.ms,
    maxLength: waitingBytesMax,
    contentMode: 'buffer',
  });
  const { flushSync, write } = destination;
  // SonicBoom would count the bytes of waiting text again with every new line.
  destination.write = (line) => Reflect.apply(write, destination, [Buffer.from(line)]);
  const log = pino({ level }, destination);
  // A full disk does not end the process: lines are written later, as long as there is room for them …
  destination.on('error', () => {
    destination.flushSync = () => undefined;
  });
  // … but a process that is exiting must not wait: SonicBoom's `flushSync` would retry forever.
  destination.on('write', () => {
    destination.flushSync = flushSync;
  });
  let leftOut = 0;
  destination.on('drop', () => {
    leftOut += 1;
  });
  destination.on('drain', () => {
    if (leftOut === 0) return;
    const lines = leftOut;
    leftOut = 0;
    log.warn({ lines }, 'lines were left out because the log was not read fast enough');
  });
  return log;
}

/** Waits until the lines so far are written, or have failed. */
export const written = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()));
