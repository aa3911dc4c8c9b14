// The HTTP face: a route for every operation, derived from its declaration.
import type { NextFunction, Request, Response, Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import { apiPrefix, openApiDocumentPath } from '../../../build/edition/locations.ts';
import { linkHeader } from '../../discovery.ts';
import { answerHead, answerTail, metaOf } from '../../envelope.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type Context, type Operation, type Outcome, operationOf } from '../../operations/operation.ts';
import { contextOf, keyIdOf } from '../../request-context.ts';
import type { AgentStatistics } from '../../state/agents.ts';
import type { QueryStatistics } from '../../state/queries.ts';
import { readInput } from './input.ts';
import { type Answer, KeptAnswers } from './kept-answers.ts';
import { sendProblem } from './problem-response.ts';
import { type Body, cacheControls, contentTypes, send } from './send.ts';

export interface RouteSettings {
  operations: readonly Operation[];
  agents: AgentStatistics;
  /** Undefined when queries are not counted. */
  queries: QueryStatistics | undefined;
  metrics: Metrics;
  origin: () => string;
}

/** The path of the OpenAPI document below the API prefix. */
export const openApiPath = openApiDocumentPath.slice(apiPrefix.length);

/** Adds the routes to the router below the API prefix. */
export function addOperationRoutes(
  router: Router,
  { operations, agents, queries, metrics, origin }: RouteSettings,
): void {
  const answers = new KeptAnswers();
  for (const operation of operations) {
    router.get(operation.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request, response) => {
      const { library } = contextOf(response);
      const preferredFormat = preferredFormatOf(operation, request);
      const isKept = operation.isFresh !== true && operation.needsAgent !== true;
      const key = `${origin()} ${preferredFormat} ${request.originalUrl}`;
      let answer = isKept ? answers.get(library, key) : undefined;
      if (answer === undefined) {
        const reading = readInput(
          operationOf(operation, library.site),
          request.params as Record<string, string>,
          request.originalUrl,
        );
        if (!reading.ok) return sendProblem(request, response, reading.problem);
        const agent = await callingAgent(operation, response, agents);
        const outcome = operation.run({ library, origin: origin(), agent, preferredFormat }, reading.input);
        answer = answerTo(outcome, origin(), operation);
        if (isKept) answers.put(library, key, answer);
      }
      noteOutcome(answer.outcome, response, { queries, metrics });
      return sendAnswer(answer, request, response);
    });
  }
}

/** Counts an answer in the statistics. */
export function noteOutcome(
  outcome: Outcome,
  response: Response,
  { queries, metrics }: Pick<RouteSettings, 'queries' | 'metrics'>,
): void {
  if (outcome.kind === 'problem') contextOf(response).hasProblem = true;
  if (outcome.kind !== 'data') return;
  if (outcome.asked !== undefined)
    queries?.count(outcome.asked, {
      address: contextOf(response).caller?.limitKey ?? '',
      found: outcome.total !== 0,
    });
  if (outcome.total === 0) metrics.searchFoundNothing();
}

/** Records the operation of the request before any middleware can refuse it. */
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

async function callingAgent(
  { needsAgent }: Operation,
  response: Response,
  agents: AgentStatistics,
): Promise<Context['agent']> {
  const { caller } = contextOf(response);
  if (needsAgent !== true || caller?.agent.kind !== 'named') return undefined;
  const { id } = caller.agent;
  return { id, record: await agents.find(id, keyIdOf(caller)) };
}

function preferredFormatOf({ alsoAnswers }: Operation, request: Request): Context['preferredFormat'] {
  const { accept } = request.headers;
  if (alsoAnswers !== 'markdown' || accept === undefined || accept === '*/*') return 'json';
  return request.accepts(['json', 'text/markdown']) === 'text/markdown' ? 'markdown' : 'json';
}

/** Adds the headers to the outcome of an operation. */
export function answerTo(outcome: Outcome, origin: string, { isFresh }: Pick<Operation, 'isFresh'> = {}): Answer {
  const cacheControl = isFresh === true ? cacheControls.never : cacheControls.api;
  const answer: Answer = { outcome, origin, cacheControl, etag: undefined, link: undefined };
  if (outcome.kind === 'problem' || outcome.kind === 'moved') return answer;
  if (outcome.related !== undefined) answer.link = linkHeader(origin, outcome.related);
  // The entity tag covers the public address, but neither request id nor time.
  const tag = `"${fingerprint(`${outcome.kind}\n${outcome.tag}\n${origin}`)}"`;
  if (outcome.kind === 'markdown') answer.etag = tag;
  else if (isFresh !== true) answer.etag = `W/${tag}`;
  return answer;
}

export async function sendAnswer(answer: Answer, request: Request, response: Response): Promise<void> {
  const { outcome, origin, cacheControl, etag, link } = answer;
  const about = contextOf(response);
  if (outcome.kind === 'problem') return sendProblem(request, response, outcome.problem);
  const contentType = contentTypes[outcome.kind === 'markdown' ? 'markdown' : 'json'];
  if (outcome.kind === 'moved') {
    response.set('Location', `${origin}${outcome.path}`);
    const tail = answerTail(metaOf(about, `GET ${outcome.path}`));
    return send(request, response, { status: 301, contentType, pieces: [answerHead, 'null', tail], cacheControl });
  }
  if (link !== undefined) response.set('Link', link);
  const common: Omit<Body, 'pieces'> = {
    status: 200,
    contentType,
    cacheControl,
    ...(etag !== undefined && { etag }),
    ...(outcome.negotiated === true && { vary: ['Accept'] }),
  };
  if (outcome.kind === 'markdown') return send(request, response, { ...common, pieces: outcome.pieces });
  const tail = answerTail(metaOf(about, outcome.nextStep));
  return send(request, response, { ...common, pieces: [answerHead, ...outcome.pieces], tail });
}

/** The full path of an operation, as callers write it. */
export const fullPath = ({ path }: Operation): string => `${apiPrefix}${path}`;
