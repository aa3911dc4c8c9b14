// Clients of revision 2025-11-25 name themselves in `initialize` alone, and send back a session id with everything after it.
// Ours holds the name, so that their calls are counted for them and the server remembers nothing between two requests.
import { randomUUID } from 'node:crypto';
import { looksLikeKey } from '../../access/api-keys.ts';
import { agentIdPattern } from '../../state/agents.ts';

export const sessionHeader = 'Mcp-Session-Id';

/** No agent id holds it. */
const separator = '~';

export const sessionIdFor = (agentId: string): string => `${agentId}${separator}${randomUUID()}`;

/** Whoever sends it may have written it: it is worth as much as the header x-agent-id, which is no secret either. */
export function agentIdIn(sessionId: string): string | undefined {
  const id = sessionId.slice(0, sessionId.indexOf(separator));
  return sessionId.includes(separator) && agentIdPattern.test(id) && !looksLikeKey(id) ? id : undefined;
}
