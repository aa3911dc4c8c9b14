// The ceiling: Node's HTTP server by itself, writing bytes that were made beforehand around the one thing that changes. It has no
// limits, no log, no routes and four headers.
import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type PeerAnswer, peerIds, peerTypes } from './answers.ts';

export function rawServer(answers: readonly PeerAnswer[]): Server {
  const nextId = peerIds();
  const listeners = new Map(answers.map((answer) => [answer.path, listenerFor(answer, nextId)]));
  return createServer((request, response) => listeners.get(request.url ?? '')?.(request, response));
}

function listenerFor({ format, text }: PeerAnswer, nextId: () => string): RequestListener {
  const head = Buffer.from(format === 'json' ? `{"success":true,"data":${text}` : text);
  const tailOf = (requestId: string): string =>
    format === 'json'
      ? `,"error":null,"meta":{"requestId":"${requestId}","timestamp":"${new Date().toISOString()}"}}`
      : '';
  // Nothing can be cheaper than to send the same bytes each time, though then the body cannot name the request.
  const zipped = gzipSync(Buffer.concat([head, Buffer.from(tailOf('req_000000000000'))]), { level: 9 });
  return (request, response) => {
    const requestId = nextId();
    const isZipped = request.headers['accept-encoding'] === 'gzip';
    const tail = isZipped ? '' : tailOf(requestId);
    const body = isZipped ? zipped : head;
    const headers = ['Content-Type', peerTypes[format], 'X-Request-Id', requestId];
    if (isZipped) headers.push('Content-Encoding', 'gzip');
    response.writeHead(200, [...headers, 'Content-Length', String(body.length + tail.length)]);
    if (tail === '') {
      response.end(body);
      return;
    }
    response.cork();
    response.write(body);
    response.end(tail, 'latin1');
  };
}
