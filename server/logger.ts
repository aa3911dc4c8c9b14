// The log of a process: JSON lines on standard output, or text for a person.
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from './config.ts';

/** `logTo` takes the place of standard output. */
export function loggerFor({ logLevel }: Pick<Settings, 'logLevel'>, logTo?: DestinationStream | undefined): Logger {
  if (logTo !== undefined) return pino({ level: logLevel }, logTo);
  // On a terminal a person reads the log; everywhere else a program does.
  return process.stdout.isTTY
    ? pino({ level: logLevel, transport: { target: 'pino-pretty' } })
    : pino({ level: logLevel });
}
