// Limits callers with express-rate-limit, which decides and writes the headers. Each plan has its own limiter.
import type { Request, RequestHandler, Response } from 'express';
import { type RateLimitInfo, type RateLimitRequestHandler, rateLimit } from 'express-rate-limit';
import { type PlanName, periodAt } from '../access/plans.ts';
import type { Clock } from '../clock.ts';
import { readQuery } from '../faces/http/query-string.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Problem, tooMany } from '../problems.ts';
import { contextOf, keyIdOf } from '../request-context.ts';
import type { AgentStatistics } from '../state/agents.ts';
import { type Limiter, ResetTime } from '../state/limiter.ts';

export interface LimitSettings {
  limiter: Limiter;
  agents: AgentStatistics;
  clock: Clock;
  metrics: Metrics;
  /** Answers a caller that is over its limit. */
  sendRefusal: (request: Request, response: Response, problem: Problem) => Promise<void>;
}

export function limitCallers({ limiter, agents, clock, metrics, sendRefusal }: LimitSettings): RequestHandler {
  const { plans } = limiter;
  /** Limiters by plan and window length. Months differ in length, and the header RateLimit-Policy states the length. */
  const limiters = new Map<string, RateLimitRequestHandler>();

  return (request, response, next) => {
    const access = contextOf(response).caller?.access;
    const plan = access?.kind === 'key' ? access.plan : 'keyless';
    return limiterFor(plan)(request, response, (error) => {
      metrics.limiterDecided(plan, 'admitted');
      if (plan !== 'keyless') noteQuota(request, response, plan);
      next(error);
    });
  };

  function limiterFor(plan: PlanName): RateLimitRequestHandler {
    const windowMs = windowOf(plan);
    const name = `${plan} ${windowMs}`;
    const known = limiters.get(name) ?? limiterOf(plan, windowMs);
    limiters.set(name, known);
    return known;
  }

  function windowOf(plan: PlanName): number {
    if (plan === 'keyless') return plans.keyless.windowMs;
    const { beginMs, endMs } = periodAt(plans[plan].unit, clock.now());
    return endMs - beginMs;
  }

  function limiterOf(plan: PlanName, windowMs: number): RateLimitRequestHandler {
    return rateLimit({
      windowMs,
      limit: plans[plan].limit,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      identifier: plan,
      store: limiter.storeFor(plan),
      // `readCaller` has already set `limitKey`: the IPv4 address, or the /64 network of an IPv6 address.
      keyGenerator: (_request, response) => {
        const { caller } = contextOf(response);
        return caller?.access.kind === 'key' ? caller.access.id : (caller?.limitKey ?? '');
      },
      handler: (request, response) => {
        metrics.limiterDecided(plan, 'refused');
        noteQuota(request, response, plan);
        const { caller, endpoint } = contextOf(response);
        // Requests for pages register no agent.
        if (caller?.agent.kind === 'named' && endpoint !== undefined)
          agents.countRateLimited({ agentId: caller.agent.id, keyId: keyIdOf(caller), address: caller.limitKey });
        return sendRefusal(request, response, tooMany(plan, plans, Number(response.get('Retry-After'))));
      },
      // Turns off the library's warnings. They concern addresses that the library reads itself (here `keyGenerator` returns them), and
      // limiters that are created during a request (which is intended).
      validate: false,
    });
  }

  /** Stores the remaining quota for `meta.quota` in the body, because some agents see no headers. */
  function noteQuota(request: Request, response: Response, plan: PlanName): void {
    const { rateLimit: info } = request as Request & { rateLimit?: RateLimitInfo };
    if (!(info?.resetTime instanceof ResetTime)) return;
    const { limit, remaining, resetTime } = info;
    contextOf(response).quota = { plan, limit, remaining, resetAt: new Date(resetTime.atMs).toISOString() };
  }
}

/** Runs a middleware only for a page with the query `q`. Such a page runs a search, and therefore counts against the limit. */
export const withQuery =
  (count: RequestHandler): RequestHandler =>
  (request, response, next) =>
    readQuery(request.originalUrl).values.q === undefined ? next() : count(request, response, next);
