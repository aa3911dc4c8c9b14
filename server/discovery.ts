// The two headers by which an agent finds the API and its documentation (HTTP specification, section 8).
import { apiPrefix } from '../build/edition/locations.ts';

/** On every response of any kind. `origin` is the public address without a slash at its end. */
export function discoveryHeaders(origin: string): [name: string, value: string][] {
  return [
    ['X-Agent-API-Endpoint', `${origin}${apiPrefix}`],
    ['X-Agent-API-Docs', `${origin}/docs`],
  ];
}
