// The log of a process: JSON lines on standard output, or text for a person.
import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from './config.ts';

/**
 * Lines are written together: one by one they took a fifth of the time of a busy server (`npm run bench -- --only serve`), and each
 * time, as they are written by another thread, the server may have to wait for its core. A process that ends, even by a crash,
 * writes what it has first; one that is killed loses the lines of this time at most.
 */
const writtenAfter = { bytes: 2 ** 16, ms: 100 } as const;
/** The reader of the log may stop reading. Lines beyond this are dropped, so that they do not fill the memory. */
const waitingBytesMax = 16 * 2 ** 20;

/** `logTo` takes the place of standard output. */
export function loggerFor({ logLevel }: Pick<Settings, 'logLevel'>, logTo?: DestinationStream | undefined): Logger {
  if (logTo !== undefined) return pino({ level: logLevel }, logTo);
  // On a terminal a person reads the log; everywhere else a program does. Where Stele only serves, pino-pretty is not installed.
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

/** Writes to a descriptor, and says how many lines were left out once there is room again. */
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
  // Of lines that wait as text, SonicBoom would count the bytes anew with every one that comes.
  destination.write = (line) => Reflect.apply(write, destination, [Buffer.from(line)]);
  const log = pino({ level }, destination);
  // A full disk does not end the process: lines are written again later, as far as there is room for them …
  destination.on('error', () => {
    destination.flushSync = () => undefined;
  });
  // … but not by a process that wants to end: SonicBoom's `flushSync` would try for ever.
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

/** Waits for the lines so far, or for the fault that keeps them from being written. */
export const written = (log: Logger): Promise<void> => new Promise((resolve) => log.flush(() => resolve()));
