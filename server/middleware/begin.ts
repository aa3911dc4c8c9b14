// The first middleware: gives every request its id, its library and the headers that every response carries.
import type { RequestHandler } from 'express';
import type { Clock } from '../clock.ts';
import { discoveryHeaders } from '../discovery.ts';
import type { Library } from '../library.ts';
import { requestIds, setContext } from '../request-context.ts';
import { type HeaderLines, ResponseHeaders } from '../response-headers.ts';

export interface BeginSettings {
  clock: Clock;
  /** The library that is served now; a request keeps the one it began with. */
  library: () => Library;
  origin: () => string;
  /** What every response carries besides its id and the discovery headers. */
  commonHeaders?: HeaderLines;
}

export function begin({ clock, library, origin, commonHeaders = [] }: BeginSettings): RequestHandler {
  const nextId = requestIds();
  return (_request, response, next) => {
    const requestId = nextId();
    const headers = new ResponseHeaders(['X-Request-Id', requestId, ...commonHeaders]);
    setContext(response, { requestId, receivedAtMs: clock.now(), headers, library: library(), route: 'unknown' });
    headers.add(discoveryHeaders(origin()));
    next();
  };
}
