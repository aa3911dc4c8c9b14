// How many slips of the finger lie between two words: letters left out, added, replaced, or two neighbours exchanged.

/** Rows of the table, used again and again. */
let before = new Uint16Array(128);
let last = new Uint16Array(128);
let current = new Uint16Array(128);

/**
 * The optimal string alignment distance (Damerau–Levenshtein without a second edit in an exchanged pair) of two words, or
 * `limit + 1` when it is more than `limit`. Words of at most 127 UTF-16 units.
 */
export function distanceWithin(left: string, right: string, limit: number): number {
  const [rows, columns] = [left.length, right.length];
  if (Math.abs(rows - columns) > limit) return limit + 1;
  for (let column = 0; column <= columns; column += 1) last[column] = column;
  for (let row = 1; row <= rows; row += 1) {
    let least = row;
    current[0] = row;
    const unit = left.charCodeAt(row - 1);
    for (let column = 1; column <= columns; column += 1) {
      const other = right.charCodeAt(column - 1);
      let cost = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (unit === other ? 0 : 1),
      );
      const isExchange =
        row > 1 && column > 1 && unit === right.charCodeAt(column - 2) && other === left.charCodeAt(row - 2);
      if (isExchange) cost = Math.min(cost, (before[column - 2] as number) + 1);
      current[column] = cost;
      if (cost < least) least = cost;
    }
    // Rows grow by at most one: the row before last, to which an exchange would add one, has nothing below the limit either.
    if (least > limit) return limit + 1;
    [before, last, current] = [last, current, before];
  }
  return Math.min(limit + 1, last[columns] as number);
}
