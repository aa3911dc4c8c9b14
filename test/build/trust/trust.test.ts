// Trust is computed, never claimed (DESIGN, section 4). The oracle below says the same in other words.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceFactor } from '../../../build/edition/article.ts';
import { recordResults, type VerificationStatus, verificationStatuses } from '../../../build/edition/vocabulary.ts';
import type { Record } from '../../../build/source/front-matter-schema.ts';
import { type Trust, trustOf } from '../../../build/trust/trust.ts';

const present = `sha256-${'a'.repeat(64)}`;
const earlier = `sha256-${'b'.repeat(64)}`;
const trust = (records: readonly Record[]): Trust => trustOf(records, present);

function record(parts: Partial<Record>): Record {
  return { verifier: 'kitchen runner', result: 'passed', at: '2026-05-01T00:00:00Z', digest: present, ...parts };
}

const count = fc.integer({ min: 0, max: 40 });
/** Few names and few moments, so that verifiers come back and times are equal. */
const anyRecord: fc.Arbitrary<Record> = fc
  .record({
    verifier: fc.constantFrom('ann', 'ben', 'cat'),
    result: fc.constantFrom(...recordResults),
    at: fc.constantFrom(
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000Z',
      '2026-02-01T00:00:00Z',
      '2026-03-01T00:00:00.5Z',
    ),
    digest: fc.constantFrom(present, present, earlier, undefined),
    examples: fc.option(fc.record({ ran: count, failed: count, skipped: count }), { nil: undefined }),
  })
  .map(({ digest, examples, ...rest }) => ({ ...rest, ...(digest && { digest }), ...(examples && { examples }) }));
const anyRecords = fc.array(anyRecord, { maxLength: 8 });
const isCurrent = ({ digest }: Record): boolean => digest === present;

/** The status as DESIGN words it. */
function statusByDesign(records: readonly Record[]): VerificationStatus {
  const time = ({ at }: Record): number => new Date(at).getTime();
  const newestOf = (own: readonly Record[]): Record[] =>
    own.filter((one) => own.every((other) => time(other) <= time(one)));
  const verifiers = [...new Set(records.map(({ verifier }) => verifier))];
  const newestCurrent = verifiers.flatMap((name) =>
    newestOf(records.filter((one) => one.verifier === name && isCurrent(one))),
  );
  const newestAtAll = verifiers.flatMap((name) => newestOf(records.filter(({ verifier }) => verifier === name)));
  if (newestCurrent.length === 0) return 'unverified';
  if (newestCurrent.some(({ result }) => result === 'failed')) return 'unverified';
  const allPassed = newestCurrent.every(({ result }) => result === 'passed');
  return allPassed && newestAtAll.every(isCurrent) ? 'verified' : 'partial';
}

const rank = (status: VerificationStatus): number => verificationStatuses.length - verificationStatuses.indexOf(status);
const check = (property: fc.IProperty<unknown>): void => fc.assert(property, { numRuns: 3000 });

describe('the status', () => {
  it('is what DESIGN says, for any records', () => {
    check(
      fc.property(anyRecords, (records) => {
        expect(trust(records).status).toBe(statusByDesign(records));
      }),
    );
  });

  it.each<[string, VerificationStatus, Partial<Record>[]]>([
    ['no record', 'unverified', []],
    ['one that passed', 'verified', [{}]],
    ['one that passed in part', 'partial', [{ result: 'partial' }]],
    ['one that failed', 'unverified', [{ result: 'failed' }]],
    ['one about an earlier text', 'unverified', [{ digest: earlier }]],
    ['two that passed', 'verified', [{}, { verifier: 'ann' }]],
    ['one that passed and one that failed', 'unverified', [{}, { verifier: 'ann', result: 'failed' }]],
    ['one that passed and one about an earlier text', 'partial', [{}, { verifier: 'ann', digest: earlier }]],
    ['a failure that the same verifier took back', 'verified', [{ result: 'failed' }, { at: '2026-06-01T00:00:00Z' }]],
    ['a pass that the same verifier took back', 'unverified', [{}, { at: '2026-06-01T00:00:00Z', result: 'failed' }]],
    ['a pass and a failure at the same moment', 'unverified', [{}, { result: 'failed' }]],
    ['an edit, and then the text restored', 'verified', [{ digest: earlier }, { at: '2026-06-01T00:00:00Z' }]],
  ])('of an article with %s is %s', (_name, expected, parts) => {
    expect(trust(parts.map(record)).status).toBe(expected);
  });

  it('of an article whose only record has no digest is not more than partial', () => {
    const { digest: _, ...untied } = record({});
    expect(trust([untied]).status).toBe('unverified');
    expect(trust([untied, record({ verifier: 'ann' })]).status).toBe('partial');
  });
});

describe('the score', () => {
  it('lies in the band of the status: unverified ≤ 50 < partial ≤ 80 < verified ≤ 100', () => {
    const bands = { unverified: [0, 50], partial: [51, 80], verified: [81, 100] } as const;
    check(
      fc.property(anyRecords, (records) => {
        const { status, score } = trust(records);
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBeGreaterThanOrEqual(bands[status][0]);
        expect(score).toBeLessThanOrEqual(bands[status][1]);
      }),
    );
  });

  it('is the sum of its factors, each explained in both languages', () => {
    check(
      fc.property(anyRecords, (records) => {
        const { score, factors } = trust(records);
        expect(factors.reduce((sum, { points }) => sum + points, 0)).toBe(score);
        for (const factor of factors) {
          expect(confidenceFactor.safeParse(factor).error).toBeUndefined();
          expect(factor.explanation.zh).toMatch(/。$/);
          expect(factor.explanation.en).toMatch(/^[A-Z].*\.$/);
        }
      }),
    );
  });

  it('and the status do not fall when a current record that passed is added', () => {
    check(
      fc.property(anyRecords, anyRecord, (records, added) => {
        const before = trust(records);
        const after = trust([...records, { ...added, result: 'passed', digest: present }]);
        expect(after.score).toBeGreaterThanOrEqual(before.score);
        expect(rank(after.status)).toBeGreaterThanOrEqual(rank(before.status));
      }),
    );
  });

  it('and the status do not rise when a record that failed is added', () => {
    check(
      fc.property(anyRecords, anyRecord, (records, added) => {
        const before = trust(records);
        const after = trust([...records, { ...added, result: 'failed' }]);
        expect(after.score).toBeLessThanOrEqual(before.score);
        expect(rank(after.status)).toBeLessThanOrEqual(rank(before.status));
      }),
    );
  });

  it('and the status do not rise when a stale record is added, whatever it says', () => {
    check(
      fc.property(anyRecords, anyRecord, fc.boolean(), (records, added, hasDigest) => {
        const { digest: _, ...untied } = added;
        const before = trust(records);
        const after = trust([...records, hasDigest ? { ...untied, digest: earlier } : untied]);
        expect(after.score).toBeLessThanOrEqual(before.score);
        expect(rank(after.status)).toBeLessThanOrEqual(rank(before.status));
      }),
    );
  });

  it('does not depend on the order of the records', () => {
    const shuffled = anyRecords.chain((records) =>
      fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
    );
    check(
      fc.property(shuffled, ([records, other]) => {
        const { stale: _, ...expected } = trust(records);
        expect(trust(other)).toMatchObject(expected);
      }),
    );
  });

  it('rises with examples that ran, with their share, and with verifiers that agree', () => {
    const withExamples = (ran: number, skipped = 0): number =>
      trust([record({ examples: { ran, failed: 0, skipped } })]).score;
    expect(trust([record({})]).score).toBeLessThan(withExamples(1));
    expect(withExamples(1)).toBeLessThan(withExamples(9));
    expect(withExamples(4, 12)).toBeLessThan(withExamples(4));
    expect(trust([record({})]).score).toBeLessThan(trust([record({}), record({ verifier: 'ann' })]).score);
  });

  it('is never higher for examples that failed than for none', () => {
    const none = trust([record({})]).score;
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 40 }), (skipped, failed) => {
        expect(trust([record({ examples: { ran: 0, failed, skipped } })]).score).toBeLessThanOrEqual(none);
      }),
    );
    expect(trust([record({ examples: { ran: 1, failed: 5, skipped: 0 } })]).score).toBeLessThan(none);
  });

  it.each<[number, Record[]]>([
    [30, []],
    [57, [record({ result: 'partial' })]],
    [64, [record({}), record({ verifier: 'b', digest: earlier })]],
    [90, [record({})]],
    [94, [record({ examples: { ran: 7, failed: 0, skipped: 1 } })]],
    [97, [record({ examples: { ran: 7, failed: 0, skipped: 1 } }), record({ verifier: 'b' })]],
  ])('is %i, as the guide on trust says', (score, records) => {
    expect(trust(records).score).toBe(score);
  });

  it('counts of one verifier the most thorough pass of the present text, and says which that was', () => {
    const thorough = record({ at: '2026-01-01T00:00:00Z', examples: { ran: 9, failed: 0, skipped: 0 } });
    const { score, factors } = trust([record({}), thorough]);
    expect(score).toBe(trust([thorough]).score);
    expect(score).toBeGreaterThan(trust([record({})]).score);
    expect(factors[1]?.verifiers).toEqual([
      { verifier: 'kitchen runner', result: 'passed', examples: thorough.examples, evidence: 0.96 },
    ]);
  });

  it('counts what passed in part as that, whatever the same verifier says at the same moment', () => {
    const inPart = record({ result: 'partial', examples: { ran: 1, failed: 0, skipped: 1 } });
    const { status, factors } = trust([record({ examples: { ran: 9, failed: 0, skipped: 0 } }), inPart]);
    expect([status, factors]).toEqual(['partial', trust([inPart]).factors]);
    expect(factors[1]?.verifiers).toEqual([
      { verifier: 'kitchen runner', result: 'partial', examples: inPart.examples, evidence: 0.35 },
    ]);
  });

  it('falls with every verifier whose newest record failed', () => {
    const failed = (verifier: string): Record => record({ verifier, result: 'failed' });
    const scores = [[], [failed('ann')], [failed('ann'), failed('ben')]].map((records) => trust(records).score);
    expect(scores[1]).toBeLessThan(scores[0] ?? 0);
    expect(scores[2]).toBeLessThan(scores[1] ?? 0);
  });
});

describe('staleness', () => {
  it('is told of every record, in their order', () => {
    const { digest: _, ...untied } = record({});
    expect(trust([record({}), record({ digest: earlier }), untied]).stale).toEqual([false, true, true]);
  });
});
