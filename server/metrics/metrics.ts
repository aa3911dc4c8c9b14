// The events and values that the server measures, independent of how they are stored and exported.
import type { PlanName } from '../access/plans.ts';
import type { Reloads } from '../current-edition.ts';
import type { BoundName } from '../http-server.ts';
import type { Library } from '../library.ts';
import type { Operation } from '../operations/operation.ts';
import type { Route } from '../request-context.ts';

export type Decision = (typeof decisions)[number];

export const decisions = ['admitted', 'refused'] as const;

export interface EndedRequest {
  route: Route;
  /** `aborted`: the caller disconnected before the answer was complete. */
  status: number | 'aborted';
  /** How long the request took; absent for requests that the parser refused. */
  seconds?: number;
}

export interface Metrics {
  /** Called once for every request, however it ended. */
  requestEnded(ended: EndedRequest): void;
  limiterDecided(plan: PlanName, decision: Decision): void;
  /** A request came with a credential that is not valid. */
  credentialRefused(): void;
  searchFoundNothing(): void;
  /** A request was refused because of event-loop delay. */
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

/** Values that are computed when the metrics are read. */
export interface MetricsSources {
  operations: readonly Operation[];
  /** The library that is served now. */
  library: () => Pick<Library, 'buildId' | 'size' | 'history'>;
  reloads: () => Reloads;
  /** The time of day, in milliseconds since 1970-01-01T00:00:00Z. */
  now: () => number;
  /** The share of requests refused because of event-loop delay. */
  refusedShare: () => number;
  /** Whether the state store is unavailable. */
  isStateDegraded: () => boolean;
}
