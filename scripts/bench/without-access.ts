// The application as in `server/app.ts`, without limits, keys and the statistics of agents: what they cost is the difference.
import type { RequestListener } from 'node:http';
import express, { Router } from 'express';
import { apiPrefix } from '../../build/edition/locations.ts';
import type { AppSettings } from '../../server/app.ts';
import { healthRoutes } from '../../server/faces/http/health.ts';
import { openApiRoute } from '../../server/faces/http/openapi.ts';
import { addOperationRoutes, nameEndpoint } from '../../server/faces/http/routes.ts';
import { pageRoutes } from '../../server/faces/pages/pages.ts';
import { takeOriginForm } from '../../server/hosts.ts';
import { account } from '../../server/middleware/account.ts';
import { cors, readOnly } from '../../server/middleware/cors.ts';
import { answerBugs, nothingHere } from '../../server/middleware/errors.ts';
import { securityHeaders } from '../../server/middleware/security-headers.ts';
import { wellFormed } from '../../server/middleware/well-formed.ts';
import { operations } from '../../server/operations/table.ts';
import { begin } from '../../server/request-context.ts';

export function withoutAccess(settings: AppSettings): RequestListener {
  const { shelf, state, clock, log, metrics, origin, trustProxy, version } = settings;
  const app = express();
  app.disable('x-powered-by');
  app.set('env', 'production');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('trust proxy', trustProxy);

  app.use(account({ clock, log, metrics }));
  app.use(begin({ clock, library: () => shelf.library, origin }));
  app.use(securityHeaders());
  const api = Router({ caseSensitive: true, strict: true });
  api.use(nameEndpoint(operations));
  api.use(cors('*'));
  api.use(wellFormed);
  api.use(readOnly);
  addOperationRoutes(api, { operations, agents: state.agents, queries: state.queries, metrics, origin });
  api.use(openApiRoute({ operations, origin, version }));
  api.use(nothingHere);
  app.use(apiPrefix, api);
  app.use(wellFormed);
  app.use(readOnly);
  app.use(healthRoutes(shelf, state));
  app.use(pageRoutes(origin));
  app.use(nothingHere);
  app.use(answerBugs(log));
  return (request, response) => {
    takeOriginForm(request);
    app(request, response);
  };
}
