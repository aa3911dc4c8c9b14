// What the server counts about itself, named by what happened. Independent of how the numbers are kept and read.
import type { PlanName } from '../access/plans.ts';
import type { BoundName } from '../http-server.ts';
import type { Library } from '../library.ts';
import type { Operation } from '../operations/operation.ts';
import type { Route } from '../request-context.ts';
import type { Reloads } from '../shelf.ts';

export type Decision = (typeof decisions)[number];

export const decisions = ['admitted', 'refused'] as const;

export interface EndedRequest {
  route: Route;
  /** `aborted`: the caller went away before an answer was sent whole. */
  status: number | 'aborted';
  /** Absent for requests that the parser refused. */
  seconds?: number;
}

export interface Metrics {
  /** Once for every request, however it ended. */
  requestEnded(ended: EndedRequest): void;
  limiterDecided(plan: PlanName, decision: Decision): void;
  /** A request came with a credential that is not valid. */
  credentialRefused(): void;
  searchFoundNothing(): void;
  /** A request was refused because the event loop did not keep up. */
  requestShed(): void;
  connectionRefused(bound: BoundName): void;
}

export const noMetrics: Metrics = {
  requestEnded() {},
  limiterDecided() {},
  credentialRefused() {},
  searchFoundNothing() {},
  requestShed() {},
  connectionRefused() {},
};

/** What is read when the numbers are, and not kept. */
export interface MetricsSources {
  operations: readonly Operation[];
  /** The library that is served now. */
  library: () => Pick<Library, 'buildId' | 'size' | 'history'>;
  reloads: () => Reloads;
  /** The calendar, in milliseconds. */
  now: () => number;
  /** The share of requests that are refused at present because the event loop does not keep up. */
  refusedShare: () => number;
  /** Whether the server does without some of what it should remember between requests. */
  isStateDegraded: () => boolean;
}
