// The MCP face over HTTP: one address that takes messages (Streamable HTTP), without sessions. Callers are counted, limited and
// admitted as everywhere; the rest is here: which pages may reach the address, and the way to the SDK and back.
import { isIPv6, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express';
import { withoutKeys } from '../../access/api-keys.ts';
import type { HostRules } from '../../hosts.ts';
import { contextOf, findContext } from '../../request-context.ts';
import { cacheControls, contentTypes, send } from '../http/send.ts';
import { type HandlerSettings, messageHandler } from './handler.ts';
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

export const mcpPath = '/mcp';
const allowedMethods = 'POST, OPTIONS';
/** Two of them are of sessions, which only some of what answers here may have. */
const methods: readonly string[] = ['POST', 'GET', 'DELETE'];

const messages = new WeakMap<HttpRequest, Message>();

/** Before the limit: OPTIONS does not count. */
export const beginMessage: RequestHandler = (request, response, next) => {
  const context = contextOf(response);
  context.route = 'mcp';
  context.endpoint = 'other';
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response.set('Allow', allowedMethods);
  response.status(204).end();
};

/** After the limit: reads the message, and what it is counted as. */
export const takeMessage: RequestHandler = async (request, response, next) => {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  try {
    const message = await readMessage(request);
    messages.set(request, message);
    contextOf(response).endpoint = endpointOf(message);
  } catch {
    // The caller went away.
    response.destroy();
    return;
  }
  next();
};

/** A client that sends no agent id is counted by the name it gives itself: in its session, and in its message once that is read. */
export const nameClient: RequestHandler = (request, response, next) => {
  const { caller } = contextOf(response);
  if (caller?.agent.kind === 'none') {
    const id = clientNameOf(messageOf(request)) ?? agentIdIn(request.get(sessionHeader) ?? '');
    if (id !== undefined) caller.agent = { kind: 'named', id };
  }
  next();
};

const messageOf = (request: HttpRequest): Message => messages.get(request) ?? { kind: 'none' };

export interface McpRouteSettings extends HandlerSettings {
  /** Whose pages may call, too. */
  hosts: Pick<HostRules, 'names'>;
}

/** Answers messages. */
export function mcpRoute({ hosts, ...settings }: McpRouteSettings): RequestHandler {
  const { log, origin } = settings;
  const handler = messageHandler(settings);
  return async (request, response) => {
    if (!methods.includes(request.method)) {
      response.set('Allow', allowedMethods);
      return refuse(request, response, faults.method);
    }
    const message = messageOf(request);
    if (message.kind === 'fault') return refuse(request, response, faults[message.fault]);
    // Several messages in one request would be one request to the limiter. No revision since 2025-06-18 has them.
    if (message.kind === 'json' && Array.isArray(message.value)) return refuse(request, response, faults.batch);
    const hostnames = [...hosts.names(), ...ownHostnames(origin(), request.socket)];
    const foreign = handler.foreignOrigin(request.headers.origin, hostnames);
    if (foreign !== undefined) return refuse(request, response, { status: 403, code: -32_000, message: foreign });
    const asked = webRequest(request, response);
    const answer = await handler.answer(asked, message.kind === 'json' ? message.value : undefined, response);
    const agent = contextOf(response).caller?.agent;
    if (isInitialize(message) && answer.ok && !answer.headers.has(sessionHeader) && agent?.kind === 'named')
      answer.headers.set(sessionHeader, sessionIdFor(agent.id));
    await sendAnswer(request, response, answer).catch((error: unknown) => {
      if (!response.destroyed) throw error;
      log.debug({ requestId: findContext(response)?.requestId }, 'the caller of a stream went away');
    });
  };
}

interface Refusal {
  status: number;
  /** JSON-RPC 2.0, section 5.1. */
  code: number;
  message: string;
}

const faults = {
  method: { status: 405, code: -32_000, message: 'Send messages with POST.' },
  'too large': { status: 413, code: -32_600, message: `A message has at most ${bodyBytesMax} bytes.` },
  'not JSON': { status: 400, code: -32_700, message: 'The body is not JSON in UTF-8.' },
  batch: { status: 400, code: -32_600, message: 'One message per request: batches are not taken here.' },
} as const;

function refuse(request: HttpRequest, response: HttpResponse, { status, code, message }: Refusal): Promise<void> {
  // The body is not read to its end, and its rest would be parsed as the next request.
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

/** The request as the SDK takes it, without its body, which is read. It ends when the caller goes away. */
function webRequest(request: HttpRequest, response: HttpResponse): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The protocol asks callers to accept both; one that accepts JSON alone gets the same answer, which is JSON.
  if (request.accepts('application/json') !== false) headers.set('accept', 'application/json, text/event-stream');
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort();
  });
  // The SDK looks at the path of no request.
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
    // What the SDK refuses before a server has seen it repeats what callers sent.
    pieces: [answer.ok ? text : withoutKeys(text)],
    cacheControl: cacheControls.never,
  });
}

/**
 * Names as URLs spell them, without ports: that of the public address (PUBLIC_URL, or what the server listens on), and the
 * address that the connection was made to, which can be no other site's name.
 */
export function ownHostnames(publicAddress: string, { localAddress = '' }: Pick<Socket, 'localAddress'>): string[] {
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const own = isIPv6(address) ? new URL(`http://[${address}]`).hostname : address;
  return [new URL(publicAddress).hostname, own].filter((name) => name !== '');
}
