import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verificationStatuses } from '../../../build/edition/vocabulary.ts';
import type { Record } from '../../../build/source/front-matter-schema.ts';
import { checksOf } from '../../../build/trust/checks.ts';
import { figuresOf, rangesOf, shareOf } from '../../../build/trust/figures.ts';

const [present, former] = ['sha256-present', 'sha256-former'];
const record = (verifier: string, day: number, more: Partial<Record> = {}): Record => ({
  verifier,
  result: 'passed',
  at: `2026-01-0${day}T00:00:00Z`,
  digest: present,
  ...more,
});

describe('what the records of an article come to', () => {
  it('is when its present text was checked last, whatever was checked since of another', () => {
    expect(checksOf([record('Li', 1), record('Li', 3), record('Li', 5, { digest: former })], present).checkedAt).toBe(
      '2026-01-03T00:00:00.000Z',
    );
    expect(checksOf([record('Li', 5, { digest: former })], present).checkedAt).toBeNull();
    expect(checksOf([], present)).toEqual({ checkedAt: null, outdated: [], failing: [] });
  });

  it('names verifiers who have not looked again since an edit, and not those who have', () => {
    const records = [
      record('Li', 1, { digest: former }),
      record('Li', 2),
      record('Wu', 3, { digest: former }),
      record('An', 4, { digest: undefined }),
    ];
    expect(checksOf(records, present).outdated).toEqual(['An', 'Wu']);
  });

  it('names who found failures in the present text, until they find none', () => {
    const failed = { examples: { ran: 1, failed: 1, skipped: 0 } };
    const records = [
      record('Li', 1, failed),
      record('Li', 2),
      record('Wu', 1),
      record('Wu', 2, { ...failed, result: 'partial' }),
      record('An', 2, { result: 'failed' }),
      record('Xu', 2, { ...failed, digest: former }),
    ];
    expect(checksOf(records, present).failing).toEqual(['An', 'Wu']);
  });
});

describe('the figures of a collection', () => {
  const judged = fc
    .record({ score: fc.integer({ min: 0, max: 100 }), checkedAt: fc.constantFrom(null, '2026-01-01T00:00:00.000Z') })
    .map(({ score, checkedAt }) => ({
      score,
      checkedAt,
      status: score <= 50 ? ('unverified' as const) : score <= 80 ? ('partial' as const) : ('verified' as const),
    }));

  it('have every article in exactly one range of scores, which has its status', () => {
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

  it('say 100 % of all articles and of nothing less, and nothing of none', () => {
    expect([shareOf(999, 1000), shareOf(1000, 1000), shareOf(0, 0)]).toEqual([99, 100, 0]);
    expect(figuresOf([])).toMatchObject({ articles: 0, confidence: null, oldestVerification: null });
  });
});
