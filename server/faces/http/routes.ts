// The HTTP face: a route for every operation, derived from its declaration.
import { type NextFunction, type Request, type Response, Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import { apiPrefix, openApiDocumentPath } from '../../../build/edition/locations.ts';
import { linkHeader } from '../../discovery.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Context, Operation, Outcome } from '../../operations/operation.ts';
import { contextOf } from '../../request-context.ts';
import type { AgentStatistics } from '../../state/agents.ts';
import type { QueryStatistics } from '../../state/queries.ts';
import { answerHead, answerTail, metaOf } from './envelope.ts';
import { readInput } from './input.ts';
import { sendProblem } from './problem-response.ts';
import { type Body, cacheControls, contentTypes, send } from './send.ts';

export interface RouteSettings {
  operations: readonly Operation[];
  agents: AgentStatistics;
  /** Undefined when nothing is kept of what is asked. */
  queries: QueryStatistics | undefined;
  metrics: Metrics;
  origin: () => string;
}

/** Below the API prefix, and no operation: the document about them. */
export const openApiPath = openApiDocumentPath.slice(apiPrefix.length);

/** Routes below the API prefix. */
export function operationRoutes({ operations, agents, queries, metrics, origin }: RouteSettings): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const operation of operations) {
    router.get(operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, response) => {
      const reading = readInput(operation, request.params as Record<string, string>, request.originalUrl);
      if (!reading.ok) return sendProblem(request, response, reading.problem);
      const context = await operationContext(operation, request, response, { agents, origin: origin() });
      const outcome = operation.run(context, reading.input);
      noteOutcome(outcome, response, { queries, metrics });
      await sendOutcome(outcome, request, response, { origin: context.origin, isFresh: operation.isFresh === true });
    });
  }
  return router;
}

/** What statistics keep of an answer. */
export function noteOutcome(
  outcome: Outcome,
  response: Response,
  { queries, metrics }: Pick<RouteSettings, 'queries' | 'metrics'>,
): void {
  if (outcome.kind === 'problem') contextOf(response).hasProblem = true;
  if (outcome.kind !== 'data') return;
  if (outcome.asked !== undefined)
    queries?.count(outcome.asked, { caller: callerName(response), found: outcome.total !== 0 });
  if (outcome.total === 0) metrics.searchFoundNothing();
}

/** Whom a query is counted for: an agent, or an address. */
function callerName(response: Response): string {
  const { caller } = contextOf(response);
  return caller?.agent.kind === 'named' ? `agent ${caller.agent.id}` : `address ${caller?.limitKey ?? ''}`;
}

/** Marks what a request asks for, before anything can refuse it. */
export function nameEndpoint(operations: readonly Operation[]) {
  const patterns = operations.map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (request: Request, response: Response, next: NextFunction): void => {
    const operation = patterns.find(({ pattern }) => pattern.test(request.path))?.operation;
    const context = contextOf(response);
    context.endpoint = operation?.endpoint ?? 'other';
    context.route = operation ?? (request.path === openApiPath || request.path === '/' ? 'openapi' : 'unknown');
    next();
  };
}

async function operationContext(
  operation: Operation,
  request: Request,
  response: Response,
  { agents, origin }: { agents: AgentStatistics; origin: string },
): Promise<Context> {
  const { library, caller } = contextOf(response);
  const offered = operation.alsoAnswers === 'markdown' ? ['json', 'text/markdown'] : ['json'];
  const id = operation.needsAgent === true && caller?.agent.kind === 'named' ? caller.agent.id : undefined;
  const agent = id === undefined ? undefined : { id, record: await agents.find(id) };
  return {
    library,
    origin,
    agent,
    preferredFormat: request.accepts(offered) === 'text/markdown' ? 'markdown' : 'json',
  };
}

/** Sends what an operation answered. */
export async function sendOutcome(
  outcome: Outcome,
  request: Request,
  response: Response,
  { origin, isFresh = false }: Pick<Context, 'origin'> & { isFresh?: boolean },
): Promise<void> {
  const about = contextOf(response);
  if (outcome.kind === 'problem') return sendProblem(request, response, outcome.problem);
  if (outcome.kind === 'moved') {
    response.setHeader('Location', `${origin}${outcome.path}`);
    const tail = answerTail(metaOf(about, `GET ${outcome.path}`));
    return send(request, response, {
      status: 301,
      contentType: contentTypes.json,
      pieces: [answerHead, 'null', tail],
      cacheControl: cacheControls.api,
    });
  }
  if (outcome.related !== undefined) response.setHeader('Link', linkHeader(origin, outcome.related));
  const common: Pick<Body, 'status' | 'cacheControl' | 'vary'> = {
    status: 200,
    cacheControl: isFresh ? cacheControls.never : cacheControls.api,
    vary: outcome.negotiated === true ? ['Accept'] : [],
  };
  // The tag names the representation, not the request: it leaves out request id and time, and holds the public address.
  const tag = `"${fingerprint(`${outcome.kind}\n${outcome.tag}\n${origin}`)}"`;
  if (outcome.kind === 'markdown') {
    return send(request, response, {
      ...common,
      contentType: contentTypes.markdown,
      pieces: outcome.pieces,
      etag: tag,
    });
  }
  const tail = answerTail(metaOf(about, outcome.nextStep));
  return send(request, response, {
    ...common,
    contentType: contentTypes.json,
    pieces: [answerHead, ...outcome.pieces, tail],
    ...(!isFresh && { etag: `W/${tag}` }),
  });
}

/** The full path of an operation, as callers write it. */
export const fullPath = ({ path }: Operation): string => `${apiPrefix}${path}`;
