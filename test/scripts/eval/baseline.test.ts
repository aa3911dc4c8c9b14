import { describe, expect, it } from 'vitest';
import { type Baseline, compareWith } from '../../../scripts/eval/baseline.ts';

const ranking = { n: 200, mrr10: 0.8, recall1: 0.7, recall5: 0.9, recall10: 0.95, ndcg10: 0.85, zeroRate: 0 };
const answers = { n: 40, articles400: 0.5, articles800: 0.7 };
const abstention = {
  ...{ n: 140, answerable: 100, unanswerable: 40, auroc: 0.9, calibrationError: 0.05 },
  ...{ answerableNone: 0.01, unanswerableWeakOrNone: 0.8 },
};

function baselineWith(changes: { ranking?: object; answers?: object; abstention?: object } = {}): Baseline {
  return {
    sets: { content: { zh: { ...ranking, ...changes.ranking } } },
    answers: { vague: { zh: { ...answers, ...changes.answers } } },
    abstention: { all: { zh: { ...abstention, ...changes.abstention } } },
  };
}

const fallsAfter = (changes: Parameters<typeof baselineWith>[0]): string[] =>
  compareWith(baselineWith(), baselineWith(changes)).falls;

describe('compareWith', () => {
  it('reports no fall for equal or better numbers', () => {
    expect(compareWith(baselineWith(), baselineWith())).toEqual({ falls: [], notes: [], compared: 3 });
    expect(fallsAfter({ ranking: { mrr10: 0.9 }, abstention: { calibrationError: 0.01 } })).toEqual([]);
  });

  it('tolerates a fall of a ranking metric by 0.005, but not more', () => {
    expect(fallsAfter({ ranking: { mrr10: 0.795, zeroRate: 0.005 } })).toEqual([]);
    expect(fallsAfter({ ranking: { mrr10: 0.7949 } })).toEqual(['content zh: MRR@10 fell from .8000 to .7949']);
    expect(fallsAfter({ ranking: { zeroRate: 0.0051 } })).toEqual([
      'content zh: zero-result rate rose from .000 to .0051',
    ]);
  });

  it('tolerates the loss of one answer in forty, but not of two', () => {
    expect(fallsAfter({ answers: { articles400: 19 / 40 } })).toEqual([]);
    expect(fallsAfter({ answers: { articles400: 18 / 40 } })).toEqual([
      'answers, vague zh: answering article in context at 400 tokens fell from .5000 to .4500',
    ]);
  });

  it('tolerates one more wrongly judged question among the answerable ones, and one among the unanswerable ones', () => {
    expect(fallsAfter({ abstention: { answerableNone: 0.02, unanswerableWeakOrNone: 0.775 } })).toEqual([]);
    expect(fallsAfter({ abstention: { answerableNone: 0.03 } })).toEqual([
      'abstention, all zh: answerable called none rose from .0100 to .0300',
    ]);
    expect(fallsAfter({ abstention: { unanswerableWeakOrNone: 0.75, auroc: 0.894 } })).toEqual([
      'abstention, all zh: AUROC fell from .9000 to .8940',
      'abstention, all zh: unanswerable called weak or none fell from .8000 to .7500',
    ]);
  });

  it('notes a set that was not measured, and a set whose number of queries differs from the baseline', () => {
    const now = baselineWith({ ranking: { n: 199 } });
    const { falls, notes, compared } = compareWith(baselineWith(), { ...now, answers: {} });
    expect({ falls, compared }).toEqual({ falls: [], compared: 2 });
    expect(notes).toEqual([
      'content zh has 199 queries now, and had 200 in the baseline',
      'answers, vague zh is in the baseline and was not measured',
    ]);
  });
});
