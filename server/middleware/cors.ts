// Methods and cross-origin access. Resources are read with GET or HEAD; any other method gets 404 NOT_FOUND with an Allow header.
// Pages of all sites, or of those that the operator names, can read the API without credentials.
import type { RequestHandler } from 'express';
import type { AllowedOrigins } from '../config.ts';
import { sendProblem } from '../faces/http/problem-response.ts';
import { notFound } from '../problems.ts';

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

/** Sets the CORS headers. Answers every OPTIONS request, preflight or not, before the limiter could count it. */
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
    if (request.method !== 'OPTIONS') return next();
    response.set({
      Allow: allowedMethods,
      'Access-Control-Allow-Methods': allowedMethods,
      'Access-Control-Allow-Headers': 'Authorization, X-Agent-Id, If-None-Match',
      'Access-Control-Max-Age': '86400',
    });
    response.status(204).end();
  };

export const readOnly: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  // The body is not read. The answer closes the connection, so that the body is never treated as another request.
  response.set('Connection', 'close');
  if (request.method === 'OPTIONS') {
    response.set('Allow', allowedMethods);
    response.status(204).end();
    return;
  }
  return sendProblem(
    request,
    response,
    notFound('Method not supported.', {
      hint: 'Every operation is a GET.',
      headers: { Allow: allowedMethods },
    }),
  );
};
