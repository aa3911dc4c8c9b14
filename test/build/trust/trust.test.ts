// Compares status and score with those that an independent implementation in test/contract/recomputed.ts computes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceFactor } from '../../../build/edition/article-schema.ts';
import { recordResults, type VerificationStatus, verificationStatuses } from '../../../build/edition/vocabulary.ts';
import type { ExampleWord } from '../../../build/source/examples.ts';
import type { Record } from '../../../build/source/front-matter-schema.ts';
import { backingOf, type Trust, type TrustBasis, trustOf } from '../../../build/trust/trust.ts';
import { type ArticleJson, scoreOf, statusOf } from '../../contract/recomputed.ts';
import type { ArticleParts } from '../../site.ts';
import { publishedWith } from '../sources.ts';

const present = `sha256-${'a'.repeat(64)}`;
const earlier = `sha256-${'b'.repeat(64)}`;
const evidence = { ran: 40, checked: 20, cited: 20, none: 20 };
const trust = (records: readonly Record[], more: Partial<TrustBasis> = {}): Trust =>
  trustOf(records, present, { evidence, day: '2026-05-01', ...more });

function record(parts: Partial<Record>): Record {
  return { verifier: 'kitchen runner', result: 'passed', at: '2026-05-01T00:00:00Z', digest: present, ...parts };
}

const count = fc.integer({ min: 0, max: 40 });
/** There are few verifiers and times, so that verifiers repeat and times are equal. */
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

/** The parts of the JSON of an article from which the independent implementation computes status and score. */
const jsonOf = (records: readonly Record[], { factors }: Trust): ArticleJson => ({
  verificationRecords: records.map((one) => ({ ...one, timestamp: one.at, stale: !isCurrent(one) })),
  confidenceFactors: factors,
  evidence: Object.entries(evidence).map(([kind, tokens]) => ({ kind, tokens })),
});

const rank = (status: VerificationStatus): number => verificationStatuses.length - verificationStatuses.indexOf(status);

describe('the status and the score of an article', () => {
  it('equal an independent computation for any records in any order; the factors add up to the score', () => {
    const shuffled = anyRecords.chain((records) =>
      fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
    );
    fc.assert(
      fc.property(shuffled, ([records, other]) => {
        const { stale, ...found } = trust(records);
        const { status, score, factors } = found;
        const json = jsonOf(records, { stale, ...found });
        expect([status, score]).toEqual([statusOf(json), scoreOf(json)]);
        expect(factors.reduce((sum, { points }) => sum + points, 0)).toBe(score);
        for (const factor of factors) {
          expect(confidenceFactor.safeParse(factor).error).toBeUndefined();
          expect(factor.explanation.zh).toMatch(/。$/);
          expect(factor.explanation.en).toMatch(/^[A-Z].*\.$/);
        }
        expect(stale).toEqual(records.map((one) => !isCurrent(one)));
        expect(trust(other)).toMatchObject(found);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, 1 | -1, Partial<Record>]>([
    ['fall when a current record that passed is added', 1, { result: 'passed', digest: present }],
    ['rise when a record that failed is added', -1, { result: 'failed' }],
    ['rise when a record of an earlier text is added, with any result', -1, { digest: earlier }],
    ['rise when a record without a digest is added, with any result', -1, { digest: undefined }],
  ])('do not %s', (_, sign, change) => {
    fc.assert(
      fc.property(anyRecords, anyRecord, (records, added) => {
        const before = trust(records);
        const after = trust([...records, { ...added, ...change }]);
        expect(sign * (after.score - before.score)).toBeGreaterThanOrEqual(0);
        expect(sign * (rank(after.status) - rank(before.status))).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the score of an article', () => {
  // If a case gives no `evidence`, the share of the text that evidence supports is B = 0.4 + 0.2 / 2 + 0.2 / 4 + 0.2 / 8 = 0.575.
  it.each<[number, string, Record[], Partial<TrustBasis>]>([
    [30, 'no record', [], {}],
    [37, 'one partial record: A = 3/8', [record({ result: 'partial' })], {}],
    [77, 'one passed record: A = 3/4', [record({})], {}],
    [81, 'one passed record with examples: A = 9/10', [record({ examples: { ran: 7, failed: 0, skipped: 1 } })], {}],
    [75, 'a passed record of nine months ago: F = 36/42', [record({})], { day: '2027-01-25' }],
    [69, 'a passed record of ten years ago', [record({})], { day: '2036-05-01' }],
    [
      61,
      'a passed record on a text without tokens',
      [record({})],
      { evidence: { ran: 0, checked: 0, cited: 0, none: 0 } },
    ],
    [
      90,
      'a passed record on a text whose examples all ran: B = 1',
      [record({})],
      { evidence: { ran: 9, checked: 0, cited: 0, none: 0 } },
    ],
  ])('is %i with %s', (score, _name, records, more) => {
    expect(trust(records, more).score).toBe(score);
  });

  it('is that of a partially verified article once its review date has passed, but not yet on that date', () => {
    expect(trust([record({})], { reviewBy: '2026-05-01' })).toMatchObject({ status: 'verified' });
    const overdue = trust([record({})], { reviewBy: '2026-04-30' });
    expect(overdue).toMatchObject({ status: 'partial', score: 31 + Math.floor(29 * 0.575 * 0.75) });
    expect(overdue.factors[0]?.explanation.en).toBe(
      'The present text was checked, but its review was due by 2026-04-30.',
    );
    expect(trust([], { reviewBy: '2026-04-30' }).status).toBe('unverified');
  });

  it('counts for each verifier the passed record with the most examples on the current text', () => {
    const thorough = record({ at: '2026-01-01T00:00:00Z', examples: { ran: 9, failed: 0, skipped: 0 } });
    const { score, factors } = trust([record({}), thorough]);
    expect(score).toBe(trust([{ ...thorough, at: record({}).at }]).score);
    expect(score).toBeGreaterThan(trust([record({})]).score);
    expect(factors[1]?.verifiers).toEqual([
      { verifier: 'kitchen runner', result: 'passed', examples: thorough.examples, evidence: 0.9545 },
    ]);
  });

  it('uses the partial record of a verifier rather than a passed record with the same time', () => {
    const inPart = record({ result: 'partial', examples: { ran: 1, failed: 0, skipped: 1 } });
    const { status, factors } = trust([record({ examples: { ran: 9, failed: 0, skipped: 0 } }), inPart]);
    expect([status, factors]).toEqual(['partial', trust([inPart]).factors]);
    expect(factors[1]?.verifiers).toEqual([
      { verifier: 'kitchen runner', result: 'partial', examples: inPart.examples, evidence: 0.375 },
    ]);
  });
});

describe('an article with a passed record', () => {
  it('is unverified after any edit of its text, and verified again when the text is restored', () => {
    const [zh, en] = ['茶壶装水。', 'A teapot holds water.'];
    const { digest } = publishedWith({ zh, en });
    const fields = {
      verification: `[{ verifier: kitchen runner, result: passed, at: 2026-05-01T00:00:00Z, digest: ${digest} }]`,
    };
    const statusAfter = (edit: ArticleParts) => publishedWith({ zh, en, fields, ...edit }).trust.status;
    expect(statusAfter({})).toBe('verified');
    for (const edit of [
      { zh: '茶壶装茶。' },
      { en: 'A teapot holds tea.' },
      { enTitle: 'Another' },
      { zhTitle: '别的' },
    ])
      expect(statusAfter(edit), JSON.stringify(edit)).toBe('unverified');
    expect(statusAfter({})).toBe('verified');
  });
});

describe('the evidence for the examples of an article', () => {
  const example = (language: string, ...words: ExampleWord[]) => ({
    language,
    marks: { words: new Set(words), reason: undefined, file: undefined },
  });
  const examples = [example('js'), example('bash', 'run'), example('bash'), example('json'), example('ts', 'skip')];
  const counts = (ran: number, failed = 0, skipped = 1) => ({ examples: { ran, failed, skipped } });
  it.each<[string, Record[], ReturnType<typeof backingOf>]>([
    ['no record', [], { ran: false, checked: false }],
    ['a record in which all runnable examples ran', [record(counts(2))], { ran: true, checked: true }],
    [
      'a record in which fewer examples ran, which does not say which ones',
      [record(counts(1))],
      { ran: false, checked: true },
    ],
    ['a record with a failure', [record(counts(2, 1))], { ran: false, checked: false }],
    ['a record without examples', [record({})], { ran: false, checked: false }],
    ['a record of an earlier text', [record({ ...counts(2), digest: earlier })], { ran: false, checked: false }],
    [
      'a verifier whose later record failed',
      [record(counts(2)), record({ result: 'failed', at: '2026-06-01T00:00:00Z' })],
      { ran: false, checked: false },
    ],
    [
      'a verifier whose later record has no examples',
      [record(counts(2)), record({ at: '2026-06-01T00:00:00Z' })],
      { ran: true, checked: true },
    ],
    [
      'a record with a run and a failed record of another verifier',
      [record(counts(2)), record({ verifier: 'ann', result: 'failed' })],
      { ran: true, checked: true },
    ],
  ])('is computed from %s', (_name, records, backing) => {
    expect(backingOf(records, present, examples)).toEqual(backing);
  });
});
