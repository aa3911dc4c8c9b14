// Parses HTTP/1.1 answers from raw bytes. An HTTP client would hide faults by correcting them.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawAnswer {
  status: number;
  /** The values of each header in order, by lower-case name. */
  headers: Map<string, string[]>;
  header(name: string): string | undefined;
  body: Buffer;
  /** The decoded body as text. */
  text: string;
}

export interface Reading {
  answers: RawAnswer[];
  /** The bytes after the last complete answer. */
  rest: Buffer;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Parses all complete answers, except interim ones (1xx). `methods` has the method of each request: an answer to HEAD has no body. */
export function readAnswers(bytes: Buffer, methods: readonly string[] = []): Reading {
  const answers: RawAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf(headEnd);
    if (end === -1) return { answers, rest };
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new Error(`not a status line: ${JSON.stringify(statusLine)}`);
    const headers = new Map<string, string[]>();
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
    }
    const hasBody = status >= 200 && status !== 204 && status !== 304 && methods[answers.length] !== 'HEAD';
    const length = hasBody ? Number(headers.get('content-length')?.[0]) : 0;
    if (Number.isNaN(length)) throw new Error(`an answer without a length:\n${lines.join('\n')}`);
    const bodyStart = end + headEnd.length;
    if (rest.length < bodyStart + length) return { answers, rest };
    const body = rest.subarray(bodyStart, bodyStart + length);
    rest = rest.subarray(bodyStart + length);
    if (status < 200) continue;
    const header = (name: string): string | undefined => headers.get(name)?.[0];
    answers.push({ status, headers, header, body, text: decoded(body, header('content-encoding')) });
  }
}

function decoded(body: Buffer, coding: string | undefined): string {
  if (body.length === 0 || coding === undefined) return body.toString('utf8');
  if (coding === 'br') return brotliDecompressSync(body).toString('utf8');
  if (coding === 'gzip') return gunzipSync(body).toString('utf8');
  throw new Error(`an unknown coding: ${coding}`);
}
