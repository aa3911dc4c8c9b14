// In which period a request is counted, and what was used of it already: the rule of `QuotaStore`, for every place that counts.
import type { Period } from '../access/periods.ts';

export function countedIn(
  { beginMs, endMs }: Period,
  kept: { used: number; periodBeginMs: number } | undefined,
): { used: number; beginMs: number } {
  if (kept === undefined || kept.periodBeginMs < beginMs) return { used: 0, beginMs };
  return { used: kept.used, beginMs: kept.periodBeginMs > endMs ? beginMs : kept.periodBeginMs };
}
