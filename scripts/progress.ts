// Shows how far a long run is, on standard error: one line that is rewritten on a terminal, else a line now and then.
// Compiling holds the event loop, so nothing here waits for a timer: it writes when it is told of a file.

import { performance } from 'node:perf_hooks';
import type { Bilingual, Language } from '../build/edition/vocabulary.ts';
import { inLocale } from '../build/messages.ts';
import type { CommandIo } from './command-io.ts';

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

export interface Work {
  /** While files are left, such as `compiling`. */
  doing: Bilingual;
  /** When every file is done, but not yet the work, such as `putting the edition together`. */
  after: Bilingual;
}

/** The rate is that of the last seconds: a run is slow while it warms up, and one folder's articles are longer than another's. */
const windowMs = 10_000;
/** A rate of less than this is chance, and none is told. */
const settlingMs = 1000;
/** Moments nearer to each other than this say nothing new. */
const momentMs = 100;

interface Moment {
  done: number;
  nowMs: number;
}

/** A function that is told of every file and says how far the work is: `compiling 812 of 1,580 files · 74/s · 10 s left`. */
export function progressMeter(
  { doing, after }: Work,
  locale: Language,
): (done: number, total: number, nowMs: number) => string {
  // Beginning with the first file's end: what came before it, such as loading, says nothing of the rate.
  const moments: Moment[] = [];
  return (done, total, nowMs) => {
    const last = moments.at(-1);
    if (last === undefined || nowMs - last.nowMs >= momentMs) moments.push({ done, nowMs });
    while ((moments[1]?.nowMs ?? nowMs) < nowMs - windowMs) moments.shift();
    const [since = { done, nowMs }] = moments;
    if (done >= total) return inLocale(finished(total, after), locale);
    const perSecond = nowMs - since.nowMs < settlingMs ? 0 : ((done - since.done) * 1000) / (nowMs - since.nowMs);
    const parts = [counts(done, total, doing), ...(perSecond > 0 ? pace(perSecond, (total - done) / perSecond) : [])];
    return parts.map((part) => inLocale(part, locale)).join(' · ');
  };
}

const grouped = (count: number): string => count.toLocaleString('en-US');

function counts(done: number, total: number, doing: Bilingual): Bilingual {
  return {
    zh: `${doing.zh}：第 ${grouped(done)} 个文件，共 ${grouped(total)} 个`,
    en: `${doing.en} ${grouped(done)} of ${grouped(total)} file${total === 1 ? '' : 's'}`,
  };
}

function finished(total: number, after: Bilingual): Bilingual {
  return {
    zh: `${grouped(total)} 个文件已完成，${after.zh}`,
    en: `${grouped(total)} file${total === 1 ? '' : 's'} done, ${after.en}`,
  };
}

function pace(perSecond: number, secondsLeft: number): Bilingual[] {
  const rate = perSecond >= 10 ? Math.round(perSecond) : Number(perSecond.toPrecision(2));
  return [{ zh: `每秒 ${rate} 个`, en: `${rate}/s` }, timeLeft(secondsLeft)];
}

/** Rounded up and never 0, because what is left takes some time. */
function timeLeft(seconds: number): Bilingual {
  const minutes = seconds / 60;
  const [count, zh, en] =
    seconds <= 90 ? [seconds, '秒', 's'] : minutes <= 90 ? [minutes, '分钟', 'min'] : [minutes / 60, '小时', 'h'];
  // Less than a thousandth above a whole number is an error of the division.
  const whole = Math.max(1, Math.ceil(count - 0.001));
  return { zh: `约剩 ${whole} ${zh}`, en: `${whole} ${en} left` };
}
