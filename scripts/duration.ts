// Reads and prints durations and moments as operators write them: `30m`, `12h`, `90d`, `2027-01-31`.
import { z } from 'zod';
import { counted } from '../build/report.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const unitMs = new Map([
  ['m', minuteMs],
  ['h', hourMs],
  ['d', dayMs],
]);

/** A hundred years. Without a limit, a moment could lie beyond the year 9999, whose dates have another ISO 8601 format. */
const daysMax = 36_500;

/** Parses a duration into milliseconds; undefined if the text is not a duration of at most a hundred years. */
export function durationMs(text: string): number | undefined {
  if (text === '0') return 0;
  const [, digits, unit = ''] = /^(\d{1,8})([mhd])$/.exec(text) ?? [];
  const ms = Number(digits) * (unitMs.get(unit) ?? Number.NaN);
  return ms <= daysMax * dayMs ? ms : undefined;
}

const isoDate = z.iso.date();
const isoMoment = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

/** A description of the texts that `momentMs` accepts, for messages. */
export const momentAllowed = {
  zh: '从现在起的时长（30m、12h、90d），或 ISO 8601 的时刻：日期（2027-01-31，即 UTC 的零点），或带时区的日期和时间（2027-01-31T18:00:00+08:00）',
  en: 'a duration from now (30m, 12h, 90d) or a moment in ISO 8601: a date (2027-01-31, its beginning in UTC) or a date and time with a zone (2027-01-31T18:00:00+08:00)',
};

/** Parses a moment, or a duration from now, into milliseconds since 1970-01-01T00:00:00Z; undefined if the text is neither. */
export function momentMs(text: string, nowMs: number): number | undefined {
  const duration = durationMs(text);
  if (duration !== undefined) return nowMs + duration;
  return isoDate.safeParse(text).success || isoMoment.safeParse(text).success ? Date.parse(text) : undefined;
}

/** A rounded duration such as `90 days`, `23 hours` or `5 minutes`: in days from 2 days on, in hours from 2 hours on, else in minutes. */
export function durationText(ms: number): string {
  if (ms >= 2 * dayMs) return counted(Math.round(ms / dayMs), 'day');
  if (ms >= 2 * hourMs) return counted(Math.round(ms / hourMs), 'hour');
  return ms >= minuteMs ? counted(Math.round(ms / minuteMs), 'minute') : 'less than a minute';
}

/** A moment in the form of tables, such as `2027-01-31 18:00Z`. */
export const momentText = (at: number | string): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;
