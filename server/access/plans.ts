// The plans: how many requests each kind of caller may send (section 8 of Stele's HTTP specification). The limiter, the headers, the
// answers, OpenAPI, the docs and the commands all read this one table.
import { z } from 'zod';

export const keyPlans = ['free', 'paid'] as const;
export type KeyPlan = (typeof keyPlans)[number];
export const planNames = ['keyless', ...keyPlans] as const;
export type PlanName = (typeof planNames)[number];
export const planName = z.enum(planNames);

/** Calendar units in UTC over which the requests of a key are counted. */
export const calendarUnits = ['day', 'month'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

/** A sliding window: in any `windowMs` milliseconds at most `limit` requests of one address are admitted. */
export interface WindowLimit {
  limit: number;
  windowMs: number;
}

/** A key has `limit` requests per UTC day or month; the count is reset at 00:00:00Z. */
export interface CalendarLimit {
  limit: number;
  unit: CalendarUnit;
}

export interface Plans {
  keyless: WindowLimit;
  free: CalendarLimit;
  paid: CalendarLimit;
}

export const plans: Plans = {
  keyless: { limit: 100, windowMs: 60_000 },
  free: { limit: 1_000, unit: 'day' },
  paid: { limit: 30_000, unit: 'month' },
};

/** To what a limit applies: an address (for IPv6 its /64 network), a key, or all requests to the server. */
export const scopes = ['ip', 'key', 'server'] as const;
export type Scope = (typeof scopes)[number];
export const scopeOf = (plan: PlanName): Scope => (plan === 'keyless' ? 'ip' : 'key');

/** The allowance of a plan, in words. */
export function allowanceOf(plan: PlanName, { keyless, ...ofKeys }: Plans = plans): string {
  return plan === 'keyless'
    ? `${counted(keyless.limit)} in any ${keyless.windowMs / 1000} seconds per IP address (IPv6: per /64 network)`
    : `${counted(ofKeys[plan].limit)} per UTC ${ofKeys[plan].unit} and key`;
}

const counted = (requests: number): string => `${requests.toLocaleString('en')} requests`;

/** The half-open interval from `beginMs` to `endMs`, both in milliseconds since 1970-01-01T00:00:00Z. */
export interface Period {
  readonly beginMs: number;
  readonly endMs: number;
}

/** The UTC day or month that contains a moment. POSIX time ignores leap seconds, so every day has 24 hours. */
export function periodAt(unit: CalendarUnit, atMs: number): Period {
  const at = new Date(atMs);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  // Date.UTC turns a 13th month into the next year, and a 32nd day into the next month.
  return unit === 'day'
    ? { beginMs: Date.UTC(year, month, day), endMs: Date.UTC(year, month, day + 1) }
    : { beginMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
}
