// One log line per request. It holds no header and no query string, and of a path no key, so that no secret
// can be in it; a caller with a key is named by the key's id.
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { withoutKeys } from '../access/api-keys.ts';
import { isSentWhole } from '../connections.ts';
import { findContext } from '../request-context.ts';
import type { Account } from './when-over.ts';

/** Longer paths are cut in the log. */
const pathLengthMax = 200;

interface Line {
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** The caller went away before the answer was sent whole. */
  aborted?: true;
  address?: string;
  agent?: string;
  key?: string;
  durationMs?: number;
}

/**
 * Written by pino itself: pino-http makes two loggers for every request, which took 13 of the 67 microseconds of an answer
 * (`npm run bench -- --only serve`, Node 24).
 */
export const logRequests =
  (logger: Logger): Account =>
  ({ request, response, durationMs }) => {
    const context = findContext(response);
    // A bug that came before the id was logged as a bug.
    if (context === undefined) return;
    const { requestId, caller } = context;
    const status = response.statusCode;
    const line: Line = { requestId, method: request.method, path: pathOf(request), status };
    if (!isSentWhole(response)) line.aborted = true;
    if (caller !== undefined) line.address = caller.address;
    if (caller?.agent.kind === 'named') line.agent = caller.agent.id;
    if (caller?.access.kind === 'key') line.key = caller.access.id;
    line.durationMs = Math.round(durationMs);
    if (status >= 500) logger.error(line, 'request failed');
    else logger.info(line, 'request');
  };

function pathOf(request: IncomingMessage): string {
  const url = 'originalUrl' in request ? String(request.originalUrl) : (request.url ?? '');
  return withoutKeys(url.split('?', 1)[0] ?? '').slice(0, pathLengthMax);
}
