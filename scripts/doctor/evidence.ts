// The requests that the doctor makes, each once, one after the other. What to think of the answers is for the checks.

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
  /** Of this program. */
  version: string;
  keyGiven: 'no' | 'sent' | 'kept back';
  answers: Partial<Record<ProbeName, Exchange>>;
  /** Why a request had no answer: the code of the fault. */
  faults: Partial<Record<ProbeName, string>>;
  /** How many requests were made. */
  requests: number;
  /** Whether the limit ended it early; then what counts against the limit was asked no more. */
  isLimited: boolean;
  isOutOfTime: boolean;
}

export type ProbeName = keyof typeof probes | 'cached' | 'withKey' | 'withWrongKey';

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
  // From the block for documentation (RFC 5737): the address of no machine.
  forged: { path: searchPath, headers: { 'x-forwarded-for': '192.0.2.1' } },
  head: { path: searchPath, method: 'HEAD' },
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
  /** Milliseconds for all requests together, and for one of them. */
  times?: { wholeMs: number; answerMs: number };
}

const usualTimes = { wholeMs: 18_000, answerMs: 5_000 };

export async function gather({ address, version, key, times = usualTimes }: Visit): Promise<Evidence> {
  // Without TLS a key goes nowhere but to this machine.
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
    // No answer can come in less.
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
    // Nothing listens there: the rest would only take time.
    if (name === 'health' && evidence.answers.health === undefined) return evidence;
    const etag = name === 'search' ? evidence.answers.search?.headers.etag : undefined;
    if (etag !== undefined) await ask('cached', { path: searchPath, headers: { 'if-none-match': etag } });
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

/** Rejects when no whole answer comes before `signal` is aborted, or the connection fails. */
function exchange(address: URL, { path, method, headers, body }: Question, signal: AbortSignal): Promise<Exchange> {
  const send = address.protocol === 'https:' ? requestHttps : requestHttp;
  const sentAtMs = Date.now();
  return new Promise((resolve, reject) => {
    const options = { method: method ?? 'GET', headers: headers ?? {}, signal, agent: false };
    const request = send(new URL(path, address), options, (response) => {
      // Read now: a connection that ended has no address any more.
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
