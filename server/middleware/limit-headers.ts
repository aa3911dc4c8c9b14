// The headers RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-08), as express-rate-limit would write them.
import { hash } from 'node:crypto';
import type { Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Decision } from '../access/limiter.ts';
import type { PlanName } from '../access/plans.ts';
import { headersOf } from '../request-context.ts';

/** Bytes for what is known of callers. */
const callersMax = 10_000;

/** Until there is room again, or until everything begins anew: whole seconds, so that nobody comes back a moment too early. */
export const secondsOf = ({ resetMs }: Decision): number => Math.max(1, Math.ceil(resetMs / 1000));

/** Writes them for callers of a plan. */
export function limitHeaders(plan: PlanName, windowMs: number) {
  const partitionKeys = new LRUCache<string, string>({ max: callersMax });
  const windowSeconds = Math.ceil(windowMs / 1000);
  return (response: Response, caller: string, decision: Decision): void => {
    let partitionKey = partitionKeys.get(caller);
    if (partitionKey === undefined) {
      partitionKey = partitionKeyOf(caller);
      partitionKeys.set(caller, partitionKey);
    }
    const { limit, remaining } = decision;
    const headers = headersOf(response);
    headers.set('RateLimit', `"${plan}"; r=${remaining}; t=${secondsOf(decision)}`);
    headers.set('RateLimit-Policy', `"${plan}"; q=${limit}; w=${windowSeconds}; pk=:${partitionKey}:`);
  };
}

/** By whom is counted, without saying who it is. */
function partitionKeyOf(caller: string): string {
  const digits = hash('sha256', caller).slice(0, 12);
  return Buffer.from(digits).toString('base64');
}
