// Several lists of numbered places, each in the order in which its places were put there; a place is in one list at most. It
// lies in typed arrays: a hundred thousand linked objects would be work for every collection of garbage.

/** What `oldest` answers for an empty list. */
export const none = -1;

export class RecencyLists {
  readonly #older: Int32Array;
  readonly #newer: Int32Array;
  /** Place → its list. */
  readonly #listOf: Int16Array;
  readonly #oldest: Int32Array;
  readonly #newest: Int32Array;
  readonly #sizes: Int32Array;

  /** Places are numbered from 0 to `places` − 1, and lists alike. */
  constructor(lists: number, places: number) {
    this.#older = new Int32Array(places);
    this.#newer = new Int32Array(places);
    this.#listOf = new Int16Array(places).fill(none);
    this.#oldest = new Int32Array(lists).fill(none);
    this.#newest = new Int32Array(lists).fill(none);
    this.#sizes = new Int32Array(lists);
  }

  /** The place that was put into the list longest ago. */
  oldest(list: number): number {
    return this.#oldest[list] ?? none;
  }

  size(list: number): number {
    return this.#sizes[list] ?? 0;
  }

  /** Makes a place the newest of a list, wherever it was before. */
  put(place: number, list: number): void {
    this.remove(place);
    const before = this.#newest[list] ?? none;
    this.#older[place] = before;
    this.#newer[place] = none;
    if (before === none) this.#oldest[list] = place;
    else this.#newer[before] = place;
    this.#newest[list] = place;
    this.#listOf[place] = list;
    this.#sizes[list] = this.size(list) + 1;
  }

  remove(place: number): void {
    const list = this.#listOf[place] ?? none;
    if (list === none) return;
    const older = this.#older[place] ?? none;
    const newer = this.#newer[place] ?? none;
    if (older === none) this.#oldest[list] = newer;
    else this.#newer[older] = newer;
    if (newer === none) this.#newest[list] = older;
    else this.#older[newer] = older;
    this.#listOf[place] = none;
    this.#sizes[list] = this.size(list) - 1;
  }
}
