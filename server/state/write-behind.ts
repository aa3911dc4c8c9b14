// Counts that wait in memory and are written together. Bounded: beyond `max` entries nothing new is counted.

export interface WriteBehindSettings<Entry> {
  max: number;
  /** Entries written at once; between two parts the thread is left to requests. */
  perWrite: number;
  /** Resolves to false when the entries cannot be written now. */
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

  /** Writes all that waits. What cannot be written now goes on waiting. */
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
