// Identifies the caller once: address, agent id and key. It refuses no request, because the limiter must count first.
import type { Request, RequestHandler } from 'express';
import { looksLikeKey } from '../access/api-keys.ts';
import { networkOf, plainAddress } from '../addresses.ts';
import { type Caller, contextOf } from '../request-context.ts';
import { agentIdPattern } from '../state/agents.ts';
import type { KeyRing } from '../state/key-ring.ts';
import type { Limiter } from '../state/limiter.ts';

export function readCaller({ keys, limiter }: { keys: KeyRing; limiter: Limiter }): RequestHandler {
  return (request, response, next) => {
    const address = addressOf(request);
    const caller: Caller = {
      address,
      limitKey: networkOf(address),
      agent: agentOf(request),
      access: { kind: 'keyless' },
    };
    contextOf(response).caller = caller;
    if (request.headers.authorization === undefined) return next();
    const key = keyIn(request);
    // The caller's address has used up its limit, so the limiter will refuse this request. The key is not looked up in the store.
    if (limiter.isUsedUp(caller.limitKey) && keys.isUnknown(key)) {
      caller.access = { kind: 'refused', reason: 'unknown' };
      next();
      return;
    }
    return keys.check(key).then((verdict) => {
      caller.access = verdict.kind === 'valid' ? { kind: 'key', ...verdict.key } : verdict;
      next();
    });
  };
}

/**
 * The key in the Authorization header (RFC 6750, section 2.1); the scheme is case-insensitive (RFC 9110, section 11.1). Empty for a
 * malformed header, such as two header lines, of which `request.headers` has only the first.
 */
function keyIn({ headersDistinct }: Request): string {
  const [line = '', ...more] = headersDistinct.authorization ?? [];
  return (more.length === 0 && /^Bearer +([^ ]+) *$/i.exec(line)?.[1]) || '';
}

function agentOf(request: Request): Caller['agent'] {
  const given = request.headers['x-agent-id'];
  if (given === undefined) return { kind: 'none' };
  const id = String(given);
  // A key sent as an agent id would end up in statistics and logs.
  return agentIdPattern.test(id) && !looksLikeKey(id) ? { kind: 'named', id } : { kind: 'refused', given: id };
}

/**
 * The address that Express reads from the connection, or from X-Forwarded-For behind a trusted proxy. If that header
 * holds no valid address, the connection's own address counts.
 */
function addressOf(request: Request): string {
  const own = request.socket.remoteAddress ?? '0.0.0.0';
  return plainAddress(request.ip ?? own) ?? plainAddress(own) ?? '0.0.0.0';
}
