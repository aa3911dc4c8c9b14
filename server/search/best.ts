// The best of many without sorting all: most searches show twenty of thousands.

/** True when the first of two members comes before the second. */
export type Before = (left: number, right: number) => boolean;

/** The best `count` of the members 0 … size − 1, in no order. A heap whose root is the worst of those kept so far. */
export function bestOf(size: number, count: number, before: Before): number[] {
  const kept: number[] = [];
  for (let member = 0; member < size; member += 1) {
    if (kept.length < count) {
      kept.push(member);
      if (kept.length === count) for (let at = (count >>> 1) - 1; at >= 0; at -= 1) sink(kept, at, before);
    } else if (count > 0 && before(member, kept[0] as number)) {
      kept[0] = member;
      sink(kept, 0, before);
    }
  }
  return kept;
}

/** Restores the heap below a place whose member may be too good for it. */
function sink(heap: number[], from: number, before: Before): void {
  let at = from;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    let worst = at;
    if (left < heap.length && before(heap[worst] as number, heap[left] as number)) worst = left;
    if (right < heap.length && before(heap[worst] as number, heap[right] as number)) worst = right;
    if (worst === at) return;
    [heap[at], heap[worst]] = [heap[worst] as number, heap[at] as number];
    at = worst;
  }
}
