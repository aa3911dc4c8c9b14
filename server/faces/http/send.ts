// Sends bodies: the one place that sets Content-Type, ETag, Vary and Content-Encoding, answers 304 and HEAD, and compresses.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Piece } from '../../operations/operation.ts';
import { headersOf } from '../../request-context.ts';
import { CodedBodies } from './coded-bodies.ts';
import { type Coding, codingFor } from './codings.ts';
import { endGzip } from './spliced-gzip.ts';

export interface Body {
  status: number;
  contentType: string;
  pieces: readonly Piece[];
  /** What follows the pieces and is another for each request; the entity tag leaves it out. */
  tail?: string;
  /** The entity tag with its quotes; without one the answer is never 304. */
  etag?: string;
  /** What stands for the very bytes of the pieces, so that they need not be compressed again; the entity tag without it. */
  name?: string;
  cacheControl: string;
  /** Request headers besides Accept-Encoding that decided what is sent. */
  vary?: readonly string[];
}

export const contentTypes = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
  javascript: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  /** RFC 9264 with the profile of RFC 9727, section 4. */
  linkset: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
} as const;

/** How long an answer may be kept. */
export const cacheControls = {
  /** Check with the server each time: the entity tag makes that cheap. */
  api: 'private, no-cache',
  page: 'public, no-cache',
  /** The name changes with the content. */
  asset: 'public, max-age=31536000, immutable',
  never: 'no-store',
} as const;

/** Smaller bodies are sent as they are: compressing them saves less than a network packet. */
const compressedBytesMin = 1024;

const codedBodies = new CodedBodies();

const encoderFor = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 6 }),
} as const;

export async function send(request: Request, response: Response, body: Body): Promise<void> {
  const { preferred, forSpliced, refusesIdentity } = codingFor(request);
  const coding = body.tail === undefined ? preferred : forSpliced;
  if (isAnsweredByTag(request, response, body, coding)) return;
  const headers = headersOf(response);
  headers.set('Content-Type', body.contentType);
  const { pieces, tail = '', name = body.etag } = body;
  const isCompressed =
    coding !== undefined && (refusesIdentity || bytesOf(pieces) + Buffer.byteLength(tail) >= compressedBytesMin);
  if (!isCompressed) return end(request, response, joined([...pieces, tail]));
  headers.set('Content-Encoding', coding);
  if (tail !== '' && coding === 'gzip' && name !== undefined) {
    const kept = codedBodies.beginning(() => whole(pieces), name);
    const beginning = kept instanceof Promise ? await kept : kept;
    return end(request, response, [beginning.bytes, endGzip(beginning, Buffer.from(tail))]);
  }
  const { bytes } = await codedBodies.whole(() => whole([...pieces, tail]), coding, tail === '' ? name : undefined);
  return end(request, response, [bytes]);
}

/** Writes the pieces one after the other in one go: to copy them together takes longer than all the rest. */
function end(request: Request, response: Response, pieces: readonly Piece[]): void {
  headersOf(response).set('Content-Length', String(bytesOf(pieces)));
  const last = pieces.at(-1);
  if (request.method === 'HEAD' || last === undefined) {
    response.end();
    return;
  }
  response.cork();
  for (let index = 0; index < pieces.length - 1; index += 1) response.write(pieces[index]);
  response.end(last);
}

/** A piece more costs more than to copy some bytes. */
const piecesMax = 4;

/** Neighbouring texts as one; many pieces as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece;
    else if (piece.length > 0) all.push(piece);
  }
  return all.length > piecesMax ? [whole(all)] : all;
}

const bytesOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length), 0);

const whole = (pieces: readonly Piece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

/** A body too large to be held as a whole: its pieces are made while they are sent, as fast as the caller takes them. */
export async function sendStream(
  request: Request,
  response: Response,
  { pieces, ...body }: Omit<Body, 'pieces' | 'tail'> & { pieces: Iterable<Piece> },
): Promise<void> {
  const coding = codingFor(request).preferred;
  if (isAnsweredByTag(request, response, body, coding)) return;
  const headers = headersOf(response);
  headers.set('Content-Type', body.contentType);
  if (coding !== undefined) headers.set('Content-Encoding', coding);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const encoders = coding === undefined ? [] : [encoderFor[coding]()];
  try {
    await pipeline([Readable.from(pieces, { objectMode: true, highWaterMark: 1 }), ...encoders, response]);
  } catch (error) {
    // A caller who leaves early is no fault of ours.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  }
}

/** Sets what every answer with a body has, and answers 304 when the caller has that body already. */
function isAnsweredByTag(
  request: Request,
  response: Response,
  body: Omit<Body, 'pieces' | 'tail'>,
  coding: Coding | undefined,
): boolean {
  response.statusCode = body.status;
  const headers = headersOf(response);
  headers.set('Cache-Control', body.cacheControl);
  headers.append('Vary', body.vary === undefined ? 'Accept-Encoding' : ['Accept-Encoding', ...body.vary].join(', '));
  if (body.etag === undefined) return false;
  const etag = etagFor(body.etag, coding);
  headers.set('ETag', etag);
  if (!isCurrent(request, etag)) return false;
  response.status(304).end();
  return true;
}

/**
 * Whether the caller has this representation already: RFC 9110, section 13.1.2, by weak comparison. Cache-Control of a
 * request is for caches on the way and is not looked at: `fetch` adds no-cache to every request with If-None-Match.
 */
function isCurrent(request: Request, etag: string): boolean {
  const given = request.headers['if-none-match']?.trim();
  if (given === undefined) return false;
  const known: readonly string[] = given.match(/"[^"]*"/g) ?? [];
  return given === '*' || known.includes(etag.replace(/^W\//, ''));
}

/** Strong tags differ between codings (RFC 9110, section 8.8.3.3); weak ones name the content whatever its coding. */
function etagFor(etag: string, coding: string | undefined): string {
  return coding === undefined || etag.startsWith('W/') ? etag : etag.replace(/"$/, `-${coding}"`);
}
