// Packs as a server reads them: a body is cut out of its file when it is asked for, verified, and kept for a while. The
// descriptors stay open from the opening on, so that an edition that is pruned meanwhile is served to the last answer.
import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { BodyLocation } from '../build/edition/catalogue.ts';
import { fingerprint } from '../build/edition/hash.ts';
import { openRegularSync } from '../build/edition/regular-files.ts';

export interface Pack {
  /** How long it is. */
  readonly bytes: number;
  /** The bytes of a body, which are those that its fingerprint names. Throws a DamagedPack when they no longer are. */
  body(location: BodyLocation): Buffer;
}

/** A pack whose bytes are all there and verified. */
export const packInMemory = (content: Buffer): Pack => ({
  bytes: content.length,
  body: ([offset, length]) => content.subarray(offset, offset + length),
});

/** An edition was damaged while it is served: a bug or a broken disk, and never an answer. The message names the file. */
export class DamagedPack extends Error {
  override name = 'DamagedPack';
}

/** Where a pack lies. Data alone, so that one thread can tell another. */
export interface PackPlace {
  /** The edition's folder. */
  folder: string;
  /** The pack in it, and how long that is. */
  path: string;
  bytes: number;
}

export type KeptBodies = LRUCache<string, Buffer>;

/** Bytes of bodies that are kept of an edition: a thousand articles in the representations that are asked for most. */
const bytesMax = 32 * 2 ** 20;
/** For what stands around the bytes of one. */
const overheadBytes = 300;

export const keptBodies = (): KeptBodies => new LRUCache({ maxSize: bytesMax, maxEntrySize: bytesMax / 8 });

/**
 * Whoever answers holds the library, and with it the packs: when the last one is gone, nobody can read any more. To count who
 * holds a library would cost every request a little, and a forgotten one its descriptors.
 */
const forgotten = new FinalizationRegistry<number>(closeSync);

/** A pack on disk. Reads at once: a read from the memory of the system takes less time than to wait for another thread. */
export class PackFile implements Pack {
  readonly place: PackPlace;
  readonly #descriptor: number;
  readonly #kept: KeptBodies;
  #isOpen = true;

  /** Throws the error of the system when it cannot be opened. `kept` is shared by the packs of an edition. */
  constructor(place: PackPlace, kept: KeptBodies) {
    this.place = place;
    this.#kept = kept;
    this.#descriptor = openRegularSync(join(place.folder, place.path));
    forgotten.register(this, this.#descriptor, this);
  }

  get bytes(): number {
    return this.place.bytes;
  }

  /** How long the file is now. */
  get bytesOnDisk(): number {
    return fstatSync(this.#descriptor).size;
  }

  body([offset, length, expected]: BodyLocation): Buffer {
    const key = `${this.place.path} ${offset}`;
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    // With memory of its own: a part of a larger piece would keep all of that.
    const content = Buffer.allocUnsafeSlow(length);
    if (this.#isOpen && this.#fill(content, offset) === length && fingerprint(content) === expected) {
      this.#kept.set(key, content, { size: length + overheadBytes });
      return content;
    }
    throw new DamagedPack(`${this.place.path} is damaged: it does not hold the body at ${offset} that it had`);
  }

  /** Its bytes one piece after the other; each is overwritten by the next. */
  *pieces(piece: Buffer): Generator<Buffer> {
    for (let at = 0; ; ) {
      const length = readSync(this.#descriptor, piece, { position: at });
      if (length === 0) return;
      yield piece.subarray(0, length);
      at += length;
    }
  }

  /** Before anybody forgot it. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    forgotten.unregister(this);
    closeSync(this.#descriptor);
  }

  #fill(content: Buffer, position: number): number {
    try {
      return readSync(this.#descriptor, content, { position });
    } catch {
      return -1;
    }
  }
}
