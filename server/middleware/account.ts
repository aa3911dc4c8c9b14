// Writes one log line and updates the metrics when a response ends, even if it was not sent completely. The line contains no secret: it
// has no header and no query string, and keys are removed from the path. A caller with a key is named by the key's id.
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { withoutKeys } from '../access/api-keys.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { findContext } from '../request-context.ts';

/** Longer paths are cut in the log. */
const pathLengthMax = 200;

export function account({ clock, log, metrics }: { clock: Clock; log: Logger; metrics: Metrics }): RequestHandler {
  return (request, response, next) => {
    const startedMs = clock.monotonic();
    let isSent = false;
    // Node also emits `finish` when the connection is lost and the rest of the response is discarded. In that case the socket is destroyed.
    response.on('finish', () => {
      isSent = !request.socket.destroyed;
    });
    response.on('close', () => {
      const ended: Ended = { request, response, isSent, durationMs: clock.monotonic() - startedMs };
      count(metrics, ended);
      write(log, ended);
    });
    next();
  };
}

interface Ended {
  request: Request;
  response: Response;
  /** False when the caller disconnected before the response was complete. */
  isSent: boolean;
  durationMs: number;
}

function count(metrics: Metrics, { response, isSent, durationMs }: Ended): void {
  const route = findContext(response)?.route ?? 'unknown';
  // The request was already answered by the handler of parser errors.
  if (route === 'unparsed') metrics.requestEnded({ route, status: 400 });
  else {
    // An answer with a status of 500 or above counts with this status, even if the caller disconnected or the server cut the connection
    // because of an error.
    const status = isSent || response.statusCode >= 500 ? response.statusCode : 'aborted';
    metrics.requestEnded({ route, status, seconds: durationMs / 1000 });
  }
}

interface Line {
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** The caller disconnected before the answer was complete. */
  aborted?: true;
  address?: string;
  agent?: string;
  key?: string;
  durationMs?: number;
}

function write(log: Logger, { request, response, isSent, durationMs }: Ended): void {
  const context = findContext(response);
  // Without a context, a bug occurred before the request got its id, and the error handler has already logged it.
  if (context === undefined) return;
  const { requestId, caller } = context;
  const status = response.statusCode;
  const line: Line = { requestId, method: request.method, path: pathOf(request), status };
  if (!isSent) line.aborted = true;
  if (caller !== undefined) line.address = caller.address;
  if (caller?.agent.kind === 'named') line.agent = caller.agent.id;
  if (caller?.access.kind === 'key') line.key = caller.access.id;
  line.durationMs = Math.round(durationMs);
  if (status >= 500) log.error(line, 'request failed');
  else log.info(line, 'request');
}

const pathOf = ({ originalUrl }: Request): string =>
  withoutKeys(originalUrl.split('?', 1)[0] ?? '').slice(0, pathLengthMax);
