// What Node's own parser refuses never reaches Express. It gets the envelope and the discovery headers all the same.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../clock.ts';
import { discoveryHeaders } from '../../discovery.ts';
import { invalid, type ProblemDetail, problemCodes } from '../../problems.ts';
import { requestIds } from '../../request-context.ts';
import { problemText } from './envelope.ts';
import { contentTypes } from './send.ts';

export interface ParserErrorSettings {
  clock: Clock;
  origin: () => string;
}

/** What a parser error says to the caller, by Node's code. */
const faults: Record<string, ProblemDetail> = {
  HPE_HEADER_OVERFLOW: {
    parameter: 'request',
    given: null,
    allowed: 'a request line and headers of at most 16 KiB together',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    parameter: 'request',
    given: null,
    allowed: 'a request that arrives whole within the time limit',
  },
  HPE_INVALID_METHOD: { parameter: 'method', given: null, allowed: 'GET, HEAD or OPTIONS' },
};
const otherFault: ProblemDetail = { parameter: 'request', given: null, allowed: 'a request as RFC 9112 describes it' };

/** Answers everything that a server would otherwise answer bare or not at all. */
export function answerParserErrors(server: Server, { clock, origin }: ParserErrorSettings): void {
  const nextId = requestIds();
  const rawAnswer = (detail: ProblemDetail): string => {
    const requestId = nextId();
    const { nextStep: _none, ...error } = invalid([detail]);
    const body = problemText(error, { requestId, timestamp: new Date(clock.now()).toISOString() });
    const headers = [
      ...discoveryHeaders(origin()),
      ['X-Request-Id', requestId],
      ['Content-Type', contentTypes.json],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['Cache-Control', 'no-store'],
      ['Connection', 'close'],
    ];
    const { status } = problemCodes.VALIDATION_ERROR;
    return `HTTP/1.1 ${status} Bad Request\r\n${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`;
  };
  const answerSocket = (socket: Duplex, detail: ProblemDetail): void => {
    if (!socket.writable || socket.destroyed) {
      socket.destroy();
      return;
    }
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer(detail));
  };

  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else answerSocket(socket, faults[error.code ?? ''] ?? otherFault);
  });
  // Without listeners Node closes the connection (CONNECT) or hides an unknown expectation behind a bare 417.
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    answerSocket(socket, { ...otherFault, parameter: 'method', allowed: 'GET, HEAD or OPTIONS' }),
  );
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { socket } = response;
    if (socket !== null) answerSocket(socket, { parameter: 'Expect', given: null, allowed: 'no Expect header' });
  });
}
