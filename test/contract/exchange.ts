// Sends requests with exact headers and returns undecoded bodies, which `fetch` cannot do. `test/server/raw.ts` sends raw bytes.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { holdToDocument } from '../answers.ts';

export interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as received, possibly compressed. */
  body: Buffer;
}

export interface ExchangeRequest {
  port: number;
  path: string;
  method?: string;
  /** The request has exactly these headers, and Host. */
  headers?: Record<string, string>;
}

/** Sends a request. Answers of the API are validated against the OpenAPI document. */
export async function exchange({ port, path, method = 'GET', headers = {} }: ExchangeRequest): Promise<Exchange> {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: received } = response;
  const answer: Exchange = { status, headers: received, body: await buffer(response) };
  const header = (name: string): string | undefined => received[name.toLowerCase()]?.toString();
  holdToDocument({ method, target: path, status, header, text: decoded(answer) });
  return answer;
}

/** The decoded body of an exchange as text. */
export function decoded({ headers, body }: Exchange): string {
  const coding = body.length === 0 ? undefined : headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString('utf8');
  if (coding === 'gzip') return gunzipSync(body).toString('utf8');
  return body.toString('utf8');
}
