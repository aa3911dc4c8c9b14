// The explanations of status and score, as readers see them.
import { describe, expect, it } from 'vitest';
import type { VerificationStatus } from '../../../build/edition/vocabulary.ts';
import { factorsOf, type Verdict } from '../../../build/trust/trust.ts';

const verdict = (change: Partial<Verdict> = {}): Verdict => ({
  verifier: 'taster',
  result: 'passed',
  examples: null,
  evidence: 0.5,
  ...change,
});
const examples = (ran: number, failed: number, skipped: number) => ({ examples: { ran, failed, skipped } });
const failed = verdict({ result: 'failed' });

const none = { inPart: false, stale: false, reviewBy: undefined };
const explained = (status: VerificationStatus, grounds: Partial<Parameters<typeof factorsOf>[1]>) =>
  factorsOf(status, { verdicts: [verdict()], lapses: none, backing: 0.5, months: 0, ...grounds }).map(
    ({ explanation }) => explanation,
  );

describe('the explanation of the status', () => {
  it.each([
    ['verified', {}, 'Every verifier passed the present text.', '所有验证者都通过了当前文本。'],
    [
      'partial',
      { lapses: { ...none, inPart: true, stale: true } },
      'The present text was checked, but at least one verifier passed the text only in part, and at least one verifier’s newest record is not for this text.',
      '当前文本有验证记录，但有验证者的结论是部分通过，而且有验证者最新的记录不针对当前文本。',
    ],
    ['unverified', { verdicts: [] }, 'No record is about the present text.', '没有针对当前文本的验证记录。'],
    ['unverified', { verdicts: [failed] }, 'A verification of the present text failed.', '当前文本的一次验证未通过。'],
  ] as const)('of a %s article with %j is «%s»', (status, grounds, en, zh) => {
    expect(explained(status, grounds)[0]).toEqual({ en, zh });
  });
});

describe('the explanation of the score', () => {
  it.each([
    // Evidence adds 39 · B · A · F = 39 · 0.5 · 0.5 · 1 = 9.75 points. The explanation below names B, A and F.
    [
      'verified',
      { verdicts: [verdict(examples(2, 1, 1))], months: 1 },
      'B = 0.5 is the share of the text that is backed; A = 0.5 comes from the records of 1 verifier; F = 1, because the newest check is 1 month old. Of the 39 points that evidence can add, this gives 9. Of the examples 2 ran, 1 failed and 1 was skipped.',
    ],
    // Two verifiers give A = 1 − (1 − 0.5)² = 0.75, and the age gives F = 1 − 21 / 42 = 0.5. Evidence adds 39 · B · A · F =
    // 39 · 0.5 · 0.75 · 0.5 = 7.3125 points.
    [
      'verified',
      { verdicts: [verdict(examples(2, 0, 1)), verdict(examples(3, 1, 1))], months: 24 },
      'B = 0.5 is the share of the text that is backed; A = 0.75 comes from the records of 2 verifiers; F = 0.5, because the newest check is 24 months old. Of the 39 points that evidence can add, this gives 7. Of the examples 5 ran, 1 failed and 2 were skipped.',
    ],
    [
      'unverified',
      { verdicts: [failed, verdict(), failed] },
      'The newest record of 2 verifiers on the present text failed; each halves the 30 points, which leaves 7.',
    ],
  ] as const)(
    'of a %s article with %j names the share of the text, verifiers, age, examples and failures',
    (status, grounds, en) => {
      expect(explained(status, grounds)[1]?.en).toBe(en);
    },
  );
});
