import { expect, it } from 'vitest';
import { fitted, type Sample } from '../../../scripts/eval/fit.ts';
import { type Curve, curves } from '../../../server/search/relevance.ts';

/** Samples for every combination of signals, weighted so that the share of true ones follows the curve. */
function samplesOf(curve: Curve): Sample[] {
  const grid = [0, 0.5, 1];
  const signals = grid.flatMap((score) =>
    grid.flatMap((lead) => grid.flatMap((words) => grid.map((mass) => ({ score: -score, lead, words, mass })))),
  );
  return signals.flatMap((own) => {
    const { score, lead, words, mass } = own;
    const z = curve.constant + curve.score * score + curve.lead * lead + curve.words * words + curve.mass * mass;
    const likely = 1 / (1 + Math.exp(-z));
    return [
      { signals: own, isTrue: true, weight: likely },
      { signals: own, isTrue: false, weight: 1 - likely },
    ];
  });
}

it.each(Object.entries(curves))(
  'fitted recovers the constants of the curve %s from samples that follow it',
  (_, curve) => {
    const found = fitted(samplesOf(curve));
    for (const name of ['constant', 'score', 'lead', 'words', 'mass'] as const)
      expect(found[name]).toBeCloseTo(curve[name], 4);
  },
);
