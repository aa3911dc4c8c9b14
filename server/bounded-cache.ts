// What was made once and can be made again, as far as there is room: what was not used for longest is forgotten first.
import { RecencyMap } from './state/recency-map.ts';

export class BoundedCache<Value> {
  readonly #bytesMax: number;
  readonly #entries = new RecencyMap<{ value: Value; bytes: number }>();
  #bytes = 0;

  /** `bytesMax` bounds the sum of what `put` is told. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(key: string): Value | undefined {
    return this.#entries.use(key)?.value;
  }

  /** What alone takes an eighth of the room is not kept: it would push out too much else. */
  put(key: string, value: Value, bytes: number): void {
    this.#forget(key);
    if (bytes > this.#bytesMax / 8) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    while (this.#bytes > this.#bytesMax) this.#forget(this.#entries.oldest?.key ?? '');
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
