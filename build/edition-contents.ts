// The files of an edition as a build hands them over: what it made lies in its storage, what was kept from an earlier build is
// read when it is asked for. After an edit that is most of them, and hardly any is.
import { sha256 } from './edition/hash.ts';
import type { FileTable } from './edition/manifest.ts';
import { type BuildStorage, inMemory, type Reader } from './storage.ts';

export class EditionContents implements ReadonlyMap<string, Uint8Array> {
  readonly #readers = new Map<string, Reader>();
  readonly #rows = new Map<string, FileTable[string]>();
  readonly #storage: BuildStorage;

  constructor(storage: BuildStorage = inMemory) {
    this.#storage = storage;
  }

  set(path: string, content: Uint8Array): void {
    this.setKept(path, { sha256: sha256(content), bytes: content.length }, this.#storage.put(content));
  }

  /** The content is read each time that it is asked for. */
  setKept(path: string, row: FileTable[string], read: Reader): void {
    this.#readers.set(path, read);
    this.#rows.set(path, row);
  }

  /** What a manifest says of the files. */
  get rows(): ReadonlyMap<string, FileTable[string]> {
    return this.#rows;
  }

  get size(): number {
    return this.#readers.size;
  }

  has(path: string): boolean {
    return this.#readers.has(path);
  }

  get(path: string): Uint8Array | undefined {
    return this.#readers.get(path)?.();
  }

  keys(): MapIterator<string> {
    return this.#readers.keys();
  }

  *values(): MapIterator<Uint8Array> {
    for (const read of this.#readers.values()) yield read();
  }

  *entries(): MapIterator<[string, Uint8Array]> {
    for (const [path, read] of this.#readers) yield [path, read()];
  }

  [Symbol.iterator](): MapIterator<[string, Uint8Array]> {
    return this.entries();
  }

  forEach(each: (content: Uint8Array, path: string, files: ReadonlyMap<string, Uint8Array>) => void): void {
    for (const [path, content] of this.entries()) each(content, path, this);
  }
}
