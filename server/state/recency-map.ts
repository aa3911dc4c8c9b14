// A map that knows which key was set longest ago. A plain Map knows it too, but to find its first key it walks over the
// places of all those deleted before, which makes forgetting the oldest of 100,000 slower than everything else.

export interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
}

interface Link<Value> extends Entry<Value> {
  value: Value;
  older: Link<Value> | undefined;
  newer: Link<Value> | undefined;
}

export class RecencyMap<Value> {
  readonly #links = new Map<string, Link<Value>>();
  #oldest: Link<Value> | undefined;
  #newest: Link<Value> | undefined;

  get size(): number {
    return this.#links.size;
  }

  /** The entry that was set longest ago. */
  get oldest(): Entry<Value> | undefined {
    return this.#oldest;
  }

  has(key: string): boolean {
    return this.#links.has(key);
  }

  get(key: string): Value | undefined {
    return this.#links.get(key)?.value;
  }

  /** Sets a value; its key is the newest now. */
  set(key: string, value: Value): void {
    this.delete(key);
    const link: Link<Value> = { key, value, older: this.#newest, newer: undefined };
    if (this.#newest === undefined) this.#oldest = link;
    else this.#newest.newer = link;
    this.#newest = link;
    this.#links.set(key, link);
  }

  delete(key: string): boolean {
    const link = this.#links.get(key);
    if (link === undefined) return false;
    if (link.older === undefined) this.#oldest = link.newer;
    else link.older.newer = link.newer;
    if (link.newer === undefined) this.#newest = link.older;
    else link.newer.older = link.older;
    return this.#links.delete(key);
  }
}
