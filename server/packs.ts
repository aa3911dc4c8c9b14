// Reads bodies from packs on demand and verifies them. File descriptors stay open, so that an edition
// can be served until its last answer even if its files are deleted meanwhile.
import { closeSync, fstatSync, readSync } from 'node:fs';
import type { BodyLocation } from '../build/edition/catalogue.ts';
import { openRegularSync } from '../build/edition/files.ts';
import { fingerprint } from '../build/edition/hash.ts';

export interface Pack {
  readonly bytes: number;
  /** The bytes of a body, verified by its fingerprint. Throws a DamagedPack when they have changed. */
  body(location: BodyLocation): Buffer;
}

/** A pack whose bytes are complete and verified. */
export const packInMemory = (content: Buffer): Pack => ({
  bytes: content.length,
  body: ([offset, length]) => content.subarray(offset, offset + length),
});

/** A pack has changed while its edition is served, because of a bug or a broken disk. The message names the file. */
export class DamagedPack extends Error {
  override name = 'DamagedPack';
}

/** Closes the file of a pack once neither the served library nor an unfinished answer refers to it. */
const descriptors = new FinalizationRegistry<number>(closeSync);

/** A pack on disk. Reads are synchronous, because the system's file cache answers faster than another thread would. */
export class PackFile implements Pack {
  readonly bytes: number;
  readonly #name: string;
  readonly #descriptor: number;

  /** `name` is what error messages call the file. Throws the system's error when the file cannot be opened. */
  constructor(path: string, name: string) {
    this.#name = name;
    this.#descriptor = openRegularSync(path);
    this.bytes = fstatSync(this.#descriptor).size;
    descriptors.register(this, this.#descriptor);
  }

  body([offset, length, expected]: BodyLocation): Buffer {
    const content = Buffer.allocUnsafe(length);
    if (this.#fill(content, offset) && fingerprint(content) === expected) return content;
    throw new DamagedPack(`${this.#name} is damaged: the body at byte ${offset} has changed`);
  }

  #fill(content: Buffer, position: number): boolean {
    try {
      return readSync(this.#descriptor, content, { position }) === content.length;
    } catch {
      return false;
    }
  }

  /** Reads the whole file in pieces. All pieces share the given buffer, so each one overwrites the previous one. */
  *pieces(piece: Buffer): Generator<Buffer> {
    for (let at = 0; ; ) {
      const length = readSync(this.#descriptor, piece, { position: at });
      if (length === 0) return;
      yield piece.subarray(0, length);
      at += length;
    }
  }
}
