// Refuses invalid requests that Node accepts: two Host lines or none, too many headers, a target that is unreadable or too long, an
// unknown expectation. Also refuses requests to host names that are not this server's (`hosts.ts`).
import type { Request, RequestHandler } from 'express';
import { healthPaths } from '../faces/http/health.ts';
import { sendProblem } from '../faces/http/problem-response.ts';
import { percentDecoded } from '../faces/http/query-string.ts';
import { type HostRules, hostFault, hostLines, isAuthority, isWhole, originForm } from '../hosts.ts';
import { invalid, type ProblemDetail, shown } from '../problems.ts';

/** The maximum length of a request target. The longest valid one searches for 4,096 characters of four bytes, each written as `%XX`. */
export const targetBytesMax = 52 * 1024;
/** The maximum number of header lines. Node's own limit would drop further lines silently, and a dropped credential would go unchecked. */
export const headerLinesMax = 100;

export const wellFormed: RequestHandler = (request, response, next) => {
  const detail = headerFault(request) ?? targetFault(request.originalUrl);
  if (detail === undefined) return next();
  return sendProblem(request, response, invalid([detail]));
};

function headerFault(request: Request): ProblemDetail | undefined {
  const { rawHeaders, headers } = request;
  const lines = rawHeaders.length / 2;
  if (lines > headerLinesMax)
    return { parameter: 'headers', given: `${lines} lines`, allowed: `at most ${headerLinesMax} lines` };
  // RFC 9110, section 10.1.1 defines only this expectation.
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return { parameter: 'Expect', given: shown(headers.expect), allowed: '100-continue, or no Expect header' };
  return hostLineFault(request);
}

/** RFC 9112, section 3.2: exactly one Host line in HTTP/1.1, with a valid host. */
function hostLineFault(request: Request): ProblemDetail | undefined {
  const hosts = hostLines(request);
  if (hosts.length === 0 && request.httpVersion === '1.0') return undefined;
  if (hosts.length === 1 && isAuthority(hosts[0] ?? '')) return undefined;
  return {
    parameter: 'Host',
    given: hosts.length === 0 ? null : shown(hosts.join(', ')),
    allowed: 'exactly one Host header with a name or an address, and optionally a port',
  };
}

function targetFault(target: string): ProblemDetail | undefined {
  if (target.length > targetBytesMax) {
    return { parameter: 'request target', given: `${target.length} bytes`, allowed: `at most ${targetBytesMax} bytes` };
  }
  if (originForm(target) === undefined || !isWhole(target)) {
    return {
      parameter: 'request target',
      given: shown(target),
      allowed: 'a path that begins with /, without fragment',
    };
  }
  const path = target.split('?', 1)[0] ?? '';
  if (percentDecoded(path) !== undefined) return undefined;
  return { parameter: 'path', given: shown(path), allowed: 'UTF-8 with percent-encoding (RFC 3986)' };
}

/** Refuses unknown host names. Health checks are answered under any name, because load balancers and orchestrators use their own. */
export function checkHost(
  { names, isForAllPaths }: HostRules,
  { always }: { always: boolean } = { always: false },
): RequestHandler {
  return (request, response, next) => {
    const fault = (always || isForAllPaths()) && !isHealth(request) ? hostFault(request, names()) : undefined;
    if (fault === undefined) return next();
    return sendProblem(request, response, fault);
  };
}

const isHealth = ({ baseUrl, path }: Request): boolean => healthPaths.includes(`${baseUrl}${path}`);
