// The names under which this server answers. A page of another site can have its own name lead to this address, and would then read
// what only callers on this machine or network should (DNS rebinding): the browser still sends the name as Host.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { invalid, type Problem, shown } from './problems.ts';
import { isAuthority, targetHostOf } from './request-target.ts';

export interface HostRules {
  /** As URLs spell them, without port, brackets and the dot at the end. */
  names: () => readonly string[];
  /** Whether other paths than /mcp are answered under these names alone. */
  isForAllPaths: () => boolean;
}

/** The name in a Host header as URLs spell it, without port, brackets and the dot at the end; undefined when it is malformed. */
function hostName(authority: string): string | undefined {
  if (!isAuthority(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return plainHostname(new URL(`http://${authority}`));
}

export const plainHostname = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** The problem of a request for another name. A request without any name is answered: browsers always send one. */
export function hostFault(request: IncomingMessage, names: readonly string[]): Problem | undefined {
  const foreign = hostsOf(request).find((host) => host !== '' && !isAnswered(hostName(host) ?? '', names));
  if (foreign === undefined) return undefined;
  const allowed = 'an IP address, localhost, the name of the public address, or one that the operator allows';
  return invalid([{ parameter: 'Host', given: shown(foreign), allowed }], {
    hint: 'Use the address that X-Agent-API-Endpoint names. Operators allow further names with ALLOWED_HOSTS.',
  });
}

const isAnswered = (name: string, names: readonly string[]): boolean =>
  isIP(name) !== 0 || name === 'localhost' || names.includes(name);

/** Every Host line, and the host of a target in absolute form (RFC 9112, section 3.2.2). */
function hostsOf(request: IncomingMessage): string[] {
  const target = targetHostOf(request);
  return [...hostLines(request), ...(target === undefined ? [] : [target])];
}

export const hostLines = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');

/** Whether an address to listen on is reached from this machine alone. */
export const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/i.test(address);
