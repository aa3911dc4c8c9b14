// Checks the host names and targets of requests. A page of another site can point its own name at this address and read data meant
// only for callers on this machine or network (DNS rebinding); the browser still sends that name as Host. Targets are normalised
// to the form that routes expect, a path with its query (RFC 9112, section 3.2): Express would answer any other form without the envelope.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { invalid, type Problem, shown } from './problems.ts';

export interface HostRules {
  /** As URLs spell them, without port, brackets and the dot at the end. */
  names: () => readonly string[];
  /** Whether the name check covers all paths, not only /mcp. */
  isForAllPaths: () => boolean;
}

/** The name in a Host header as URLs spell it, without port, brackets and the dot at the end; undefined when it is malformed. */
function hostName(authority: string): string | undefined {
  if (!isAuthority(authority) || !URL.canParse(`http://${authority}`)) return undefined;
  return plainHostname(new URL(`http://${authority}`));
}

export const plainHostname = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/** The problem for a request to an unknown name. A request without a name is accepted: browsers always send one. */
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

/** All Host lines, and the host of a target in absolute form (RFC 9112, section 3.2.2). */
function hostsOf(request: IncomingMessage): string[] {
  const target = targetHostOf(request);
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
 * The path and query of a target; undefined for a form that a server need not accept. The host of an absolute form is left
 * out: answers never depend on the name by which a caller reached the server.
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

const targetHosts = new WeakMap<IncomingMessage, string>();
/** The host of a target in absolute form. */
export const targetHostOf = (request: IncomingMessage): string | undefined => targetHosts.get(request);

/**
 * Normalises the target for the routes. A target without a path, or with a fragment or a space, is kept as `originalUrl`
 * and refused by the route that its beginning matches. Express would parse it with Node's legacy `url.parse`, which throws.
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
