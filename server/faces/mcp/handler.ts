// Answers messages with the SDK, for revision 2026-07-28 and for 2025-11-25 and before, each request by a server of its own:
// nothing is kept between two.
import {
  createMcpHandler,
  isLegacyRequest,
  type LegacyHttpHandler,
  localhostAllowedHostnames,
  type McpServer,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Response as HttpResponse } from 'express';
import type { Logger } from 'pino';
import type { Outcome } from '../../operations/operation.ts';
import { shown } from '../../problems.ts';
import { contextOf } from '../../request-context.ts';
import { mcpServer, repeated } from './server.ts';

export interface MessageHandler {
  /** Takes a request, its parsed body, and the response that it will be answered with. */
  answer(request: Request, body: unknown, response: HttpResponse): Promise<Response>;
  /** Why pages of an Origin may not call this server; undefined when they may. */
  foreignOrigin(origin: string | undefined, hostnames: readonly string[]): string | undefined;
}

export interface HandlerSettings {
  /** The public address without a slash at its end. */
  origin: () => string;
  version: string;
  log: Logger;
  /** Called with each outcome of an operation. */
  noted: (outcome: Outcome, response: HttpResponse) => void;
}

export function messageHandler({ origin, version, log, noted }: HandlerSettings): MessageHandler {
  const responses = new WeakMap<Request, HttpResponse>();
  const build = (request: Request | undefined): McpServer => {
    const response = request && responses.get(request);
    if (response === undefined) throw new Error('a message that came with no request');
    const { library, requestId } = contextOf(response);
    return mcpServer({
      library: () => library,
      origin,
      version,
      noted: (outcome) => noted(outcome, response),
      bug: (error) => log.error({ err: error, requestId }, 'a bug'),
    });
  };
  const current = createMcpHandler(({ requestInfo }) => build(requestInfo), {
    legacy: 'reject',
    onerror: (error) => log.debug({ reason: repeated(error.message) }, 'a message was refused'),
    maxSubscriptions: 0,
  });
  const earlier = answerAlone(build);
  return {
    foreignOrigin,
    async answer(request, body, response) {
      if (asksForStream(body)) return noStreams(body.id);
      responses.set(request, response);
      // The methods of sessions, GET and DELETE, are of the earlier revisions.
      const isEarlier = request.method !== 'POST' || (await isLegacyRequest(request, body));
      return isEarlier ? earlier(request, { parsedBody: body }) : current.fetch(request, { parsedBody: body });
    },
  };
}

function foreignOrigin(origin: string | undefined, hostnames: readonly string[]): string | undefined {
  const from = validateOriginHeader(origin, [...localhostAllowedHostnames(), ...hostnames]);
  return from.ok
    ? undefined
    : `${shown(from.message)}. Pages of other sites may not call this address; programs send no Origin.`;
}

/** One request, one server, one JSON answer. */
const answerAlone =
  (build: (request: Request | undefined) => McpServer): LegacyHttpHandler =>
  async (request, options) => {
    if (request.method !== 'POST') return noSessions();
    const server = build(request);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: options?.parsedBody });
    } finally {
      await server.close();
    }
  };

const noSessions = (): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Send messages with POST; there are no sessions.' } },
    { status: 405, headers: { Allow: 'POST, OPTIONS' } },
  );

/** Nothing changes while an edition is served, and a stream of nothing would only be held open. */
const asksForStream = (body: unknown): body is { id: unknown } =>
  typeof body === 'object' &&
  body !== null &&
  'method' in body &&
  body.method === 'subscriptions/listen' &&
  'id' in body;

const noStreams = (id: unknown): Response =>
  Response.json(
    {
      jsonrpc: '2.0',
      id,
      error: { code: -32_601, message: 'There are no changes to listen for; list again instead.' },
    },
    { status: 404 },
  );
