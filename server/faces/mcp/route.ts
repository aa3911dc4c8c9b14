// The MCP face over Streamable HTTP, without sessions, for the protocol revisions 2026-07-28, 2025-11-25 and earlier ones. Counting,
// limits and admission are the same as for the API. Each request gets an SDK server of its own, so nothing is kept between requests.
import { isIPv6, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import {
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedHostnames,
  type McpServer,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withoutKeys } from '../../access/api-keys.ts';
import type { HostRules } from '../../hosts.ts';
import type { Outcome } from '../../operations/operation.ts';
import { shown } from '../../problems.ts';
import { contextOf } from '../../request-context.ts';
import { cacheControls, contentTypes, send } from '../http/send.ts';
import {
  agentIdIn,
  bodyBytesMax,
  clientNameOf,
  endpointOf,
  isInitialize,
  type Message,
  readMessage,
  sessionHeader,
  sessionIdFor,
} from './message.ts';
import { mcpServer, repeated } from './server.ts';

export const mcpPath = '/mcp';
const allowedMethods = 'POST, OPTIONS';

const messages = new WeakMap<HttpRequest, Message>();

/** Runs before the limiter, and answers OPTIONS here, so that OPTIONS requests do not count. */
export const beginMessage: RequestHandler = (request, response, next) => {
  const context = contextOf(response);
  context.route = 'mcp';
  context.endpoint = 'other';
  if (request.method !== 'OPTIONS') return next();
  response.set('Allow', allowedMethods);
  response.status(204).end();
};

/** Runs after the limiter. Reads the message, and records its kind for the statistics. */
export const takeMessage: RequestHandler = async (request, response, next) => {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  try {
    const message = await readMessage(request);
    messages.set(request, message);
    contextOf(response).endpoint = endpointOf(message);
  } catch {
    // The caller has disconnected.
    response.destroy();
    return;
  }
  next();
};

/** Gives a client without an agent id its own name as the agent id. The name is read from the message, or else from the session id. */
export const nameClient: RequestHandler = (request, response, next) => {
  const { caller } = contextOf(response);
  if (caller?.agent.kind === 'none') {
    const id = clientNameOf(messageOf(request)) ?? agentIdIn(request.get(sessionHeader) ?? '');
    if (id !== undefined) caller.agent = { kind: 'named', id };
  }
  next();
};

const messageOf = (request: HttpRequest): Message => messages.get(request) ?? { kind: 'none' };

export interface McpRouteSettings {
  /** Returns the public address, without a trailing slash. */
  origin: () => string;
  version: string;
  log: Logger;
  /** Web pages from these hosts may call /mcp, as may pages from localhost and from this server's own host. */
  hosts: Pick<HostRules, 'names'>;
  /** Called with each outcome of an operation. */
  noted: (outcome: Outcome, response: HttpResponse) => void;
}

/** Answers the message that `takeMessage` has read. */
export function mcpRoute({ hosts, origin, version, log, noted }: McpRouteSettings): RequestHandler {
  return async (request, response) => {
    if (request.method !== 'POST') {
      response.set('Allow', allowedMethods);
      return refuse(request, response, faults.method);
    }
    const message = messageOf(request);
    if (message.kind === 'fault') return refuse(request, response, faults[message.fault]);
    // A batch is refused, because the limiter would count it as one request. The server does not offer the only revision with batches.
    if (message.kind === 'json' && Array.isArray(message.value)) return refuse(request, response, faults.batch);
    const hostnames = [...hosts.names(), ...ownHostnames(origin(), request.socket)];
    const from = validateOriginHeader(request.headers.origin, [...localhostAllowedHostnames(), ...hostnames]);
    if (!from.ok) return refuse(request, response, foreign(from.message));
    const { library, requestId, caller } = contextOf(response);
    const serve = (): McpServer =>
      mcpServer({
        library: () => library,
        origin,
        version,
        noted: (outcome) => noted(outcome, response),
        bug: (error) => log.error({ err: error, requestId }, 'a bug'),
      });
    const body = message.kind === 'json' ? message.value : undefined;
    const answer = await answerMessage(webRequest(request, response), body, { serve, log });
    if (isInitialize(message) && answer.ok && !answer.headers.has(sessionHeader) && caller?.agent.kind === 'named')
      answer.headers.set(sessionHeader, sessionIdFor(caller.agent.id));
    await sendAnswer(request, response, answer).catch((error: unknown) => {
      if (!response.destroyed) throw error;
      log.debug({ requestId }, 'the caller disconnected during a stream');
    });
  };
}

/** Answers a message with a new SDK server. */
async function answerMessage(
  request: Request,
  parsedBody: unknown,
  { serve, log }: { serve: () => McpServer; log: Logger },
): Promise<Response> {
  if (asksForStream(parsedBody)) return noStreams(parsedBody.id);
  if (!(await isLegacyRequest(request, parsedBody))) {
    const onerror = (error: Error): void => log.debug({ reason: repeated(error.message) }, 'a message was refused');
    return createMcpHandler(serve, { legacy: 'reject', onerror, maxSubscriptions: 0 }).fetch(request, { parsedBody });
  }
  const server = serve();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
}

/** Whether a message asks for a stream of notifications. Such a message is refused, because the server sends no notifications. */
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
      error: { code: -32_601, message: 'This server sends no notifications of changes. Send the list request again.' },
    },
    { status: 404 },
  );

interface Refusal {
  status: number;
  /** The error code of JSON-RPC 2.0, section 5.1. */
  code: number;
  message: string;
}

const faults = {
  method: { status: 405, code: -32_000, message: 'Send messages with POST.' },
  'too large': { status: 413, code: -32_600, message: `A message may have at most ${bodyBytesMax} bytes.` },
  'not JSON': { status: 400, code: -32_700, message: 'The body is not JSON in UTF-8.' },
  batch: { status: 400, code: -32_600, message: 'Batches are not accepted. Send one message per request.' },
} as const;

const foreign = (reason: string): Refusal => ({
  status: 403,
  code: -32_000,
  message: `${shown(reason)}. Pages of other sites may not call this address. Programs should send no Origin header.`,
});

function refuse(request: HttpRequest, response: HttpResponse, { status, code, message }: Refusal): Promise<void> {
  // This answer closes the connection, so that the rest of the oversized body is never treated as another request.
  if (status === 413) {
    response.set('Connection', 'close');
    request.resume();
  }
  return send(request, response, {
    status,
    contentType: contentTypes.json,
    pieces: [JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })],
    cacheControl: cacheControls.never,
  });
}

/** The request in the SDK's form, without its body, which is already read. It aborts when the caller disconnects. */
function webRequest(request: HttpRequest, response: HttpResponse): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The protocol requires callers to accept both JSON and event streams, and the SDK enforces this. The answer is always JSON, so a caller
  // that accepts only JSON is not refused here.
  if (request.accepts('application/json') !== false) headers.set('accept', 'application/json, text/event-stream');
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  // The SDK needs an absolute URL, but ignores its host and path.
  return new Request(`http://localhost${mcpPath}`, { method: request.method, headers, signal: abort.signal });
}

async function sendAnswer(request: HttpRequest, response: HttpResponse, answer: Response): Promise<void> {
  const contentType = answer.headers.get('content-type');
  for (const [name, value] of answer.headers) if (name !== 'content-type') response.set(name, value);
  if (answer.body === null || contentType === null) {
    response.status(answer.status).end();
    return;
  }
  if (contentType.startsWith('text/event-stream')) {
    response.set('Content-Type', contentType);
    response.status(answer.status);
    response.flushHeaders();
    return pipeline(answer.body, response);
  }
  const text = await answer.text();
  return send(request, response, {
    status: answer.status,
    contentType: contentTypes.json,
    // Error messages of the SDK repeat input from callers, which may contain a key.
    pieces: [answer.ok ? text : withoutKeys(text)],
    cacheControl: cacheControls.never,
  });
}

/**
 * The host names of this server, in lower case and ASCII, without ports: the host name of the public address (PUBLIC_URL or the
 * listening address), and the IP address that the caller has connected to. No other site can have that IP address.
 */
export function ownHostnames(publicAddress: string, { localAddress = '' }: Pick<Socket, 'localAddress'>): string[] {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const own = isIPv6(address) ? new URL(`http://[${address}]`).hostname : address;
  return [new URL(publicAddress).hostname, own].filter((name) => name !== '');
}
