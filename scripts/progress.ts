// Shows how far a long run is, on standard error: one line that is rewritten on a terminal, else a line now and then.
// Compiling holds the event loop, so nothing here waits for a timer: it writes when it is told of a file.

import { performance } from 'node:perf_hooks';
import type { Language } from '../build/edition/vocabulary.ts';
import type { CommandIo } from './command-io.ts';
import { progressMeter, type Work } from './progress-text.ts';

export interface Progress {
  update(done: number, total: number): void;
  /** Clears what was shown. */
  end(): void;
}

export interface ProgressOptions {
  locale: Language;
  /** True for what programs read, and for who asked for quiet. */
  silent: boolean;
  /** The time in milliseconds since any moment; never runs backwards. */
  now?: () => number;
}

/** How long a run is before anything is said of it, and how often then. */
const onTerminal = { quietMs: 300, everyMs: 100 };
const elsewhere = { quietMs: 5000, everyMs: 5000 };
/** Erases from the cursor to the end of the line (ECMA-48, EL). */
const eraseLine = '\u001b[K';

export function showProgress(
  { stderr, env }: Pick<CommandIo, 'stderr' | 'env'>,
  work: Work,
  { locale, silent, now = performance.now.bind(performance) }: ProgressOptions,
): Progress {
  if (silent) return { update: () => undefined, end: () => undefined };
  const rewrites = stderr.isTTY === true && env.TERM !== 'dumb';
  const { quietMs, everyMs } = rewrites ? onTerminal : elsewhere;
  const meter = progressMeter(work, locale);
  let dueMs = now() + quietMs;
  let isShown = false;
  return {
    update(done, total) {
      const nowMs = now();
      const text = meter(done, total, nowMs);
      // The last file is worth a line by itself where lines are rewritten: what comes then is not counted.
      const isLast = rewrites && isShown && done === total;
      if (nowMs < dueMs && !isLast) return;
      dueMs = nowMs + everyMs;
      isShown = true;
      stderr.write(rewrites ? `\r${fitting(text, stderr.columns ?? 0)}${eraseLine}` : `${text}\n`);
    },
    end() {
      if (rewrites && isShown) stderr.write(`\r${eraseLine}`);
    },
  };
}

/** A line that wrapped could not be rewritten; Chinese characters are two columns wide. */
function fitting(text: string, columns: number): string {
  let room = (columns > 0 ? columns : 80) - 1;
  let end = 0;
  for (const character of text) {
    room -= character > '\u2e7f' ? 2 : 1;
    if (room < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}
