// Cross-origin access to the API: open to every site, or to those that the operator names; read only, without credentials.
import type { RequestHandler } from 'express';

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

/** Origins as browsers send them; `*`: every one. */
export type AllowedOrigins = readonly string[] | '*';

/** Sets the CORS headers, and answers OPTIONS: with or without being a preflight, it does not count. */
export const cors =
  (origins: AllowedOrigins): RequestHandler =>
  (request, response, next) => {
    const { origin = '' } = request.headers;
    if (origins === '*') response.set('Access-Control-Allow-Origin', '*');
    else {
      response.vary('Origin');
      if (origins.includes(origin)) response.set('Access-Control-Allow-Origin', origin);
    }
    response.set('Access-Control-Expose-Headers', exposed);
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response.set({
      Allow: allowedMethods,
      'Access-Control-Allow-Methods': allowedMethods,
      'Access-Control-Allow-Headers': 'Authorization, X-Agent-Id, If-None-Match',
      'Access-Control-Max-Age': '86400',
    });
    response.status(204).end();
  };
