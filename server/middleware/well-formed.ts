// Refuses requests that Node accepts and nobody should send: two Host lines, none, a target that cannot be read, or one too long.
import type { RequestHandler } from 'express';
import { sendProblem } from '../faces/http/problem-response.ts';
import { invalid, type ProblemDetail, shown } from '../problems.ts';

/** Bytes of a request target. The longest valid one is a search for 256 characters of four encoded bytes. */
export const targetBytesMax = 8192;

export const wellFormed: RequestHandler = (request, response, next) => {
  const detail = hostFault(request.rawHeaders, request.httpVersion) ?? targetFault(request.originalUrl);
  if (detail === undefined) {
    next();
    return;
  }
  return sendProblem(request, response, invalid([detail]));
};

/** RFC 9112, section 3.2: exactly one Host line in HTTP/1.1. */
function hostFault(rawHeaders: readonly string[], httpVersion: string): ProblemDetail | undefined {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  if (hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0')) return undefined;
  return {
    parameter: 'Host',
    given: hosts.length === 0 ? null : shown(hosts.join(', ')),
    allowed: 'exactly one Host header',
  };
}

function targetFault(target: string): ProblemDetail | undefined {
  if (target.length > targetBytesMax) {
    return { parameter: 'request target', given: `${target.length} bytes`, allowed: `at most ${targetBytesMax} bytes` };
  }
  const path = target.split('?', 1)[0] ?? '';
  try {
    decodeURIComponent(path);
    return undefined;
  } catch {
    return { parameter: 'path', given: shown(path), allowed: 'UTF-8 with percent-encoding (RFC 3986)' };
  }
}
