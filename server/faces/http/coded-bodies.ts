// Bodies in their content coding, compressed when they are first asked for and kept for whoever asks next.
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Coding } from './codings.ts';
import { beginGzip, type GzipBeginning } from './spliced-gzip.ts';

/** Bytes that are kept of whole bodies, and of beginnings. A large article takes about 8 kB. */
const room = { maxSize: 16 * 2 ** 20, maxEntrySize: 2 * 2 ** 20 };

const brotliAsync = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);
const gzipAsync = promisify<Buffer, ZlibOptions, Buffer>(gzip);

/**
 * For bodies that are kept and for those that are not. Brotli's highest levels take a hundred times as long for a few percent,
 * and whoever asks for many pages would keep the machine busy with it.
 */
const levels = {
  kept: { br: 9, gzip: 9 },
  passing: { br: 4, gzip: 6 },
} as const;

export type Coded = Pick<GzipBeginning, 'bytes'>;

export class CodedBodies {
  readonly #whole = new LRUCache<string, Coded>(room);
  readonly #beginnings = new LRUCache<string, GzipBeginning>(room);
  /** What is being made: many may ask for the same at once. */
  readonly #making = new Map<string, Promise<unknown>>();

  /** The whole body; `name` stands for these very bytes, and without it nothing is kept. */
  whole(content: () => Buffer, coding: Coding, name: string | undefined): Coded | Promise<Coded> {
    if (name === undefined) return compressed(content(), coding, 'passing');
    return this.#kept(this.#whole, `${coding} ${name}`, () => compressed(content(), coding, 'kept'));
  }

  /** A body behind which something else follows for each request. */
  beginning(content: () => Buffer, name: string): GzipBeginning | Promise<GzipBeginning> {
    return this.#kept(this.#beginnings, name, () => beginGzip(content(), levels.passing.gzip));
  }

  #kept<Value extends Coded>(
    cache: LRUCache<string, Value>,
    key: string,
    make: () => Promise<Value>,
  ): Value | Promise<Value> {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const begun = this.#making.get(key) as Promise<Value> | undefined;
    if (begun !== undefined) return begun;
    const making = make()
      .then((value) => {
        cache.set(key, value, { size: value.bytes.length + key.length });
        return value;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }
}

async function compressed(content: Buffer, coding: Coding, use: keyof typeof levels): Promise<Coded> {
  const level = levels[use][coding];
  if (coding === 'gzip') return { bytes: await gzipAsync(content, { level }) };
  const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return { bytes: await brotliAsync(content, { params }) };
}
