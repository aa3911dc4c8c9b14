// Shows progress on standard error: on a terminal one line that is rewritten, elsewhere a new line every few seconds. Compiling blocks
// the event loop, so timers would not run; the line is written when the compiler reports a file.

import { performance } from 'node:perf_hooks';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import { counted } from '../build/report.ts';
import type { CommandIo } from './command-io.ts';
import { cutTo } from './text-table.ts';

export interface Progress {
  update(done: number, total: number): void;
  /** Clears the progress line. */
  end(): void;
}

export interface ProgressOptions {
  locale: Language;
  /** True for machine-readable output and --quiet. */
  silent: boolean;
  /** Returns a monotonic time in milliseconds. */
  now?: () => number;
}

/** `quietMs` is the delay before the first output, `everyMs` the interval after it. */
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
  let first: { done: number; ms: number } | undefined;
  let dueMs = now() + quietMs;
  let isShown = false;
  return {
    update(done, total) {
      const nowMs = now();
      // The rate is measured from the first file on, so that loading the program is not part of it.
      first ??= { done, ms: nowMs };
      // On a terminal the last file is always shown, because work continues after it without further reports.
      const isLast = rewrites && isShown && done === total;
      if (nowMs < dueMs && !isLast) return;
      dueMs = nowMs + everyMs;
      isShown = true;
      const leftMs = ((nowMs - first.ms) / (done - first.done)) * (total - done);
      const text = inLocale(done < total ? underWay(work, done, total, leftMs) : finished(work, total), locale);
      stderr.write(rewrites ? `\r${cutTo(text, (stderr.columns || 80) - 1)}${eraseLine}` : `${text}\n`);
    },
    end() {
      if (rewrites && isShown) stderr.write(`\r${eraseLine}`);
    },
  };
}

export interface Work {
  /** The words while files are being processed, such as `compiling`. */
  doing: Bilingual;
  /** The words after the last file, while the work goes on, such as `putting the edition together`. */
  after: Bilingual;
}

/** A line such as `compiling 812 of 1580 files · 10 s left`. The remaining time follows from the mean rate so far. */
function underWay({ doing }: Work, done: number, total: number, leftMs: number): Bilingual {
  const seconds = Math.ceil(leftMs / 1000);
  const [count, zh, en] = seconds <= 90 ? [seconds, '秒', 's'] : [Math.ceil(seconds / 60), '分钟', 'min'];
  const isKnown = Number.isFinite(leftMs) && leftMs > 0;
  return {
    zh: `${doing.zh}：第 ${done} 个文件，共 ${total} 个${isKnown ? `，约剩 ${count} ${zh}` : ''}`,
    en: `${doing.en} ${done} of ${counted(total, 'file')}${isKnown ? ` · ${count} ${en} left` : ''}`,
  };
}

const finished = ({ after }: Work, total: number): Bilingual => ({
  zh: `${total} 个文件已完成，${after.zh}`,
  en: `${counted(total, 'file')} done, ${after.en}`,
});
