// The first middleware: gives every request its id and its library, and every response the headers that lead to the API.
import type { RequestHandler } from 'express';
import type { Clock } from '../clock.ts';
import { discoveryHeaders } from '../discovery.ts';
import type { Library } from '../library.ts';
import { requestIds, setContext } from '../request-context.ts';

export interface BeginSettings {
  clock: Clock;
  /** The library that is served now; a request keeps the one it began with. */
  library: () => Library;
  origin: () => string;
}

export function begin({ clock, library, origin }: BeginSettings): RequestHandler {
  const nextId = requestIds();
  return (_request, response, next) => {
    const requestId = nextId();
    setContext(response, { requestId, receivedAtMs: clock.now(), library: library(), route: 'unknown' });
    response.set({ 'X-Request-Id': requestId, ...discoveryHeaders(origin()) });
    next();
  };
}
