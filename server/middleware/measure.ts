// Before everything else: when an answer is over, sent or not, its request is counted once, under what answered it.
import type { RequestHandler, Response } from 'express';
import type { Clock } from '../clock.ts';
import { isSentWhole } from '../connections.ts';
import type { EndedRequest, Metrics } from '../metrics/metrics.ts';
import { findContext } from '../request-context.ts';

export function measureRequests(metrics: Metrics, clock: Clock): RequestHandler {
  return (_request, response, next) => {
    const startedMs = clock.monotonic();
    response.once('close', () => {
      const route = findContext(response)?.route ?? 'unknown';
      // The parser has answered in the application's place.
      if (route === 'unparsed') metrics.requestEnded({ route, status: 400 });
      else metrics.requestEnded({ route, status: statusOf(response), seconds: (clock.monotonic() - startedMs) / 1000 });
    });
    next();
  };
}

/** What the caller got. A bug is one even if the caller did not wait for its answer, or was cut off because of it. */
function statusOf(response: Response): EndedRequest['status'] {
  return isSentWhole(response) || response.statusCode >= 500 ? response.statusCode : 'aborted';
}
