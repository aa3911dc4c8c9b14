// Sends hand-written messages to /mcp, including some that SDK clients would not send, and returns status, headers and body.
import type { Started } from '../../../server.ts';

export interface Exchange {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the structure of the answers.
  body: any;
}

export interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a body unchanged. */
export async function sendBody(server: Started, { method = 'POST', headers = {}, body }: Sending): Promise<Exchange> {
  const response = await fetch(`http://127.0.0.1:${server.port}/mcp`, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Sends a request of revision 2025-11-25. The server keeps no sessions, so `initialize` need not come first. */
export const ask = (
  server: Started,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Exchange> => sendBody(server, { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });

export const callTool = (
  server: Started,
  name: string,
  given: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Exchange> => ask(server, 'tools/call', { name, arguments: given }, headers);

/** Sends a request of revision 2026-07-28, which names the revision and the client in each message. */
export function askNow(
  server: Started,
  method: string,
  params: Record<string, unknown> = {},
  { headers = {}, client = 'tea-client' }: { headers?: Record<string, string>; client?: string } = {},
): Promise<Exchange> {
  const about = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
  };
  const name = params.name ?? params.uri;
  return sendBody(server, {
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: about } }),
  });
}
