// The words that explain an article's points, as readers see them.
import { describe, expect, it } from 'vitest';
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

describe('the explanation of the status', () => {
  it.each([
    ['verified', [verdict()], false, 'Every verifier passed the present text.', '所有验证者都通过了当前文本。'],
    [
      'partial',
      [verdict({ result: 'partial' }), verdict()],
      false,
      'The present text was checked, but some verifier passed it only in part.',
      '当前文本有验证记录，但有验证者只部分通过。',
    ],
    [
      'partial',
      [verdict()],
      true,
      'The present text was checked, but some verifier’s newest record is not about it.',
      '当前文本有验证记录，但有验证者最新的记录不针对当前文本。',
    ],
    [
      'partial',
      [verdict({ result: 'partial' })],
      true,
      'The present text was checked, but some verifier passed it only in part, and some verifier’s newest record is not about it.',
      '当前文本有验证记录，但有验证者只部分通过，而且有验证者最新的记录不针对当前文本。',
    ],
    ['unverified', [], false, 'No record is about the present text.', '没有针对当前文本的验证记录。'],
    ['unverified', [failed], false, 'A verifier failed the present text.', '有验证者未能通过当前文本。'],
  ] as const)('of a %s article with %j (stale: %s) is «%4$s»', (status, verdicts, anyStale, en, zh) => {
    expect(factorsOf(status, verdicts, anyStale)[0]?.explanation).toEqual({ en, zh });
  });
});

describe('the explanation of the evidence', () => {
  // One verifier with half of the evidence: A = 0.8 · 0.5 = 0.4; of 19 points 7.
  it.each([
    [
      [verdict()],
      'The evidence of 1 verifier comes to A = 0.4: 7 of the 19 points that evidence can add. No examples are recorded.',
    ],
    [
      [verdict(examples(2, 1, 1))],
      'The evidence of 1 verifier comes to A = 0.4: 7 of the 19 points that evidence can add. Of the examples 2 ran, 1 failed and 1 was skipped.',
    ],
    // 1 − (1 − 0.4)² = 0.64; of 19 points 12.
    [
      [verdict(examples(2, 0, 1)), verdict(examples(3, 1, 1))],
      'The evidence of 2 verifiers comes to A = 0.64: 12 of the 19 points that evidence can add. Of the examples 5 ran, 1 failed and 2 were skipped.',
    ],
  ])('of %j names verifiers, strength, points and examples', (verdicts, en) => {
    expect(factorsOf('verified', verdicts, false)[1]?.explanation.en).toBe(en);
  });
});

describe('the explanation of failures', () => {
  it.each([
    [
      [failed],
      'The newest record of 1 verifier on the present text failed; each halves the 30 points, which leaves 15.',
    ],
    [
      [failed, verdict(), failed],
      'The newest record of 2 verifiers on the present text failed; each halves the 30 points, which leaves 7.',
    ],
  ])('of %j counts the verifiers that failed the text', (verdicts, en) => {
    expect(factorsOf('unverified', verdicts, false)[1]?.explanation.en).toBe(en);
  });
});
