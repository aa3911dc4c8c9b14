// The order in which variants take their turns, so that what drifts meanwhile, or is left by the one before, touches all of them alike.

/**
 * A turn of all of them. In as many rounds as there are values (twice as many when their number is odd) each comes once, or twice, at
 * every place and after every other one (E. J. Williams 1949, «Experimental designs balanced for the estimation of residual effects»).
 */
export function inTurn<Value>(values: readonly Value[], round: number): Value[] {
  const count = values.length;
  // 0, 1, −1, 2, −2 …: neighbours differ by another number each time.
  const places = values.map((_, index) => (index % 2 === 1 ? (index + 1) / 2 : count - index / 2) + round);
  const turned = places.map((place) => values[place % count] as Value);
  const isMirrored = count % 2 === 1 && Math.floor(round / count) % 2 === 1;
  return isMirrored ? turned.reverse() : turned;
}
