// What is counted waits here for a moment and is written together. Bounded: beyond `max` entries nothing new is counted.
import { StateAway } from './guard.ts';

export interface WriteBehindSettings<Entry> {
  max: number;
  /** So many entries are written at once; between two parts the thread is left to requests. */
  perWrite: number;
  write: (entries: readonly Entry[]) => Promise<void>;
  /** Adds what could not be written to what was counted since. */
  merge: (newer: Entry, older: Entry) => void;
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

  /** The entry of a name, which `make` makes when there is none; undefined when there are too many. */
  entryOf(name: string, make: () => Entry): Entry | undefined {
    const known = this.#waiting.get(name);
    if (known !== undefined || this.#waiting.size >= this.#settings.max) return known;
    const entry = make();
    this.#waiting.set(name, entry);
    return entry;
  }

  /** Writes what is waiting. What cannot be written while the state is away goes on waiting. */
  flush(): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { perWrite, write } = this.#settings;
    const entries = [...this.#waiting];
    this.#waiting = new Map();
    for (let begin = 0; begin < entries.length; begin += perWrite) {
      if (begin > 0) await new Promise((resolve) => setImmediate(resolve));
      try {
        await write(entries.slice(begin, begin + perWrite).map(([, entry]) => entry));
      } catch (error) {
        for (const [name, entry] of entries.slice(begin)) this.#putBack(name, entry);
        if (!(error instanceof StateAway)) throw error;
        return;
      }
    }
  }

  #putBack(name: string, older: Entry): void {
    const newer = this.entryOf(name, () => older);
    if (newer !== undefined && newer !== older) this.#settings.merge(newer, older);
  }
}
