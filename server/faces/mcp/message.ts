// Reads the message in the body of a request to /mcp, up to a bound, and finds the names of the client and of the called tool in it.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { looksLikeKey } from '../../access/api-keys.ts';
import { agentIdPattern, type Endpoint } from '../../state/agents.ts';
import { tools } from './tools.ts';

/** The largest body of a request. It is larger than a message with the longest query, even if every character is escaped. */
export const bodyBytesMax = 65_536;

export type Message =
  /** `none`: a request without a body. */
  { kind: 'none' } | { kind: 'json'; value: unknown } | { kind: 'fault'; fault: 'too large' | 'not JSON' };

/** Rejects when the caller disconnects before the body is complete. */
export async function readMessage(request: IncomingMessage): Promise<Message> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // The request is not destroyed when the loop ends early at an oversized body, because the answer still needs the connection.
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

/** The kind of message, as statistics count it. */
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
 * The client's own name, as an agent id. Clients of revision 2026-07-28 send their name in every request. Clients of earlier revisions
 * send it only in `initialize`. Undefined when the message has no name, or a name without any character that an agent id allows.
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

/**
 * Makes an agent id from a client's name: replaces characters that an agent id does not allow by hyphens. Undefined when the name
 * looks like an API key, because agent ids appear in statistics and logs.
 */
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

// Clients of revision 2025-11-25 send their name only in `initialize`, and a session id in each later request. The session id that this
// server issues contains the name, so later calls are counted for the client although the server stores nothing between requests.
export const sessionHeader = 'Mcp-Session-Id';

/** A character that agent ids do not contain. */
const separator = '~';

export const sessionIdFor = (agentId: string): string => `${agentId}${separator}${randomUUID()}`;

/** The agent id in a session id. Callers can forge session ids, so they are trusted no more than the header x-agent-id. */
export function agentIdIn(sessionId: string): string | undefined {
  const id = sessionId.slice(0, sessionId.indexOf(separator));
  return sessionId.includes(separator) && agentIdPattern.test(id) && !looksLikeKey(id) ? id : undefined;
}
