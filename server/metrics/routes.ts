// What a request is counted as: an operation, or one of the few other things that answer. A closed list, so that no caller can
// add a name to it.
import type { Operation } from '../operations/operation.ts';

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
