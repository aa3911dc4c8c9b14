// Buffers counts in memory and writes them in batches. Bounded: beyond `max` entries no new entry is counted.

export interface WriteBehindSettings<Entry> {
  max: number;
  /** The number of entries per write. After each write, the event loop answers waiting requests. */
  perWrite: number;
  /** Writes entries. Resolves to false when they cannot be written now. */
  write: (entries: readonly Entry[]) => Promise<boolean>;
  merge: (older: Entry | undefined, newer: Entry) => Entry;
}

export class WriteBehind<Entry> {
  readonly #settings: WriteBehindSettings<Entry>;
  #waiting = new Map<string, Entry>();
  #writing: Promise<void> = Promise.resolve();

  constructor(settings: WriteBehindSettings<Entry>) {
    this.#settings = settings;
  }

  get(name: string): Entry | undefined {
    return this.#waiting.get(name);
  }

  add(name: string, entry: Entry): void {
    const older = this.#waiting.get(name);
    if (older === undefined && this.#waiting.size >= this.#settings.max) return;
    this.#waiting.set(name, this.#settings.merge(older, entry));
  }

  /** Writes all pending entries. Entries that cannot be written stay pending. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { perWrite, write, merge } = this.#settings;
    const entries = [...this.#waiting];
    this.#waiting = new Map();
    for (let begin = 0; begin < entries.length; begin += perWrite) {
      if (begin > 0) await new Promise((resolve) => setImmediate(resolve));
      if (await write(entries.slice(begin, begin + perWrite).map(([, entry]) => entry))) continue;
      for (const [name, older] of entries.slice(begin)) {
        const newer = this.#waiting.get(name);
        this.#waiting.set(name, newer === undefined ? older : merge(older, newer));
      }
      return;
    }
  }
}
