import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verificationStatuses } from '../../../build/edition/vocabulary.ts';
import { figuresOf, rangesOf, shareOf } from '../../../build/trust/figures.ts';

const judged = fc
  .record({ score: fc.integer({ min: 0, max: 100 }), checkedAt: fc.constantFrom(null, '2026-01-01T00:00:00.000Z') })
  .map(({ score, checkedAt }) => ({
    score,
    checkedAt,
    status: score <= 50 ? ('unverified' as const) : score <= 80 ? ('partial' as const) : ('verified' as const),
  }));

it('every article is in exactly one range of scores, which has its status', () => {
  fc.assert(
    fc.property(fc.array(judged), (articles) => {
      const { statuses } = figuresOf(articles);
      const ranges = rangesOf(articles);
      expect(ranges[0]?.from).toBe(0);
      expect(ranges.at(-1)?.to).toBe(100);
      for (const status of verificationStatuses) {
        const own = ranges.filter((range) => range.status === status);
        expect(own.reduce((sum, range) => sum + range.articles, 0)).toBe(statuses[status]);
      }
    }),
  );
});

it('100 % are said of all and of nothing less', () => {
  expect([shareOf(999, 1000), shareOf(1000, 1000), shareOf(0, 0)]).toEqual([99, 100, 0]);
});

it('nothing is said of no articles', () => {
  expect(figuresOf([])).toEqual({
    articles: 0,
    statuses: { verified: 0, partial: 0, unverified: 0 },
    confidence: null,
    oldestVerification: null,
  });
});
