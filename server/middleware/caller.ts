// Who calls: address, agent id and credential, read once. It judges nothing, so that even a caller who will be refused is
// counted by the limiter first.
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { type Caller, contextOf } from '../request-context.ts';
import { agentIdPattern } from '../state/agents.ts';

/** One household or server has a whole /64 network of IPv6 addresses. */
const ipv6NetworkBits = 64;

export const readCaller: RequestHandler = (request, response, next) => {
  const address = addressOf(request);
  contextOf(response).caller = {
    address,
    limitKey: ipKeyGenerator(address, ipv6NetworkBits),
    agent: agentOf(request),
    // Any credential is refused until keys exist; it is never served as keyless.
    credential: request.headers.authorization === undefined ? 'none' : 'refused',
  };
  next();
};

function agentOf(request: Request): Caller['agent'] {
  const given = request.headers['x-agent-id'];
  if (given === undefined) return { kind: 'none' };
  const id = String(given);
  return agentIdPattern.test(id) ? { kind: 'named', id } : { kind: 'refused', given: id };
}

/**
 * The address that Express takes from the connection, or from X-Forwarded-For behind a trusted proxy. What such a header
 * holds may be no address at all; then the connection's own address counts.
 */
function addressOf(request: Request): string {
  const own = request.socket.remoteAddress ?? '0.0.0.0';
  return plainAddress(request.ip ?? own) ?? plainAddress(own) ?? '0.0.0.0';
}

/** Without port, brackets, zone and the IPv4-in-IPv6 prefix; undefined when it is no address. */
function plainAddress(text: string): string | undefined {
  const bare = text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(bare) === 0 ? undefined : bare;
}
