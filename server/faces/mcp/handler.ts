// Answers messages with the SDK, for revision 2026-07-28 and for 2025-11-25 and before, each request by a server of its own:
// nothing is kept between two. Loaded when the first message comes, because the SDK takes a while.
import {
  createMcpHandler,
  isLegacyRequest,
  type LegacyHttpHandler,
  localhostAllowedHostnames,
  type McpServer,
  validateOriginHeader,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { shown } from '../../problems.ts';

export interface MessageHandler {
  /** Takes a request and its parsed body. */
  answer(request: Request, body: unknown): Promise<Response>;
  /** Why pages of an Origin may not call this server; undefined when they may. */
  foreignOrigin(origin: string | undefined, hostnames: readonly string[]): string | undefined;
}

export interface HandlerSettings {
  /** Makes the server that answers a request. */
  build: (request: Request | undefined) => McpServer;
  /** Told of requests that the protocol refuses, and of what goes wrong beside them. */
  refused: (error: Error) => void;
  /** What answers the revisions before 2026-07-28; each request by itself, in JSON, without it. */
  legacy?: LegacyHttpHandler;
}

export function messageHandler({ build, refused, legacy }: HandlerSettings): MessageHandler {
  const current = createMcpHandler(({ requestInfo }) => build(requestInfo), {
    legacy: 'reject',
    onerror: refused,
    maxSubscriptions: 0,
  });
  const earlier = legacy ?? answerAlone(build);
  return {
    foreignOrigin,
    async answer(request, body) {
      if (asksForStream(body)) return noStreams(body.id);
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
  (build: HandlerSettings['build']): LegacyHttpHandler =>
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
