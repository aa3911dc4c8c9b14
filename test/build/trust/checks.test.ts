import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verificationStatuses } from '../../../build/edition/vocabulary.ts';
import type { Record } from '../../../build/source/front-matter-schema.ts';
import { ageOf, checksOf } from '../../../build/trust/checks.ts';
import { figuresOf, rangesOf, shareOf } from '../../../build/trust/figures.ts';

const [present, former] = ['sha256-present', 'sha256-former'];
const record = (verifier: string, day: number, more: Partial<Record> = {}): Record => ({
  verifier,
  result: 'passed',
  at: `2026-01-0${day}T00:00:00Z`,
  digest: present,
  ...more,
});

const of = (verification: Record[]) => checksOf({ verification }, present);

describe('the summary of an article’s records', () => {
  it('has the time of the last check of the current text, ignoring later checks of other texts', () => {
    expect(of([record('Li', 1), record('Li', 3), record('Li', 5, { digest: former })]).checkedAt).toBe(
      '2026-01-03T00:00:00.000Z',
    );
    expect(of([record('Li', 5, { digest: former })]).checkedAt).toBeNull();
    expect(of([])).toEqual({ checkedAt: null, outdated: [], failing: [], reviewBy: null });
  });

  it('names each verifier whose last record on the current text has failures', () => {
    const failed = { examples: { ran: 1, failed: 1, skipped: 0 } };
    const records = [
      record('Li', 1, failed),
      record('Li', 2),
      record('Wu', 1),
      record('Wu', 2, { ...failed, result: 'partial' }),
      record('An', 2, { result: 'failed' }),
      record('Xu', 2, { ...failed, digest: former }),
    ];
    expect(of(records).failing).toEqual(['An', 'Wu']);
  });
});

it('the age of an article gives the whole months since its last check, and whether its review is overdue', () => {
  const checks = { checkedAt: '2026-01-01T12:00:00.000Z', reviewBy: '2026-02-10' };
  const ages = ['2025-12-01', '2026-01-30', '2026-01-31', '2026-02-10', '2026-02-11'].map((day) => ageOf(checks, day));
  expect(ages).toEqual([
    { months: 0, isOverdue: false },
    { months: 0, isOverdue: false },
    { months: 1, isOverdue: false },
    { months: 1, isOverdue: false },
    { months: 1, isOverdue: true },
  ]);
  expect(ageOf({ checkedAt: null, reviewBy: null }, '2026-01-01')).toEqual({ months: null, isOverdue: false });
});

describe('the trust statistics of a set of articles', () => {
  const judged = fc
    .record({ score: fc.integer({ min: 0, max: 100 }), checkedAt: fc.constantFrom(null, '2026-01-01T00:00:00.000Z') })
    .map(({ score, checkedAt }) => ({
      score,
      checkedAt,
      status: score <= 30 ? ('unverified' as const) : score <= 60 ? ('partial' as const) : ('verified' as const),
    }));

  it('count every article in exactly one range of scores, and each range has the status of its articles', () => {
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

  it('do not round a share up to 100 %, and have no confidence if there are no articles', () => {
    expect([shareOf(999, 1000), shareOf(1000, 1000), shareOf(0, 0)]).toEqual([99, 100, 0]);
    expect(figuresOf([])).toMatchObject({ articles: 0, confidence: null, oldestVerification: null });
  });
});
