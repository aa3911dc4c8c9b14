// The Express application: the middleware and routes in the order in which a request passes them. All dependencies are parameters.
import type { RequestListener } from 'node:http';
import express, { Router } from 'express';
import type { Logger } from 'pino';
import { apiPrefix } from '../build/edition/locations.ts';
import type { Clock } from './clock.ts';
import type { AllowedOrigins } from './config.ts';
import type { CurrentEdition } from './current-edition.ts';
import { discoveryRoutes } from './faces/discovery/routes.ts';
import { healthRoutes } from './faces/http/health.ts';
import { openApiRoute } from './faces/http/openapi.ts';
import { sendProblem } from './faces/http/problem-response.ts';
import { addOperationRoutes, nameEndpoint, noteOutcome } from './faces/http/routes.ts';
import { beginMessage, type McpRouteSettings, mcpPath, mcpRoute, nameClient, takeMessage } from './faces/mcp/route.ts';
import { prefersHtml, sendErrorPage, sendLimitedPage, sendNotFoundPage } from './faces/pages/error-pages.ts';
import { pageRoutes } from './faces/pages/pages.ts';
import { type HostRules, takeOriginForm } from './hosts.ts';
import type { BoundedConnections } from './http-server.ts';
import type { LoadGuard } from './load-guard.ts';
import type { Metrics } from './metrics/metrics.ts';
import { account } from './middleware/account.ts';
import { admitCallers } from './middleware/admit.ts';
import { readCaller } from './middleware/caller.ts';
import { cors, readOnly } from './middleware/cors.ts';
import { answerBugs, isForBrowser, nothingHere } from './middleware/errors.ts';
import { limitCallers, withQuery } from './middleware/limit.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { shedLoad } from './middleware/shed.ts';
import { checkHost, wellFormed } from './middleware/well-formed.ts';
import { operations } from './operations/table.ts';
import { begin } from './request-context.ts';
import type { State } from './state/state.ts';

export interface AppSettings {
  currentEdition: Pick<CurrentEdition, 'library' | 'refusal'>;
  state: State;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Returns the public address, without a trailing slash. Its port may be known only after the server listens. */
  origin: () => string;
  /** The host names that requests may use, besides IP addresses and localhost. */
  hosts: HostRules;
  corsOrigins: AllowedOrigins;
  /** The proxies whose X-Forwarded-For header is trusted: their networks, or how many proxies are in front of the server. */
  trustProxy: string[] | number;
  version: string;
  /** Decides which requests are refused under overload. */
  guard: LoadGuard;
  connections: BoundedConnections;
  /** Whether the server is about to stop. */
  isDraining: () => boolean;
}

export function createApp({
  currentEdition,
  state,
  clock,
  log,
  metrics,
  origin,
  hosts,
  corsOrigins,
  trustProxy,
  version,
  guard,
  connections,
  isDraining,
}: AppSettings): RequestListener {
  const limit = limitCallers({
    limiter: state.limiter,
    agents: state.agents,
    clock,
    metrics,
    sendRefusal: (request, response, problem) =>
      isForBrowser(request)
        ? sendLimitedPage(request, response, problem, origin())
        : sendProblem(request, response, problem),
  });
  const admit = admitCallers(state.agents, metrics);
  const shed = shedLoad({ guard, connections, metrics });
  const hostCheck = checkHost(hosts);
  const hostCheckAlways = checkHost(hosts, { always: true });
  const app = express();
  app.disable('x-powered-by');
  // Keeps stack traces out of the answers that Express writes itself.
  app.set('env', 'production');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('trust proxy', trustProxy);

  app.use(account({ clock, log, metrics }));
  app.use(begin({ clock, library: () => currentEdition.library, origin }));
  app.use(securityHeaders(origin));
  // The middleware of the API and of /mcp answers OPTIONS before it checks the host, so the host is checked here.
  app.options(/.*/, hostCheck);
  app.options(mcpPath, hostCheckAlways);
  app.use(apiPrefix, apiChain());
  app.all(mcpPath, mcpChain());
  app.use(wellFormed);
  app.use(hostCheck);
  app.use(readOnly);
  app.use(healthRoutes(currentEdition, state, { guard, isDraining }));
  app.use(shed);
  app.use(discoveryRoutes({ origin }));
  app.use(withQuery(readCaller(state)), withQuery(limit));
  app.use(pageRoutes(origin));
  app.use((request, response, next) => (prefersHtml(request) ? sendNotFoundPage(request, response, origin()) : next()));
  app.use(nothingHere);
  app.use(answerBugs(log, (request, response) => sendErrorPage(request, response, origin())));
  return (request, response) => {
    takeOriginForm(request);
    app(request, response);
  };

  function apiChain(): Router {
    const api = Router({ caseSensitive: true, strict: true });
    api.use(nameEndpoint(operations));
    api.use(cors(corsOrigins));
    api.use(shed);
    api.use(readCaller(state));
    // The limit comes before the steps that refuse requests, because a refused request counts too.
    api.use(limit);
    api.use(admit);
    api.use(wellFormed);
    api.use(hostCheck);
    api.use(readOnly);
    addOperationRoutes(api, { operations, agents: state.agents, queries: state.queries, metrics, origin });
    api.use(openApiRoute({ operations, origin, version }));
    api.use(nothingHere);
    return api;
  }
  function mcpChain(): Router {
    const chain = Router({ caseSensitive: true, strict: true });
    chain.use(beginMessage);
    chain.use(shed);
    chain.use(readCaller(state));
    chain.use(nameClient);
    // The limit comes before the steps that refuse requests, because a refused request counts too, and before the body is parsed.
    chain.use(limit);
    chain.use(hostCheckAlways);
    chain.use(takeMessage);
    chain.use(nameClient);
    chain.use(admit);
    chain.use(wellFormed);
    const noted: McpRouteSettings['noted'] = (outcome, response) =>
      noteOutcome(outcome, response, { queries: state.queries, metrics });
    chain.use(mcpRoute({ origin, version, log, hosts, noted }));
    return chain;
  }
}
