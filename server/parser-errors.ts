// Requests that Node's parser refuses never reach Express. They still get the envelope and the discovery headers, after the
// answers to earlier requests on the connection.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import { discoveryHeaders } from './discovery.ts';
import { problemText } from './envelope.ts';
import { contentTypes } from './faces/http/send.ts';
import { type Connections, headBytesMax } from './http-server.ts';
import type { Metrics } from './metrics/metrics.ts';
import { invalid, type ProblemDetail, problemCodes } from './problems.ts';
import { findContext, newRequestId } from './request-context.ts';

export interface ParserErrorSettings {
  clock: Clock;
  log: Logger;
  connections: Connections;
  metrics: Metrics;
  origin: () => string;
}

/** How long the server keeps reading and dropping input after a refusal: an immediate close would make the caller lose the answer. */
const lingerMs = 1_000;

const methodFault: ProblemDetail = { parameter: 'method', given: null, allowed: 'GET, HEAD or OPTIONS' };
/** Error code of Node's parser → the detail of the problem. */
const faults: Record<string, ProblemDetail> = {
  HPE_HEADER_OVERFLOW: {
    parameter: 'request',
    given: null,
    allowed: `a request line and headers of at most ${headBytesMax / 1024} KiB together`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    parameter: 'request',
    given: null,
    allowed: 'a request that arrives whole within the time limit',
  },
  HPE_INVALID_METHOD: methodFault,
  HPE_INVALID_URL: {
    parameter: 'request target',
    given: null,
    allowed: 'a path that begins with /, in ASCII; other characters with percent-encoding (RFC 3986), as %E8%8C%B6',
  },
};
const otherFault: ProblemDetail = { parameter: 'request', given: null, allowed: 'a request as RFC 9112 describes it' };

/** Answers the requests that Node would otherwise answer without the envelope, or not at all. */
export function answerParserErrors(
  server: Server,
  { clock, log, connections, metrics, origin }: ParserErrorSettings,
): void {
  const refused = new WeakSet<Duplex>();

  server.on('clientError', (error: Error & { code?: string }, socket) => {
    // The caller has disconnected, perhaps in the middle of an answer.
    if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy();
    else refuse(socket, error.code ?? '', faults[error.code ?? ''] ?? otherFault);
  });
  // Without this listener Node closes the connection.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 'CONNECT', methodFault));
  // Without this listener Node answers 417 without a body. The application checks the Expect header.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));

  function refuse(socket: Duplex, fault: string, detail: ProblemDetail): void {
    // The parser reports each further chunk after the first fault as another fault.
    if (refused.has(socket)) return;
    refused.add(socket);
    socket.on('error', () => socket.destroy());
    const last = connections.lastOn(socket);
    // When the fault is in the body of a request, the application may already have answered that request. It gets no second answer.
    const faulty = last?.req.complete === false ? last : undefined;
    const end = (): void => {
      if (socket.writable) {
        const isAnswered = faulty?.headersSent === true;
        if (!isAnswered) count(faulty);
        socket.end(isAnswered ? undefined : answer(socket, fault, detail));
      }
      linger(socket);
    };
    const before = connections.openOn(socket).filter((response) => response !== faulty);
    if (before.length === 0) end();
    else before.at(-1)?.once('close', end);
  }

  /**
   * Counts a refused request in the metrics. A request that the application has begun to process is counted later, by `account`, when its
   * response closes. This function then only sets the route.
   */
  function count(faulty: ServerResponse | undefined): void {
    const context = faulty && findContext(faulty);
    if (context === undefined) metrics.requestEnded({ route: 'unparsed', status: 400 });
    else context.route = 'unparsed';
  }

  function answer(socket: Duplex, fault: string, detail: ProblemDetail): string {
    const requestId = newRequestId();
    const { status } = problemCodes.VALIDATION_ERROR;
    const address = socket instanceof Socket ? socket.remoteAddress : undefined;
    log.info({ requestId, status, fault, address }, 'refused by the parser');
    const { nextStep: _none, ...error } = invalid([detail]);
    const body = problemText(error, { requestId, timestamp: new Date(clock.now()).toISOString() });
    const headers = {
      ...discoveryHeaders(origin()),
      'X-Request-Id': requestId,
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': contentTypes.json,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      Connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status} Bad Request\r\n${lines.join('')}\r\n${body}`;
  }
}

function linger(socket: Duplex): void {
  socket.resume();
  const tooLong = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(tooLong));
}
