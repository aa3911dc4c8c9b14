// Makes the requests of `stele doctor` one after the other, each of them once. The checks judge the responses.

import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { apiPrefix, openApiDocumentPath } from '../../build/edition/locations.ts';
import { newApiKey, newKeyId } from '../../server/access/api-keys.ts';

export interface Evidence {
  address: URL;
  /** The version of this program. */
  version: string;
  keyGiven: 'no' | 'sent' | 'kept back';
  answers: Partial<Record<ProbeName, Exchange>>;
  /** The error code of each request without a response. */
  faults: Partial<Record<ProbeName, string>>;
  /** The number of requests made. */
  requests: number;
  /** Whether a response was 429; after it, no request is made that counts against the limit. */
  isLimited: boolean;
  isOutOfTime: boolean;
}

export type ProbeName = keyof typeof probes | 'withKey' | 'withWrongKey';

interface Question {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const searchPath = `${apiPrefix}/search?pageSize=1`;
const clientInfo = { name: 'stele-doctor', version: '1' };

const probes = {
  health: { path: '/healthz' },
  ready: { path: '/readyz' },
  page: { path: '/', headers: { accept: 'text/html', 'accept-encoding': 'br, gzip' } },
  metrics: { path: '/metrics' },
  openapi: { path: openApiDocumentPath, headers: { 'accept-encoding': 'br, gzip' } },
  search: { path: searchPath },
  // A forged client address. No machine has it, because RFC 5737 reserves its block for documentation.
  forged: { path: searchPath, headers: { 'x-forwarded-for': '192.0.2.1' } },
  missing: { path: `${apiPrefix}/articles/stele-doctor-asks-for-nothing` },
  wrong: { path: `${apiPrefix}/search?page=zero` },
  preflight: {
    path: searchPath,
    method: 'OPTIONS',
    headers: {
      origin: 'https://agent.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  },
  mcp: {
    path: '/mcp',
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
    }),
  },
} as const satisfies Record<string, Question>;

export interface Visit {
  address: URL;
  version: string;
  key: string | undefined;
  /** Timeouts: `wholeMs` for all requests together, `answerMs` for each of them. */
  times?: { wholeMs: number; answerMs: number };
}

const usualTimes = { wholeMs: 18_000, answerMs: 5_000 };

export async function gather({ address, version, key, times = usualTimes }: Visit): Promise<Evidence> {
  // Without TLS, the key is sent to this machine only.
  const mayCarryKey = address.protocol === 'https:' || isLoopback(address.hostname);
  const evidence: Evidence = {
    address,
    version,
    keyGiven: key === undefined ? 'no' : mayCarryKey ? 'sent' : 'kept back',
    answers: {},
    faults: {},
    requests: 0,
    isLimited: false,
    isOutOfTime: false,
  };
  const deadline = performance.now() + times.wholeMs;
  const ask = async (name: ProbeName, question: Question): Promise<void> => {
    if (evidence.isLimited && (question.path.startsWith(apiPrefix) || question.path === '/mcp')) return;
    const leftMs = deadline - performance.now();
    // The remaining time is too short for a response.
    if (leftMs < 20) {
      evidence.isOutOfTime = true;
      return;
    }
    evidence.requests += 1;
    try {
      const answer = await exchange(address, question, AbortSignal.timeout(Math.min(leftMs, times.answerMs) | 0));
      if (answer.status === 429) evidence.isLimited = true;
      evidence.answers[name] = answer;
    } catch (error) {
      evidence.faults[name] = faultOf(error);
    }
  };
  for (const [name, question] of Object.entries(probes)) {
    await ask(name as keyof typeof probes, question);
    // The address does not answer at all. Further requests would only wait for their timeouts.
    if (name === 'health' && evidence.answers.health === undefined) return evidence;
  }
  if (evidence.keyGiven === 'sent') {
    await ask('withKey', { path: searchPath, headers: { authorization: `Bearer ${key}` } });
    const wrong = newApiKey(newKeyId());
    await ask('withWrongKey', { path: searchPath, headers: { authorization: `Bearer ${wrong}` } });
  }
  return evidence;
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(host);

function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'TIMEOUT';
  return 'code' in error ? String(error.code) : error.name;
}

export interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  /** The decoded body; empty if its Content-Encoding is none of those that the request accepted. */
  text: string;
  /** The size of the body as received. */
  bytes: number;
  sentAtMs: number;
  receivedAtMs: number;
  /** The local address of the connection. */
  localAddress: string;
  /** The expiry time of the certificate; undefined without TLS. */
  certificateEndsMs: number | undefined;
}

/** Rejects when the connection fails, or no complete response arrives before `signal` is aborted. */
function exchange(address: URL, { path, method, headers, body }: Question, signal: AbortSignal): Promise<Exchange> {
  const send = address.protocol === 'https:' ? requestHttps : requestHttp;
  const sentAtMs = Date.now();
  return new Promise((resolve, reject) => {
    const options = { method: method ?? 'GET', headers: headers ?? {}, signal, agent: false };
    const request = send(new URL(path, address), options, (response) => {
      // Reads the local address and the certificate now, because a closed socket has neither.
      const { socket } = response;
      const connection = { localAddress: socket.localAddress ?? '', certificateEndsMs: certificateEndOf(socket) };
      buffer(response).then((sent) => {
        const { statusCode: status = 0, headers } = response;
        const text = decoded(sent, headers['content-encoding']);
        resolve({ status, headers, text, bytes: sent.length, sentAtMs, receivedAtMs: Date.now(), ...connection });
      }, reject);
    });
    request.once('error', reject);
    request.end(body);
  });
}

function decoded(body: Buffer, coding: string | undefined): string {
  try {
    if (coding === 'br') return brotliDecompressSync(body).toString('utf8');
    if (coding === 'gzip') return gunzipSync(body).toString('utf8');
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
