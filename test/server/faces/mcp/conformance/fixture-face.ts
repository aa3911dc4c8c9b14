// The fixture behind the route of the product. Scenarios of revision 2025-11-25 ask the client back in the middle of a call,
// which takes sessions; the product has none, so they are kept here.
import { randomUUID } from 'node:crypto';
import { type LegacyHttpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { messageHandler } from '../../../../../server/faces/mcp/handler.ts';
import type { LoadHandler } from '../../../../../server/faces/mcp/route.ts';
import { fixtureServer } from './fixture-server.ts';

export const fixtureFace: LoadHandler = async () =>
  messageHandler({ build: () => fixtureServer({ sessions: false }), refused: () => undefined, legacy: withSessions() });

function withSessions(): LegacyHttpHandler {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request, options) => {
    const id = request.headers.get('mcp-session-id');
    const transport = id === null ? await begin() : transports.get(id);
    // The specification: the client then begins a new session.
    return transport?.handleRequest(request, options) ?? new Response(null, { status: 404 });
  };

  async function begin(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
      onsessionclosed: (id) => void transports.delete(id),
    });
    await fixtureServer({ sessions: true }).connect(transport);
    return transport;
  }
}
