// The order in which variants take their turns, so that what drifts meanwhile touches all of them alike.

/** Another one begins every time, and every other time backwards. */
export function inTurn<Value>(values: readonly Value[], round: number): Value[] {
  const begin = round % values.length;
  const turned = [...values.slice(begin), ...values.slice(0, begin)];
  return round % 2 === 0 ? turned : turned.reverse();
}
