// Sequence alignment (Needleman–Wunsch): which element of one list answers which of another, in order, leaving out what
// has no partner. Knows nothing of Markdown.

export interface Pair<Left, Right> {
  left: Left | undefined;
  right: Right | undefined;
}

/** More cells than this are not computed: such lists are paired by position. A section of 500 blocks still is. */
const cellsMax = 250_000;

/** Pairs two lists so that the sum of the scores of all pairs is greatest; being alone scores nothing. */
export function align<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  score: (left: Left, right: Right) => number,
): Pair<Left, Right>[] {
  const width = right.length + 1;
  if (left.length * right.length > cellsMax) return byPosition(left, right);
  const best = new Float64Array((left.length + 1) * width);
  const steps = new Uint8Array(best.length);
  for (const [row, one] of left.entries()) {
    for (const [column, other] of right.entries()) {
      const cell = (row + 1) * width + column + 1;
      const paired = at(best, cell - width - 1) + score(one, other);
      const up = at(best, cell - width);
      const back = at(best, cell - 1);
      best[cell] = Math.max(paired, up, back);
      steps[cell] = paired >= up && paired >= back ? 0 : up >= back ? 1 : 2;
    }
  }
  return walkBack(left, right, steps);
}

function walkBack<Left, Right>(left: readonly Left[], right: readonly Right[], steps: Uint8Array): Pair<Left, Right>[] {
  const pairs: Pair<Left, Right>[] = [];
  let row = left.length;
  let column = right.length;
  while (row > 0 || column > 0) {
    const step = row === 0 ? 2 : column === 0 ? 1 : steps[row * (right.length + 1) + column];
    if (step !== 2) row -= 1;
    if (step !== 1) column -= 1;
    pairs.push({ left: step === 2 ? undefined : left[row], right: step === 1 ? undefined : right[column] });
  }
  return pairs.reverse();
}

function byPosition<Left, Right>(left: readonly Left[], right: readonly Right[]): Pair<Left, Right>[] {
  const longer = left.length > right.length ? left : right;
  return longer.map((_, index) => ({ left: left[index], right: right[index] }));
}

const at = (numbers: Float64Array, index: number): number => numbers[index] ?? 0;
