// Messages at /mcp: the body of a request, read whole and bounded, and how its message names the caller and the call.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { looksLikeKey } from '../../access/api-keys.ts';
import { agentIdPattern, type Endpoint } from '../../state/agents.ts';
import { tools } from './tools.ts';

/** More than the longest query takes, also with every character escaped. */
export const bodyBytesMax = 65_536;

export type Message =
  /** A request without a body. */
  { kind: 'none' } | { kind: 'json'; value: unknown } | { kind: 'fault'; fault: 'too large' | 'not JSON' };

/** Rejects when the caller goes away before the body is whole. */
export async function readMessage(request: IncomingMessage): Promise<Message> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // What comes after too much is not read here; the connection has to last until the answer is sent.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += piece.length;
    if (bytes > bodyBytesMax) return { kind: 'fault', fault: 'too large' };
    pieces.push(piece);
  }
  if (bytes === 0) return { kind: 'none' };
  try {
    return { kind: 'json', value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))) };
  } catch {
    return { kind: 'fault', fault: 'not JSON' };
  }
}

/** What a message asks for, as statistics tell it apart. */
export function endpointOf(message: Message): Endpoint {
  if (message.kind !== 'json') return 'other';
  const method = memberOf(message.value, 'method');
  if (method === 'resources/read') return 'article';
  if (method !== 'tools/call') return 'other';
  const name = memberOf(memberOf(message.value, 'params'), 'name');
  return tools.find((tool) => tool.name === name)?.operation.endpoint ?? 'other';
}

const clientInfoKey = 'io.modelcontextprotocol/clientInfo';

/**
 * The name that the client gives itself, as an agent id: in every request of revision 2026-07-28, in `initialize` before it.
 * Undefined when it gives none, or one of which nothing is left.
 */
export function clientNameOf(message: Message): string | undefined {
  if (message.kind !== 'json') return undefined;
  const params = memberOf(message.value, 'params');
  const client = memberOf(memberOf(params, '_meta'), clientInfoKey) ?? memberOf(params, 'clientInfo');
  const name = memberOf(client, 'name');
  return typeof name === 'string' ? asAgentId(name) : undefined;
}

export const isInitialize = (message: Message): boolean =>
  message.kind === 'json' && memberOf(message.value, 'method') === 'initialize';

const agentIdLengthMax = 128;

/** What an agent id may not hold becomes a hyphen. A key that was sent as a name would stand in statistics and logs. */
export function asAgentId(name: string): string | undefined {
  const id = name
    .slice(0, 4 * agentIdLengthMax)
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9._:@/+-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, agentIdLengthMax);
  return agentIdPattern.test(id) && !looksLikeKey(name.normalize('NFKC')) ? id : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

// Clients of revision 2025-11-25 name themselves in `initialize` alone, and send back a session id with everything after it. Our id
// holds the name, so that their calls are counted for them and the server remembers nothing between two requests.
export const sessionHeader = 'Mcp-Session-Id';

/** No agent id holds it. */
const separator = '~';

export const sessionIdFor = (agentId: string): string => `${agentId}${separator}${randomUUID()}`;

/** Callers may make up session ids: one is worth as much as the header x-agent-id, which is no secret either. */
export function agentIdIn(sessionId: string): string | undefined {
  const id = sessionId.slice(0, sessionId.indexOf(separator));
  return sessionId.includes(separator) && agentIdPattern.test(id) && !looksLikeKey(id) ? id : undefined;
}
