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

  /** The value of a key, which is the newest now. */
  use(key: string): Value | undefined {
    const link = this.#links.get(key);
    if (link === undefined) return undefined;
    if (link !== this.#newest) {
      this.#takeOut(link);
      this.#append(link);
    }
    return link.value;
  }

  /** Sets a value; its key is the newest now. */
  set(key: string, value: Value): void {
    const known = this.#links.get(key);
    if (known === undefined) {
      const link: Link<Value> = { key, value, older: undefined, newer: undefined };
      this.#links.set(key, link);
      this.#append(link);
      return;
    }
    known.value = value;
    this.#takeOut(known);
    this.#append(known);
  }

  delete(key: string): boolean {
    const link = this.#links.get(key);
    if (link === undefined) return false;
    this.#takeOut(link);
    return this.#links.delete(key);
  }

  #append(link: Link<Value>): void {
    link.older = this.#newest;
    link.newer = undefined;
    if (this.#newest === undefined) this.#oldest = link;
    else this.#newest.newer = link;
    this.#newest = link;
  }

  #takeOut({ older, newer }: Link<Value>): void {
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
  }
}
