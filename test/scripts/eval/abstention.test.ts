import { describe, expect, it } from 'vitest';
import { abstentionOf, type Judged } from '../../../scripts/eval/abstention.ts';

type Row = [relevance: number, match: Judged['match'], isAnswerable: boolean, isAnswered?: boolean];
const measured = (...rows: Row[]) =>
  abstentionOf(
    rows.map(([relevance, match, isAnswerable, isAnswered = false]) => ({
      relevance,
      match,
      isAnswerable,
      isAnswered,
    })),
  );

describe('abstentionOf', () => {
  it('counts an answerable and an unanswerable question of equal relevance as half a win in the AUROC', () => {
    const found = measured(
      [0.9, 'strong', true, true],
      [0.4, 'weak', true],
      [0.4, 'weak', false],
      [0.1, 'none', false],
    );
    // Each answerable question is paired with each unanswerable one. The relevance 0.9 wins against 0.4 and 0.1. The relevance 0.4
    // ties with 0.4 and wins against 0.1. A tie counts half, so 4 pairs give 3.5 wins.
    expect(found.auroc).toBe(3.5 / 4);
  });

  it('computes the share of each kind of match separately for answerable and unanswerable questions', () => {
    const found = measured(
      [0.9, 'strong', true, true],
      [0.05, 'none', true],
      [0.7, 'strong', false],
      [0.3, 'weak', false],
      [0.2, 'weak', false],
      [0, 'none', false],
    );
    expect(found).toMatchObject({
      answerable: 2,
      unanswerable: 4,
      answerableNone: 0.5,
      answerableStrong: 0.5,
      unanswerableNone: 0.25,
      unanswerableWeakOrNone: 0.75,
    });
  });

  it('computes the calibration error over ten bins, weighted by the number of questions in each', () => {
    const found = measured(
      [0.7, 'strong', true, true],
      [0.7, 'strong', true, false],
      [0.8, 'strong', true, true],
      [1, 'strong', true, true],
    );
    // The sum over the bins 0.7, 0.8 and 1 of |sum of relevance − number of answered questions|, divided by the number of questions:
    // (|1.4 − 1| + |0.8 − 1| + |1 − 1|) / 4.
    expect(found.calibrationError).toBeCloseTo(0.6 / 4, 10);
  });
});
