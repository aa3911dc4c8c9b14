// The best of many without sorting all: a heap over typed arrays, whose root is the worst that is kept.

/** Positions with a score each; a position with a smaller rank comes before an equal. */
export interface Scored {
  positions: Uint32Array;
  /** In single precision; see `ranking.ts`. */
  scores: Float32Array;
  /** How many there are. */
  size: number;
  /** By position. */
  tieRank: ArrayLike<number>;
}

/** Room for so many. */
export function roomFor(capacity: number, tieRank: ArrayLike<number>): Scored {
  return { positions: new Uint32Array(capacity), scores: new Float32Array(capacity), size: 0, tieRank };
}

/** True when the member at one place comes before that at another. */
function isBefore({ positions, scores, tieRank }: Scored, left: number, right: number): boolean {
  const [a, b] = [scores[left] as number, scores[right] as number];
  return a > b || (a === b && rankAt(positions, tieRank, left) < rankAt(positions, tieRank, right));
}

const rankAt = (positions: Uint32Array, tieRank: ArrayLike<number>, place: number): number =>
  tieRank[positions[place] as number] as number;

/** Keeps a position when it is among the best that there is room for. While there is none left, the worst kept is the first. */
export function offer(kept: Scored, position: number, score: number): void {
  const { positions, scores, tieRank } = kept;
  const capacity = positions.length;
  if (kept.size < capacity) {
    positions[kept.size] = position;
    scores[kept.size] = score;
    kept.size += 1;
    if (kept.size === capacity) for (let at = (capacity >>> 1) - 1; at >= 0; at -= 1) sink(kept, at);
    return;
  }
  const worst = scores[0] as number;
  if (score < worst || capacity === 0) return;
  if (score === worst && (tieRank[position] as number) > rankAt(positions, tieRank, 0)) return;
  positions[0] = position;
  scores[0] = score;
  sink(kept, 0);
}

/** Restores the heap below a place. */
function sink(heap: Scored, from: number): void {
  const { positions, scores } = heap;
  let at = from;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    let top = at;
    if (left < heap.size && isBefore(heap, top, left)) top = left;
    if (right < heap.size && isBefore(heap, top, right)) top = right;
    if (top === at) return;
    const [position, score] = [positions[at] as number, scores[at] as number];
    positions[at] = positions[top] as number;
    scores[at] = scores[top] as number;
    positions[top] = position;
    scores[top] = score;
    at = top;
  }
}
