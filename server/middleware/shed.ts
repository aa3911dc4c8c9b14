// Refuses a share of the requests under overload. Also refuses all requests on a connection that exceeds the maximum number of
// connections from one address. A refused request counts against no limit.
import type { RequestHandler } from 'express';
import { sendProblem } from '../faces/http/problem-response.ts';
import type { BoundedConnections } from '../http-server.ts';
import type { LoadGuard } from '../load-guard.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { busy, tooManyConnections } from '../problems.ts';

export interface ShedSettings {
  guard: LoadGuard;
  connections: BoundedConnections;
  metrics: Metrics;
}

export function shedLoad({ guard, connections, metrics }: ShedSettings): RequestHandler {
  return (request, response, next) => {
    if (connections.isBeyond(request.socket)) {
      response.set('Connection', 'close');
      return sendProblem(request, response, tooManyConnections);
    }
    if (!guard.refuses()) return next();
    metrics.requestShed();
    return sendProblem(request, response, busy);
  };
}
