// The headers by which an agent finds the API, its documentation and the other entry points (section 8 of Stele's HTTP
// specification). The form of the links is that of RFC 8288, with the relations of RFC 8631, RFC 9727 and llmstxt.org.
import { isIPv6 } from 'node:net';
import { apiCatalogPath, apiPrefix, llmsPath, openApiDocumentPath } from '../build/edition/locations.ts';

export interface Link {
  /** A path on this server. */
  path: string;
  rel: string;
  type?: string;
  hreflang?: string;
}

/** The links of every response. */
const commonLinks: readonly Link[] = [
  { path: openApiDocumentPath, rel: 'service-desc', type: 'application/json' },
  { path: '/docs', rel: 'service-doc', type: 'text/html' },
  { path: llmsPath, rel: 'describedby', type: 'text/plain' },
  { path: apiCatalogPath, rel: 'api-catalog', type: 'application/linkset+json' },
];

/** Sent with every response. `origin` is the public address without a trailing slash. */
export const discoveryHeaders = (origin: string) => ({
  'X-Agent-API-Endpoint': `${origin}${apiPrefix}`,
  'X-Agent-API-Docs': `${origin}/docs`,
  Link: linkHeader(origin),
});

export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The address of a listening server, without a trailing slash. Callers cannot connect to a wildcard, so it becomes localhost. */
export function addressAt(host: string, port: number): string {
  return `http://${isWildcard(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** The value of the Link header: the common links, then those of this response. Nothing is escaped: paths contain no `>` and no quote. */
export function linkHeader(origin: string, own: readonly Link[] = []): string {
  return [...commonLinks, ...own]
    .map(({ path, ...parameters }) =>
      [`<${origin}${path}>`, ...Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)].join('; '),
    )
    .join(', ');
}
