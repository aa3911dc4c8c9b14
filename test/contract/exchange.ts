// Requests below `fetch`: exact headers and undecoded bodies. `test/server/raw.ts` sends bytes that no HTTP library would send.
import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { holdToDocument } from '../answers.ts';

export interface Exchange {
  status: number;
  headers: IncomingHttpHeaders;
  /** As received, possibly compressed. */
  body: Buffer;
}

export interface ExchangeRequest {
  port: number;
  path: string;
  method?: string;
  /** Exactly these headers, and Host. */
  headers?: Record<string, string>;
}

/** API answers are validated against the OpenAPI document. */
export async function exchange(asked: ExchangeRequest): Promise<Exchange> {
  const answer = await exchangeUnread(asked);
  holdToDocument({
    method: asked.method ?? 'GET',
    target: asked.path,
    status: answer.status,
    header: (name) => answer.headers[name.toLowerCase()]?.toString(),
    text: decoded(answer),
  });
  return answer;
}

function exchangeUnread({ port, path, method = 'GET', headers = {} }: ExchangeRequest): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** The decoded body of an exchange as text. */
export function decoded({ headers, body }: Exchange): string {
  const coding = body.length === 0 ? undefined : headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString('utf8');
  if (coding === 'gzip') return gunzipSync(body).toString('utf8');
  return body.toString('utf8');
}
