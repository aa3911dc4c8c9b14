// Sends bodies: the one place that sets Content-Type, ETag, Vary and Content-Encoding, answers 304 and HEAD, and compresses.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Piece } from '../../operations/operation.ts';

export interface Body {
  status: number;
  contentType: string;
  pieces: readonly Piece[];
  /** The entity tag with its quotes; without one the answer is never 304. */
  etag?: string;
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
  svg: 'image/svg+xml',
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

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify<Buffer, { level: number }, Buffer>(gzip);
const compressors = {
  br: (bytes: Buffer) => brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => gzipAsync(bytes, { level: 6 }),
} as const;

const encoderFor = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => createGzip({ level: 6 }),
} as const;

export async function send(request: Request, response: Response, body: Body): Promise<void> {
  const coding = codingFor(request);
  if (isAnsweredByTag(request, response, body, coding)) return;
  const bytes = Buffer.concat(body.pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  response.setHeader('Content-Type', body.contentType);
  const isCompressed = coding !== undefined && (bytes.length >= compressedBytesMin || refusesIdentity(request));
  const encoded = isCompressed ? await compressors[coding](bytes) : bytes;
  if (isCompressed) response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', encoded.length);
  if (request.method === 'HEAD') response.end();
  else response.end(encoded);
}

/** A body too large to be held as a whole: its pieces are made while they are sent, as fast as the caller takes them. */
export async function sendStream(
  request: Request,
  response: Response,
  { pieces, ...body }: Omit<Body, 'pieces'> & { pieces: Iterable<Piece> },
): Promise<void> {
  const coding = codingFor(request);
  if (isAnsweredByTag(request, response, body, coding)) return;
  response.setHeader('Content-Type', body.contentType);
  if (coding !== undefined) response.setHeader('Content-Encoding', coding);
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
  body: Omit<Body, 'pieces'>,
  coding: keyof typeof compressors | undefined,
): boolean {
  response.status(body.status);
  response.setHeader('Cache-Control', body.cacheControl);
  response.vary(['Accept-Encoding', ...(body.vary ?? [])].join(', '));
  if (body.etag === undefined) return false;
  const etag = etagFor(body.etag, coding);
  response.setHeader('ETag', etag);
  if (!isCurrent(request, etag)) return false;
  response.status(304).end();
  return true;
}

/**
 * Whether the caller has this representation already: RFC 9110, section 13.1.2, by weak comparison. Cache-Control of a
 * request is for caches on the way and is not looked at: `fetch` adds no-cache to every request with If-None-Match.
 */
function isCurrent(request: Request, etag: string): boolean {
  const given = request.headers['if-none-match']?.trim() ?? '';
  const known: readonly string[] = given.match(/"[^"]*"/g) ?? [];
  return given === '*' || known.includes(etag.replace(/^W\//, ''));
}

function refusesIdentity(request: Request): boolean {
  return request.acceptsEncodings('identity') === false;
}

function codingFor(request: Request): keyof typeof compressors | undefined {
  // `acceptsEncodings` prefers what stands first among equals, and says false when not even identity is acceptable.
  const coding = request.acceptsEncodings(['br', 'gzip', 'identity']);
  return coding === 'br' || coding === 'gzip' ? coding : undefined;
}

/** Strong tags differ between codings (RFC 9110, section 8.8.3.3); weak ones name the content whatever its coding. */
function etagFor(etag: string, coding: string | undefined): string {
  return coding === undefined || etag.startsWith('W/') ? etag : etag.replace(/"$/, `-${coding}"`);
}
