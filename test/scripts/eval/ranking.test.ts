import { describe, expect, it } from 'vitest';
import { judge, qualityOf } from '../../../scripts/eval/ranking.ts';

const twelve = 'abcdefghijkl'.split('');

describe('judge', () => {
  it('gives the only relevant article at rank 2 a reciprocal rank of 1/2 and an nDCG of 1/log₂3', () => {
    expect(judge(['a', 'b', 'c'], ['b'])).toEqual({
      reciprocalRank: 0.5,
      recall1: 0,
      recall5: 1,
      recall10: 1,
      success5: 1,
      ndcg10: expect.closeTo(0.63093, 5),
      isEmpty: false,
    });
  });

  it('divides the gain of several relevant articles by the best possible gain', () => {
    // nDCG = (1 + 1/2) / (1 + 1/log₂3 + 1/2) = 1.5 / 2.13093
    expect(judge(['a', 'x', 'b'], ['a', 'b', 'c'])).toMatchObject({
      reciprocalRank: 1,
      recall1: 1,
      recall10: expect.closeTo(2 / 3, 10),
      ndcg10: expect.closeTo(0.70392, 5),
    });
  });

  it('does not count articles at ranks beyond 10', () => {
    expect(judge(twelve, ['e', 'f'])).toMatchObject({ recall5: 0.5, recall10: 1, success5: 1 });
    expect(judge(twelve, ['f'])).toMatchObject({ recall5: 0, success5: 0 });
    expect(judge(twelve, ['j']).reciprocalRank).toBeCloseTo(0.1, 10);
    expect(judge(twelve, ['k'])).toMatchObject({ reciprocalRank: 0, recall10: 0, ndcg10: 0 });
  });

  it('gives a perfect list of ten a recall and nDCG of 1, even if more than ten articles are relevant', () => {
    expect(judge(twelve, twelve)).toMatchObject({ recall1: 1, recall10: 1, ndcg10: expect.closeTo(1, 10) });
  });
});

it('qualityOf returns the mean of each metric over the queries', () => {
  const outcomes = [judge(['a'], ['a']), judge(['b', 'a'], ['a']), judge([], ['a']), judge(['b'], ['a'])];
  expect(qualityOf(outcomes)).toEqual({
    n: 4,
    mrr10: 0.375,
    recall1: 0.25,
    recall5: 0.5,
    recall10: 0.5,
    success5: 0.5,
    ndcg10: expect.closeTo((1 + 0.63093) / 4, 5),
    zeroRate: 0.25,
  });
});
