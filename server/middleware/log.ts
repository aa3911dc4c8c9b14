// One log line per request. It holds no header and no query string, and of a path no key, so that no secret
// can be in it; a caller with a key is named by the key's id.
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { withoutKeys } from '../access/api-keys.ts';
import { contextOf } from '../request-context.ts';

/** Longer paths are cut in the log. */
const pathLengthMax = 200;

/**
 * Written by pino itself: pino-http makes two loggers for every request, which took 13 of the 67 microseconds of an answer
 * (`npm run bench -- --only serve`, Node 24).
 */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedMs = Date.now();
    response.once('close', () => {
      const { requestId } = contextOf(response);
      const line = { requestId, ...fieldsOf(request, response), durationMs: Date.now() - startedMs };
      if (response.statusCode >= 500) logger.error(line, 'request failed');
      else logger.info(line, 'request');
    });
    next();
  };
}

function fieldsOf(request: IncomingMessage, response: Response): object {
  const { caller } = contextOf(response);
  return {
    method: request.method,
    path: pathOf(request),
    status: response.statusCode,
    // The caller went away before the answer was sent whole.
    ...(!response.writableFinished && { aborted: true }),
    ...(caller && { address: caller.address }),
    ...(caller?.agent.kind === 'named' && { agent: caller.agent.id }),
    ...(caller?.access.kind === 'key' && { key: caller.access.id }),
  };
}

function pathOf(request: IncomingMessage): string {
  const url = 'originalUrl' in request ? String(request.originalUrl) : (request.url ?? '');
  return withoutKeys(url.split('?', 1)[0] ?? '').slice(0, pathLengthMax);
}
