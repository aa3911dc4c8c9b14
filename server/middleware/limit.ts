// The limit per address: express-rate-limit decides and writes the draft-8 headers, our store counts exactly.
import type { RequestHandler } from 'express';
import { type ClientRateLimitInfo, rateLimit, type Store } from 'express-rate-limit';
import { sendProblem } from '../faces/http/problem-response.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { contextOf } from '../request-context.ts';
import type { AgentRegistry } from '../state/agents.ts';
import type { SlidingWindow, WindowLimit } from '../state/sliding-window.ts';

export interface LimitSettings {
  keyless: WindowLimit;
  window: SlidingWindow;
  agents: AgentRegistry;
}

export function limitCallers({ keyless, window, agents }: LimitSettings, metrics: Metrics): RequestHandler {
  return rateLimit({
    windowMs: keyless.windowMs,
    limit: keyless.limit,
    identifier: 'keyless',
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (_request, response) => contextOf(response).caller?.limitKey ?? '',
    store: storeOf(window, keyless, metrics),
    handler: (request, response) => {
      const { caller } = contextOf(response);
      if (caller?.agent.kind === 'named') agents.countRateLimited(caller.agent.id, caller.limitKey);
      const seconds = Number(response.getHeader('Retry-After') ?? 1);
      return sendProblem(request, response, {
        code: 'RATE_LIMITED',
        message: `More than ${keyless.limit} requests in ${keyless.windowMs / 1000} seconds came from this address.`,
        hint: `Wait ${seconds} seconds, then go on. The header RateLimit of every answer says how many are left.`,
        retryAfterSeconds: Math.max(1, seconds),
        scope: 'ip',
      });
    },
  });
}

/** The sliding window as express-rate-limit's store. A refused request is reported as one over the limit and not counted. */
function storeOf(window: SlidingWindow, { limit }: WindowLimit, metrics: Metrics): Store {
  return {
    localKeys: true,
    increment(key): ClientRateLimitInfo {
      const { admitted, remaining, resetMs } = window.admit(key);
      metrics.limiterDecided('keyless', admitted ? 'admitted' : 'refused');
      // express-rate-limit subtracts the system's time again, so the moment is made of the same; in whole seconds, because
      // a fraction lost between the two would let callers come back a moment too early.
      const resetSeconds = Math.ceil(resetMs / 1000);
      return {
        totalHits: admitted ? limit - remaining : limit + 1,
        resetTime: new Date(Date.now() + resetSeconds * 1000),
      };
    },
    // Nothing is ever taken back: whatever reached the limiter counts.
    decrement() {},
    resetKey() {},
  };
}
