// The two headers by which an agent finds the API and its documentation (HTTP specification, section 8).
import { isIPv6 } from 'node:net';
import { apiPrefix } from '../build/edition/locations.ts';

/** On every response of any kind. `origin` is the public address without a slash at its end. */
export function discoveryHeaders(origin: string): [name: string, value: string][] {
  return [
    ['X-Agent-API-Endpoint', `${origin}${apiPrefix}`],
    ['X-Agent-API-Docs', `${origin}/docs`],
  ];
}

export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The address of what listens there, without a slash at its end. A wildcard is nowhere to go to, so it becomes localhost. */
export function addressAt(host: string, port: number): string {
  return `http://${isWildcard(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host}:${port}`;
}
