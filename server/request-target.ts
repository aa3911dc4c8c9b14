// A request's target in the one form that routes know: a path with its query (RFC 9112, section 3.2). Express answers what
// it cannot take apart by itself and bare, so it never gets to see such a target.
import type { IncomingMessage } from 'node:http';

/** What may stand for a host, with an optional port (RFC 3986, section 3.2); without user and password. */
const authority = String.raw`(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?`;
const authorityPattern = new RegExp(`^${authority}$`);
const absoluteFormPattern = new RegExp(`^https?://(?=[^/?])${authority}(?=[/?]|$)`, 'i');

export const isAuthority = (text: string): boolean => authorityPattern.test(text);

/**
 * The path and query of a target; undefined for a target that no server has to take. The host of an absolute form is left
 * out: what this server says of itself never depends on what a caller calls it.
 */
export function originForm(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target;
  const scheme = absoluteFormPattern.exec(target)?.[0];
  if (scheme === undefined) return undefined;
  const rest = target.slice(scheme.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A fragment is no part of a target, and neither is anything that looks like a space (RFC 9112, section 3.2). */
const notOfTarget = /[#\s]/;
export const isWhole = (target: string): boolean => !notOfTarget.test(target);

const targetHosts = new WeakMap<IncomingMessage, string>();
/** The host of a target that was in absolute form. */
export const targetHostOf = (request: IncomingMessage): string | undefined => targetHosts.get(request);

/**
 * Puts the target into the form that routes know. One that has none, or holds what is not of a target, is kept as `originalUrl`,
 * where it is refused; its beginning decides who refuses it. Express would have Node's old parser take it apart, which throws.
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
