// The limits: express-rate-limit asks our store and decides; what is said of it in headers names the plan. There is one of it for
// every plan and length of window, because that is what a policy consists of.
import type { Request, RequestHandler, Response } from 'express';
import { type ClientRateLimitInfo, type RateLimitInfo, rateLimit, type Store } from 'express-rate-limit';
import type { Decision, Limiter, Subject } from '../access/limiter.ts';
import { periodAt } from '../access/periods.ts';
import { type CalendarUnit, type KeyPlan, keyPlans, type PlanName, type Plans, scopeOf } from '../access/plans.ts';
import { type Clock, timestampWriter } from '../clock.ts';
import { readQuery } from '../faces/http/query-string.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Problem } from '../problems.ts';
import { type Caller, contextOf, keyIdOf } from '../request-context.ts';
import type { AgentStatistics } from '../state/agents.ts';
import { limitHeaders, secondsOf } from './limit-headers.ts';

export interface LimitSettings {
  limiter: Limiter;
  agents: AgentStatistics;
  clock: Clock;
  metrics: Metrics;
  /** Tells a caller that it is over its limit. */
  sendRefusal: (request: Request, response: Response, problem: Problem) => Promise<void>;
}

const dayMs = 86_400_000;
/** Every length that a day or a month can have. */
const lengthsMs: Record<CalendarUnit, readonly number[]> = {
  day: [dayMs],
  month: [28 * dayMs, 29 * dayMs, 30 * dayMs, 31 * dayMs],
};

export function limitCallers({ limiter, agents, clock, metrics, sendRefusal }: LimitSettings): RequestHandler {
  const { plans } = limiter;
  const writeReset = timestampWriter();
  const keyless = limitOf('keyless', plans.keyless.windowMs);
  // All of them beforehand: express-rate-limit wants none to be made during a request.
  const ofKeys = new Map(
    keyPlans.flatMap((plan) => lengthsMs[plans[plan].unit].map((ms) => [`${plan} ${ms}`, limitOf(plan, ms)] as const)),
  );
  return (request, response, next) => {
    const access = accessOf(response);
    if (access.kind === 'refused' && access.refusal !== undefined) {
      metrics.limiterDecided('keyless', 'refused');
      return keyless.refuse(request, response, access.refusal);
    }
    if (access.kind !== 'key') return keyless.decide(request, response, next);
    const { beginMs, endMs } = periodAt(plans[access.plan].unit, clock.now());
    const limit = ofKeys.get(`${access.plan} ${endMs - beginMs}`) ?? keyless;
    return limit.decide(request, response, (error) => {
      noteQuota(response, access.plan, decisionOn(request));
      next(error);
    });
  };

  function limitOf(plan: PlanName, windowMs: number) {
    const tell = limitHeaders(plan, windowMs);
    const tellOf = (response: Response, decision: Decision | undefined): void => {
      if (decision !== undefined) tell(response, subjectName(response), decision);
    };
    const refuse = (request: Request, response: Response, decision: Decision | undefined): Promise<void> => {
      tellOf(response, decision);
      noteQuota(response, plan, decision);
      const { caller, endpoint } = contextOf(response);
      // Requests for pages register no agent.
      if (caller?.agent.kind === 'named' && endpoint !== undefined)
        agents.countRateLimited({ agentId: caller.agent.id, keyId: keyIdOf(caller), address: caller.limitKey });
      return sendRefusal(request, response, tooMany(plan, plans, decision === undefined ? 1 : secondsOf(decision)));
    };
    const decide = rateLimit({
      windowMs,
      limit: plans[plan].limit,
      // Its own headers cost as much as all the rest of it.
      standardHeaders: false,
      legacyHeaders: false,
      keyGenerator: (_request, response) => subjectName(response),
      store: storeOf(limiter, plan, metrics),
      handler: (request, response) => refuse(request, response, decisionOn(request)),
    });
    const decideAndTell: RequestHandler = (request, response, next) =>
      decide(request, response, (error) => {
        tellOf(response, decisionOn(request));
        next(error);
      });
    return { decide: decideAndTell, refuse };
  }

  /** What is left goes into the body too, for agents that see nothing else. */
  function noteQuota(response: Response, plan: PlanName, decision: Decision | undefined): void {
    if (decision === undefined) return;
    const { limit, remaining, resetAtMs } = decision;
    contextOf(response).quota = { plan, limit, remaining, resetAt: writeReset(resetAtMs) };
  }
}

/** For pages: one with a query searches as the API does, and counts as it does. */
export const withQuery =
  (count: RequestHandler): RequestHandler =>
  (request, response, next) =>
    readQuery(request.originalUrl).values.q === undefined ? next() : count(request, response, next);

const accessOf = (response: Response): Caller['access'] => contextOf(response).caller?.access ?? { kind: 'keyless' };

function subjectName(response: Response): string {
  const access = accessOf(response);
  return access.kind === 'key' ? access.id : (contextOf(response).caller?.limitKey ?? '');
}

/** express-rate-limit hands the moment on as it got it; whatever else is known of a decision travels with it. */
class ResetTime extends Date {
  readonly decision: Decision;

  constructor(decision: Decision) {
    super(decision.resetAtMs);
    this.decision = decision;
  }
}

function decisionOn(request: Request): Decision | undefined {
  const { rateLimit: info } = request as Request & { rateLimit?: RateLimitInfo };
  const resetTime = info?.resetTime;
  return resetTime instanceof ResetTime ? resetTime.decision : undefined;
}

function storeOf(limiter: Limiter, plan: PlanName, metrics: Metrics): Store {
  const subjectOf = (name: string): Subject => (plan === 'keyless' ? { plan, address: name } : { plan, keyId: name });
  // A refused request is reported as one over the limit, and was not counted.
  const asInfo = (decision: Decision): ClientRateLimitInfo => {
    metrics.limiterDecided(plan, decision.admitted ? 'admitted' : 'refused');
    return {
      totalHits: decision.admitted ? Math.max(1, decision.limit - decision.remaining) : decision.limit + 1,
      resetTime: new ResetTime(decision),
    };
  };
  return {
    localKeys: true,
    increment(name) {
      const decision = limiter.decide(subjectOf(name));
      return decision instanceof Promise ? decision.then(asInfo) : asInfo(decision);
    },
    // Nothing is ever taken back: whatever reached the limiter counts.
    decrement() {},
    resetKey() {},
  };
}

export function tooMany(plan: PlanName, plans: Plans, seconds: number): Problem {
  const message =
    plan === 'keyless'
      ? `More than ${plans.keyless.limit} requests in ${plans.keyless.windowMs / 1000} seconds came from this address.`
      : `This key has used its ${plans[plan].limit} requests of this UTC ${plans[plan].unit}.`;
  return {
    code: 'RATE_LIMITED',
    message,
    hint: `Wait ${seconds} seconds, then go on. ${adviceFor(plan)}`,
    retryAfterSeconds: seconds,
    scope: scopeOf(plan),
  };
}

const left = 'The header RateLimit of every answer says how many are left';

function adviceFor(plan: PlanName): string {
  const others: Record<PlanName, string> = {
    keyless: `${left}. A key from the operator has no limit per minute, but one per UTC day or month.`,
    free: `${left}, and meta.quota where there is the envelope. The paid plan counts by the UTC month.`,
    paid: `${left}, and meta.quota where there is the envelope.`,
  } satisfies Record<KeyPlan | 'keyless', string>;
  return others[plan];
}
