// Days and months of the calendar in UTC. Leap seconds do not exist in it (POSIX time), and neither do time zones.
import type { CalendarUnit } from './plans.ts';

/** From `beginMs` up to, and without, `endMs`: both milliseconds since 1970-01-01T00:00:00Z. */
export interface Period {
  readonly beginMs: number;
  readonly endMs: number;
}

/** That which was asked for last: nearly all requests of a day lie in one. */
const lastPeriods: Partial<Record<CalendarUnit, Period>> = {};

/** The day or month that a moment lies in. */
export function periodAt(unit: CalendarUnit, atMs: number): Period {
  const last = lastPeriods[unit];
  if (last !== undefined && atMs >= last.beginMs && atMs < last.endMs) return last;
  const period = calculatedPeriod(unit, atMs);
  lastPeriods[unit] = period;
  return period;
}

function calculatedPeriod(unit: CalendarUnit, atMs: number): Period {
  const at = new Date(atMs);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  // Date.UTC carries a 13th month or a 32nd day over.
  return unit === 'day'
    ? { beginMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1) }
    : { beginMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
}
