// The last days on which an agent called, as a short text that both stores keep, and the record that callers see.
import { type AgentCalls, type AgentRecord, recentDaysMax } from './store.ts';

const dayMs = 86_400_000;

/** Days since 1970-01-01 → calls, newest day first. */
type Days = readonly (readonly [day: number, calls: number])[];

export const dayAt = (ms: number): number => Math.floor(ms / dayMs);

/** `<newest day>:<calls>` and then, for every earlier one, `<days before>:<calls>`, in base 36. A month takes 150 bytes. */
export const dayListOf = (days: Days): string =>
  days
    .map(([day, calls], index) => {
      const later = days[index - 1]?.[0];
      return `${(later === undefined ? day : later - day).toString(36)}:${calls.toString(36)}`;
    })
    .join(',');

export function daysOf(list: string): Days {
  const days: [number, number][] = [];
  for (const entry of list === '' ? [] : list.split(',')) {
    const [distance = 0, calls = 0] = entry.split(':').map((number) => Number.parseInt(number, 36));
    const later = days.at(-1)?.[0];
    days.push([later === undefined ? distance : later - distance, calls]);
  }
  return days;
}

/** The newest days of both, added up. */
export function addDays(kept: Days, more: ReadonlyMap<number, number>): Days {
  const sums = new Map(kept);
  for (const [day, calls] of more) sums.set(day, (sums.get(day) ?? 0) + calls);
  return [...sums].sort(([left], [right]) => right - left).slice(0, recentDaysMax);
}

export function recordOf({
  agentId,
  firstSeenMs,
  lastSeenMs,
  search,
  article,
  other,
  failed,
  rateLimited,
  days,
}: Omit<AgentCalls, 'days'> & { days: Days }): AgentRecord {
  return {
    agentId,
    firstSeenAt: new Date(firstSeenMs).toISOString(),
    lastSeenAt: new Date(lastSeenMs).toISOString(),
    requests: { total: search + article + other, search, article, other, failed, rateLimited },
    recentDays: days.map(([day, total]) => ({ date: new Date(day * dayMs).toISOString().slice(0, 10), total })),
  };
}
