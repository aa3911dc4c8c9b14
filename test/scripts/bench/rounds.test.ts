// Whoever is measured comes at every place and after every other one equally often.
import { describe, expect, test } from 'vitest';
import { inTurn } from '../../../scripts/bench/rounds.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

describe.each([1, 2, 3, 4, 5, 6, 7])('of %i', (count) => {
  const values = names.slice(0, count);
  const rounds = Array.from({ length: count % 2 === 0 ? count : 2 * count }, (_, round) => inTurn(values, round));
  const times = rounds.length / count;

  test('each is in every round once', () => {
    for (const round of rounds) expect([...round].sort()).toEqual(values);
  });

  test('each is at every place equally often', () => {
    for (const [place] of values.entries())
      for (const value of values) expect(rounds.filter((round) => round[place] === value)).toHaveLength(times);
  });

  test('each comes after every other one equally often', () => {
    const pairs = rounds.flatMap((round) => round.slice(1).map((value, index) => `${round[index]}${value}`));
    for (const before of values)
      for (const after of values)
        expect(pairs.filter((pair) => pair === before + after)).toHaveLength(before === after ? 0 : times);
  });
});
