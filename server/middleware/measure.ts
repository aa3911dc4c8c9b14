// Counts a request that is over, under what answered it.
import type { Response } from 'express';
import { isSentWhole } from '../connections.ts';
import type { EndedRequest, Metrics } from '../metrics/metrics.ts';
import { findContext } from '../request-context.ts';
import type { Account } from './when-over.ts';

export const countRequests =
  (metrics: Metrics): Account =>
  ({ response, durationMs }) => {
    const route = findContext(response)?.route ?? 'unknown';
    // The parser has answered in the application's place.
    if (route === 'unparsed') metrics.requestEnded({ route, status: 400 });
    else metrics.requestEnded({ route, status: statusOf(response), seconds: durationMs / 1000 });
  };

/** What the caller got. A bug is one even if the caller did not wait for its answer, or was cut off because of it. */
function statusOf(response: Response): EndedRequest['status'] {
  return isSentWhole(response) || response.statusCode >= 500 ? response.statusCode : 'aborted';
}
