// One request from outside and what came back, byte for byte as a proxy on the way left it. Follows nothing, repeats nothing.
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decoded; empty when the coding is one that was not asked for. */
  text: string;
  /** Bytes of the body as they came. */
  bytes: number;
  sentAtMs: number;
  receivedAtMs: number;
  /** The address that the request came from, as this machine sees it. */
  localAddress: string;
  /** When the certificate ends; undefined without TLS. */
  certificateEndsMs: number | undefined;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Larger answers are no answers of this service. */
const bodyBytesMax = 4_194_304;

/** Rejects when no whole answer comes before `signal` is aborted, or the connection fails. */
export function exchange(address: URL, question: Question, signal: AbortSignal): Promise<Exchange> {
  const { method = 'GET', headers = {}, body } = question;
  const send = address.protocol === 'https:' ? requestHttps : requestHttp;
  const sentAtMs = Date.now();
  return new Promise((resolve, reject) => {
    const request = send(address, { method, headers, signal, agent: false }, (response) => {
      // Looked at now: a connection that ended has no address any more.
      const { socket } = response;
      const [localAddress, certificateEndsMs] = [socket.localAddress ?? '', certificateEndOf(socket)];
      readBody(response).then((sent) => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: decoded(sent, response.headers['content-encoding']),
          bytes: sent.length,
          sentAtMs,
          receivedAtMs: Date.now(),
          localAddress,
          certificateEndsMs,
        });
      }, reject);
    });
    request.once('error', reject);
    request.end(body);
  });
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw Object.assign(new Error('the answer is too long'), { code: 'TOO_LONG' });
  }
  return Buffer.concat(chunks);
}

function decoded(body: Buffer, coding: string | undefined): string {
  try {
    const maxOutputLength = bodyBytesMax;
    if (coding === 'br') return brotliDecompressSync(body, { maxOutputLength }).toString('utf8');
    if (coding === 'gzip') return gunzipSync(body, { maxOutputLength }).toString('utf8');
    return coding === undefined || coding === 'identity' ? body.toString('utf8') : '';
  } catch {
    return '';
  }
}

function certificateEndOf(socket: Socket): number | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const endMs = Date.parse(socket.getPeerCertificate().valid_to);
  return Number.isNaN(endMs) ? undefined : endMs;
}
