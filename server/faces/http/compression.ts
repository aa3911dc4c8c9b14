// Content codings: negotiation (RFC 9110, section 12.5.3) and compression. Bodies are compressed when they are first requested, and
// cached. An answer with the envelope has an end that differs for each request. Of such an answer only the beginning is compressed and
// cached; the end follows uncompressed in the same gzip stream, as a stored block (RFC 1952). So sending an article of 29 kB takes
// 125 microseconds of CPU time instead of 788 (Node 24).
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  crc32,
  createBrotliCompress,
  createGzip,
  deflateRaw,
  gzip,
  type ZlibOptions,
} from 'node:zlib';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';

export type Coding = 'br' | 'gzip';

export interface CodingChoice {
  /** The coding of the body. Undefined: the body is sent uncompressed. */
  coding: Coding | undefined;
  /** Whether the caller does not accept an uncompressed body. */
  refusesIdentity: boolean;
}

/**
 * Chooses the coding of an answer. If the caller gives no weights (browsers do not), Brotli is preferred to gzip. With `isSpliced`, for
 * bodies whose end differs per request, gzip is preferred to Brotli, because only gzip can have a cached beginning.
 */
export function codingFor(request: Request, { isSpliced }: { isSpliced: boolean }): CodingChoice {
  const header = request.headers['accept-encoding'];
  if (header === undefined) return { coding: undefined, refusesIdentity: false };
  const accepts = (coding: string): boolean => request.acceptsEncodings(coding) !== false;
  // Of equal preferences `acceptsEncodings` returns the first. It returns false when the caller accepts none, not even identity.
  let accepted = request.acceptsEncodings(['br', 'gzip', 'identity']);
  if (accepted === 'identity') return { coding: undefined, refusesIdentity: false };
  if (accepted === 'gzip' && !/;\s*q=/i.test(String(header)) && accepts('br')) accepted = 'br';
  if (accepted === 'br' && isSpliced && accepts('gzip')) accepted = 'gzip';
  return {
    coding: accepted === 'br' || accepted === 'gzip' ? accepted : undefined,
    refusesIdentity: !accepts('identity'),
  };
}

/**
 * Compression levels for bodies that are cached (`kept`) and not cached (`passing`). Brotli's highest levels take a hundred times as long
 * to save a few percent, so a caller that requests many pages could keep the CPU busy.
 */
const levels = {
  kept: { br: 9, gzip: 9 },
  passing: { br: 4, gzip: 6 },
} as const;

/** Compresses a body while it is sent. */
export const encoderFor = (coding: Coding) =>
  coding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: levels.passing.br } })
    : createGzip({ level: levels.passing.gzip });

export type Coded = Pick<GzipBeginning, 'bytes'>;

/** Cached compressed bodies. Concurrent requests for one body share one compression. */
const cache = <Value extends Coded>() =>
  new LRUCache<string, Value, () => Promise<Value>>({
    // There is room for about 2,000 large articles, because one takes about 8 kB when it is compressed.
    maxSize: 16 * 2 ** 20,
    maxEntrySize: 2 * 2 ** 20,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
    fetchMethod: (_key, _stale, { context }) => context(),
    ignoreFetchAbort: true,
  });

export class CodedBodies {
  readonly #whole = cache<Coded>();
  readonly #beginnings = cache<GzipBeginning>();

  /** Compresses a whole body. `name` identifies its bytes in the cache; without a name nothing is cached. */
  whole(content: () => Buffer, coding: Coding, name: string | undefined): Promise<Coded> {
    if (name === undefined) return compressed(content(), coding, 'passing');
    return this.#whole.forceFetch(`${coding} ${name}`, { context: () => compressed(content(), coding, 'kept') });
  }

  /** Compresses the beginning of a body. A text that differs for each request follows it. */
  beginning(content: () => Buffer, name: string): Promise<GzipBeginning> {
    return this.#beginnings.forceFetch(name, { context: () => beginGzip(content(), levels.passing.gzip) });
  }
}

const brotliAsync = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const gzipAsync = promisify<Buffer, ZlibOptions, Buffer>(gzip);
const deflateAsync = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

async function compressed(content: Buffer, coding: Coding, use: keyof typeof levels): Promise<Coded> {
  const level = levels[use][coding];
  if (coding === 'gzip') return { bytes: await gzipAsync(content, { level }) };
  const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return { bytes: await brotliAsync(content, { params }) };
}

export interface GzipBeginning {
  /** The gzip header and deflate blocks that end on a byte boundary, none of them marked as the last (RFC 1951, section 3.2.3). */
  bytes: Buffer;
  /** CRC-32 and length of the uncompressed content. */
  crc: number;
  length: number;
}

/** The gzip header (RFC 1952, section 2.3): deflate, no file name, no time, and no details of the compressor and the system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const trailerBytes = 8;
/** The most bytes of a stored block, whose length has 16 bits (RFC 1951, section 3.2.4). */
const storedBytesMax = 0xffff;
/** The head of a stored block: a byte that marks the last block, then the length and its one's complement in two bytes each. */
const storedHeadBytes = 5;

export async function beginGzip(content: Buffer, level: number): Promise<GzipBeginning> {
  // After a full flush the output ends on a byte boundary, and later blocks do not refer to earlier ones.
  const blocks = await deflateAsync(content, { level, finishFlush: constants.Z_FULL_FLUSH });
  return { bytes: Buffer.concat([header, blocks]), crc: crc32(content), length: content.length };
}

/** The end of the gzip stream. The given beginning and this end together are one stream, which decompresses to the whole body. */
export function endGzip({ crc, length }: GzipBeginning, content: Buffer): Buffer {
  const blocks = Math.max(1, Math.ceil(content.length / storedBytesMax));
  const end = Buffer.allocUnsafe(blocks * storedHeadBytes + content.length + trailerBytes);
  let at = 0;
  for (let block = 0; block < blocks; block += 1) {
    const stored = content.subarray(block * storedBytesMax, (block + 1) * storedBytesMax);
    at = end.writeUInt8(block === blocks - 1 ? 1 : 0, at);
    at = end.writeUInt16LE(stored.length, at);
    at = end.writeUInt16LE(stored.length ^ 0xffff, at);
    at += stored.copy(end, at);
  }
  // `crc32` returns 0 for empty content, whatever value it continues from.
  at = end.writeUInt32LE(content.length === 0 ? crc : crc32(content, crc), at);
  end.writeUInt32LE((length + content.length) % 2 ** 32, at);
  return end;
}
