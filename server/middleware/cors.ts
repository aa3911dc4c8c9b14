// Cross-origin access to the API: open to every site, read only, without credentials.
import type { RequestHandler } from 'express';
import { headersOf } from '../request-context.ts';

export const allowedMethods = 'GET, HEAD, OPTIONS';

const exposed = [
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Agent-API-Docs',
  'X-Agent-API-Endpoint',
  'X-Request-Id',
].join(', ');

/** Sets the CORS headers, and answers OPTIONS: with or without being a preflight, it does not count. */
export const cors: RequestHandler = (request, response, next) => {
  const headers = headersOf(response);
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', exposed);
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  headers.set('Allow', allowedMethods);
  headers.set('Access-Control-Allow-Methods', allowedMethods);
  headers.set('Access-Control-Allow-Headers', 'Authorization, X-Agent-Id, If-None-Match');
  headers.set('Access-Control-Max-Age', '86400');
  response.status(204).end();
};
