// The log of a process: JSON lines on standard output, or formatted text on a terminal.
import { createRequire } from 'node:module';
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';

/**
 * Lines are buffered and written at this size or after this time. One write per line took a fifth of the time of a busy server
 * (`npm run bench -- --only serve`), because each write runs on another thread, which competes for the core. A process writes its
 * buffered lines before it exits, even in a crash; a killed process loses the lines of one such interval at most.
 */
const writtenAfter = { bytes: 2 ** 16, ms: 100 } as const;
/** If the reader of the log stops reading, lines beyond this bound are dropped to limit memory. */
const waitingBytesMax = 16 * 2 ** 20;

/** The part of a logger that most of the server needs. */
export interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** `logTo` replaces standard output. */
export function loggerFor({ logLevel }: { logLevel: LevelWithSilent }, logTo?: DestinationStream | undefined): Logger {
  if (logTo !== undefined) return pino({ level: logLevel }, logTo);
  // On a terminal a person reads the log, so it is formatted if pino-pretty is installed. Production installations do not have it.
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
  // Given strings, SonicBoom would count the bytes of all buffered lines again for each new line.
  destination.write = (line) => Reflect.apply(write, destination, [Buffer.from(line)]);
  const log = pino({ level }, destination);
  // A full disk does not end the process: lines stay in the buffer, within its bound, and are written later. But `flushSync`, which runs
  // when the process exits, would retry forever. So after an error `flushSync` does nothing until a write succeeds again.
  destination.on('error', () => {
    destination.flushSync = () => undefined;
  });
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
    log.warn({ lines }, 'log lines were dropped, because the reader of the log is too slow');
  });
  return log;
}

/** Resolves when all lines logged so far are written, or when writing them has failed. */
export const written = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()));
