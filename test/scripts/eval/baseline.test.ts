import { describe, expect, it } from 'vitest';
import { baselineOf, compareWith } from '../../../scripts/eval/baseline.ts';
import type { Quality } from '../../../scripts/eval/metrics.ts';
import type { GroupReport } from '../../../scripts/eval/report.ts';

const usual: Quality = {
  n: 200,
  mrr10: 0.9,
  recall1: 0.8,
  recall5: 0.95,
  recall10: 1,
  success5: 1,
  success10: 1,
  ndcg10: 0.92,
  zeroRate: 0,
};

const groups = (quality: Partial<Quality> = {}, name = 'content.dev'): GroupReport[] => [
  { level: 'set', name, language: 'zh', quality: { ...usual, ...quality }, latency: { p50Ms: 1, p99Ms: 2 }, peers: [] },
];

describe('a baseline', () => {
  it('holds the headline numbers of sets, not of kinds', () => {
    const kind: GroupReport[] = groups().map((group) => ({ ...group, level: 'kind', name: 'title' }));
    expect(baselineOf([...groups(), ...kind])).toEqual({
      sets: {
        'content.dev': {
          zh: { n: 200, mrr10: 0.9, recall1: 0.8, recall5: 0.95, recall10: 1, ndcg10: 0.92, zeroRate: 0 },
        },
      },
    });
  });

  it('lets a number fall by .004 and by .005, and not by .006', () => {
    const falls = (by: number) => compareWith(baselineOf(groups()), groups({ mrr10: 0.9 - by })).falls;
    expect([falls(0.004), falls(0.005)]).toEqual([[], []]);
    expect(falls(0.006)).toEqual(['content.dev zh: MRR@10 fell from .9000 to .8940']);
  });

  it('names every number that fell, and the zero-result rate when it rose', () => {
    const worse = { recall1: 0.7, recall5: 0.9, recall10: 0.99, ndcg10: 0.9, zeroRate: 0.01 };
    expect(compareWith(baselineOf(groups()), groups(worse)).falls).toEqual([
      'content.dev zh: recall@1 fell from .8000 to .7000',
      'content.dev zh: recall@5 fell from .9500 to .9000',
      'content.dev zh: recall@10 fell from 1.000 to .9900',
      'content.dev zh: nDCG@10 fell from .9200 to .9000',
      'content.dev zh: zero-result rate rose from .000 to .0100',
    ]);
  });

  it('has nothing against better numbers', () => {
    const before = baselineOf(groups({ zeroRate: 0.1 }));
    expect(compareWith(before, groups({ mrr10: 1, zeroRate: 0 }))).toEqual({ falls: [], notes: [], compared: 1 });
  });

  it('says what was not measured, and when the queries are others', () => {
    const before = { sets: { ...baselineOf(groups()).sets, ...baselineOf(groups({}, 'content.test')).sets } };
    expect(compareWith(before, groups({ n: 201 }))).toEqual({
      falls: [],
      notes: [
        'content.dev zh has 201 queries now, and had 200 in the baseline',
        'content.test zh is in the baseline and was not measured',
      ],
      compared: 1,
    });
  });
});
