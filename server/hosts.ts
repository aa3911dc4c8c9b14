// Checks the host names of requests against DNS rebinding: a site can point its own name at this server's address, and its pages can then
// read data meant only for callers on this machine or network. The browser still sends the site's name as Host, so unknown names are
// refused. This file also normalises request targets to a path with its query (RFC 9112, section 3.2), because Express would answer any
// other form without the envelope.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { invalid, type Problem, shown } from './problems.ts';

export interface HostRules {
  /** The accepted host names in lower case and ASCII, without port, brackets and trailing dot. */
  names: () => readonly string[];
  /** Whether the name check covers all paths, not only /mcp. */
  isForAllPaths: () => boolean;
}

/** The name in a Host header in lower case and ASCII, without port, brackets and trailing dot; undefined when it is malformed. */
function hostName(authority: string): string | undefined {
  if (!isAuthority(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return plainHostname(new URL(`http://${authority}`));
}

export const plainHostname = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * The problem for a request to an unknown host name. A request without a host name is accepted: browsers always send one, so such a
 * request does not come from the page of an attacker.
 */
export function hostFault(request: IncomingMessage, names: readonly string[]): Problem | undefined {
  const foreign = hostsOf(request).find((host) => host !== '' && !isAnswered(hostName(host) ?? '', names));
  if (foreign === undefined) return undefined;
  const allowed = 'an IP address, localhost, the name of the public address, or a name that the operator allows';
  return invalid([{ parameter: 'Host', given: shown(foreign), allowed }], {
    hint: 'Use the address that X-Agent-API-Endpoint names. Operators allow further names with ALLOWED_HOSTS.',
  });
}

const isAnswered = (name: string, names: readonly string[]): boolean =>
  isIP(name) !== 0 || name === 'localhost' || names.includes(name);

/** The values of all Host lines, and the host of a target in absolute form (RFC 9112, section 3.2.2). */
function hostsOf(request: IncomingMessage): string[] {
  const target = targetHosts.get(request);
  return [...hostLines(request), ...(target === undefined ? [] : [target])];
}

export const hostLines = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');

/** Whether a listening address can be reached only from this machine. */
export const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/i.test(address);

/** A host with an optional port (RFC 3986, section 3.2), without user and password. */
const authority = String.raw`(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?`;
const authorityPattern = new RegExp(`^${authority}$`);
const absoluteFormPattern = new RegExp(`^https?://(?=[^/?])${authority}(?=[/?]|$)`, 'i');

export const isAuthority = (text: string): boolean => authorityPattern.test(text);

/**
 * The path and query of a target; undefined for a form that a server need not accept. The host of an absolute form is dropped,
 * because answers never depend on the name by which a caller reached the server.
 */
export function originForm(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target;
  const scheme = absoluteFormPattern.exec(target)?.[0];
  if (scheme === undefined) return undefined;
  const rest = target.slice(scheme.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A target may contain neither a fragment nor whitespace (RFC 9112, section 3.2). */
const notOfTarget = /[#\s]/;
export const isWhole = (target: string): boolean => !notOfTarget.test(target);

/** Request → the host of its target in absolute form. */
const targetHosts = new WeakMap<IncomingMessage, string>();

/**
 * Normalises the target for the routes. An invalid target (without a path, or with a fragment or whitespace) stays in `originalUrl`,
 * and `url` gets its valid beginning, so that Express finds the middleware that refuses the request with the envelope. Express would parse
 * the invalid target with Node's legacy `url.parse`, which throws.
 */
export function takeOriginForm(request: IncomingMessage): void {
  const target = request.url ?? '';
  const path = originForm(target);
  const host = /^https?:\/\/([^/?]*)/i.exec(target)?.[1];
  if (host !== undefined) targetHosts.set(request, host);
  if (path !== undefined && isWhole(path)) {
    request.url = path;
    return;
  }
  Object.assign(request, { originalUrl: target });
  request.url = path?.split(notOfTarget, 1)[0] ?? '/';
}
