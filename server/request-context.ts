// The data that the server keeps about a request while it answers. The middleware `begin` creates this context, and other middleware
// adds to it.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { KeyPlan, PlanName } from './access/plans.ts';
import type { Clock } from './clock.ts';
import { discoveryHeaders } from './discovery.ts';
import type { Library } from './library.ts';
import type { Operation } from './operations/operation.ts';
import type { Endpoint } from './state/agents.ts';

export interface Caller {
  /** The caller's address; from X-Forwarded-For only when a trusted proxy sent it. */
  address: string;
  /** The key of the limiter: the address, or the /64 network of an IPv6 address. */
  limitKey: string;
  agent: { kind: 'none' } | { kind: 'named'; id: string } | { kind: 'refused'; given: string };
  /** The credential by which the caller is counted; a caller with an invalid one is counted by its address. */
  access:
    | { kind: 'keyless' }
    | { kind: 'key'; id: string; plan: KeyPlan }
    | { kind: 'refused'; reason: 'unknown' | 'revoked' | 'expired' };
}

/** The id of the caller's valid key, if any. */
export const keyIdOf = ({ access }: Caller): string | undefined => (access.kind === 'key' ? access.id : undefined);

/** The remaining quota of the caller's plan. */
export interface Quota {
  plan: PlanName;
  limit: number;
  remaining: number;
  /** ISO 8601. Without a key: when the next request will be admitted. With a key: when its count is reset. */
  resetAt: string;
}

/** The labels under which requests are counted, besides the operations. The list is fixed, so that callers cannot add labels. */
export const otherRoutes = [
  'openapi',
  'mcp',
  'health',
  'page',
  'markdown-page',
  'asset',
  /** Discovery resources: llms.txt, sitemap, robots, api-catalog. */
  'discovery',
  /** A page's former address. An operation that answers 301 is counted as that operation. */
  'redirect',
  /** No route has this path, or the request was refused before routing. */
  'unknown',
  /** Node's own parser refused the request. */
  'unparsed',
] as const;

export type Route = (typeof otherRoutes)[number] | Pick<Operation, 'name'>;

export const routeName = (route: Route): string => (typeof route === 'string' ? route : route.name);

export const routeNames = (operations: readonly Operation[]): string[] =>
  [...operations, ...otherRoutes].map(routeName);

export interface RequestContext {
  /** `req_…`, unique among all processes. */
  requestId: string;
  receivedAtMs: number;
  /** The library that answers this request, even if a newer edition is loaded meanwhile. */
  library: Library;
  /** The operation or label under which the request is counted; `unknown` until a route matches. */
  route: Route;
  caller?: Caller;
  /** The remaining quota; only set for callers with a key, and for callers over their limit. */
  quota?: Quota;
  endpoint?: Endpoint;
  /** Whether an operation answered with a problem. Over MCP, the HTTP status does not show this, because it is then 200. */
  hasProblem?: boolean;
}

/** Express adds `locals` to a response. A response that has not reached Express has none. */
type WithContext = ServerResponse & { locals?: { context?: RequestContext } };

/** The context of a response; undefined before the first middleware has run. */
export const findContext = (response: WithContext): RequestContext | undefined => response.locals?.context;

export function contextOf(response: ServerResponse): RequestContext {
  const about = findContext(response);
  if (about === undefined) throw new Error('a response without a context: is the first middleware missing?');
  return about;
}

export const requestIdPattern = /^req_[a-z0-9]+$/;
/** 62 random bits. The id is short, because agents pay for each token of an answer. */
export const newRequestId = (): string => `req_${randomUUID().slice(19).replace('-', '')}`;

export interface BeginSettings {
  clock: Clock;
  /** The library that is served now. */
  library: () => Library;
  origin: () => string;
}

export function begin({ clock, library, origin }: BeginSettings): RequestHandler {
  return (_request, response, next) => {
    const requestId = newRequestId();
    const context: RequestContext = { requestId, receivedAtMs: clock.now(), library: library(), route: 'unknown' };
    response.locals.context = context;
    response.set({ 'X-Request-Id': requestId, ...discoveryHeaders(origin()) });
    next();
  };
}
