// The k-th greatest of many numbers without sorting them (Hoare 1961, «Algorithm 65: Find»).

/** The value that `rank` of the first `count` values, 1 to `count`, are not less than. The values are moved about. */
export function greatest(values: Float32Array, count: number, rank: number): number {
  const wanted = rank - 1;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const pivot = values[(low + high) >>> 1] as number;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] as number) > pivot) left += 1;
      while ((values[right] as number) < pivot) right -= 1;
      if (left > right) break;
      const value = values[left] as number;
      values[left++] = values[right] as number;
      values[right--] = value;
    }
    if (wanted <= right) high = right;
    else if (wanted >= left) low = left;
    else break;
  }
  return values[wanted] as number;
}
