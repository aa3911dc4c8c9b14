// What the server counts about itself, named by what happened. Independent of how the numbers are kept and read.
import type { PlanName } from '../access/plans.ts';
import type { BoundName } from '../http-server.ts';
import type { Library } from '../library.ts';
import type { Operation } from '../operations/operation.ts';
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

/** Requests are counted as an operation or one of these: a closed list, so that no caller can add a name. */
export const otherRoutes = [
  'openapi',
  'mcp',
  'health',
  'page',
  'markdown-page',
  'asset',
  /** What says where everything is: llms.txt, sitemap, robots, api-catalog. */
  'discovery',
  /** A page's former address. An operation that answers 301 is counted as that operation. */
  'redirect',
  /** Nothing answers there, or the request was refused before anything could. */
  'unknown',
  /** Refused by Node's own parser. */
  'unparsed',
] as const;

export type Route = (typeof otherRoutes)[number] | Pick<Operation, 'name'>;

export const routeName = (route: Route): string => (typeof route === 'string' ? route : route.name);

export const routeNames = (operations: readonly Operation[]): string[] =>
  [...operations, ...otherRoutes].map(routeName);
