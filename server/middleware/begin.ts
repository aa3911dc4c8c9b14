// The first middleware: gives every request its id, its library and the headers that every response carries.
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
  let common: { origin: string; headers: ReturnType<typeof discoveryHeaders> } | undefined;
  return (_request, response, next) => {
    const requestId = nextId();
    setContext(response, { requestId, receivedAtMs: clock.now(), library: library(), route: 'unknown' });
    response.setHeader('X-Request-Id', requestId);
    // The public address is known once the server listens, and stays the same.
    if (common?.origin !== origin()) common = { origin: origin(), headers: discoveryHeaders(origin()) };
    for (const [name, value] of common.headers) response.setHeader(name, value);
    next();
  };
}
