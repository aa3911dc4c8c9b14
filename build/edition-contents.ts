// The files of an edition as a build hands them over: what it made is there, what was kept from an earlier build is read when it
// is asked for. After an edit that is most of them, and hardly any is.

export class EditionContents implements ReadonlyMap<string, Uint8Array> {
  readonly #readers = new Map<string, () => Uint8Array>();

  constructor(files: Iterable<readonly [string, Uint8Array]> = []) {
    for (const [path, content] of files) this.set(path, content);
  }

  set(path: string, content: Uint8Array): void {
    this.#readers.set(path, () => content);
  }

  /** The content is read each time that it is asked for. */
  setKept(path: string, read: () => Uint8Array): void {
    this.#readers.set(path, read);
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
