import { expect, it } from 'vitest';
import { fitted, type Sample } from '../../../scripts/eval/fit.ts';
import { type Curve, curves } from '../../../server/search/relevance.ts';

/** A true and a false sample for each combination of signals, weighted so that the share of true samples follows the curve. */
function samplesOf(curve: Curve): Sample[] {
  const grid = [0, 0.5, 1];
  const signals = grid.flatMap((score) =>
    grid.flatMap((lead) =>
      grid.flatMap((words) => grid.flatMap((mass) => [0, 1].map((han) => ({ score: -score, lead, words, mass, han })))),
    ),
  );
  return signals.flatMap((own) => {
    const { score, lead, words, mass, han } = own;
    const z =
      curve.constant +
      curve.score * score +
      curve.lead * lead +
      curve.words * words +
      curve.mass * mass +
      curve.han * han;
    const likely = 1 / (1 + Math.exp(-z));
    return [
      { signals: own, isTrue: true, weight: likely },
      { signals: own, isTrue: false, weight: 1 - likely },
    ];
  });
}

it.each(Object.entries(curves))(
  'the fit recovers the constants of the curve %s from samples that follow it',
  (_, curve) => {
    const found = fitted(samplesOf(curve));
    for (const name of ['constant', 'score', 'lead', 'words', 'mass', 'han'] as const)
      expect(found[name]).toBeCloseTo(curve[name], 4);
  },
);
