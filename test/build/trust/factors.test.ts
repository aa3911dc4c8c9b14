// The explanations of an article's points, as readers see them.
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
  const lapses = { inPart: false, stale: false, reviewBy: undefined };
  it.each([
    ['verified', lapses, 'Every verifier passed the present text.', '所有验证者都通过了当前文本。'],
    [
      'partial',
      { ...lapses, inPart: true },
      'The present text was checked, but some verifier passed it only in part.',
      '当前文本有验证记录，但有验证者只部分通过。',
    ],
    [
      'partial',
      { ...lapses, stale: true },
      'The present text was checked, but some verifier’s newest record is not about it.',
      '当前文本有验证记录，但有验证者最新的记录不针对当前文本。',
    ],
    [
      'partial',
      { ...lapses, inPart: true, stale: true },
      'The present text was checked, but some verifier passed it only in part, and some verifier’s newest record is not about it.',
      '当前文本有验证记录，但有验证者只部分通过，而且有验证者最新的记录不针对当前文本。',
    ],
  ] as const)('of a %s article with %j is «%s»', (status, given, en, zh) => {
    const grounds = { verdicts: [verdict()], lapses: given, backing: 0.5, months: 0 };
    expect(factorsOf(status, grounds)[0]?.explanation).toEqual({ en, zh });
  });

  it.each([
    [[], 'No record is about the present text.', '没有针对当前文本的验证记录。'],
    [[failed], 'A verifier failed the present text.', '有验证者未能通过当前文本。'],
  ])('of an unverified article with %j is «%s»', (verdicts, en, zh) => {
    expect(factorsOf('unverified', { verdicts, lapses, backing: 0.5, months: 0 })[0]?.explanation).toEqual({ en, zh });
  });
});

describe('the explanation of the evidence', () => {
  const grounds = { lapses: { inPart: false, stale: false, reviewBy: undefined }, backing: 0.5 };
  // 39 · 0.5 · 0.5 = 9.75
  it.each([
    [
      [verdict()],
      0,
      'The share of the text that is backed is B = 0.5, 1 verifier comes to A = 0.5, the newest check is 0 months old, F = 1: 9 of the 39 points that evidence can add. No examples are recorded.',
    ],
    [
      [verdict(examples(2, 1, 1))],
      1,
      'The share of the text that is backed is B = 0.5, 1 verifier comes to A = 0.5, the newest check is 1 month old, F = 1: 9 of the 39 points that evidence can add. Of the examples 2 ran, 1 failed and 1 was skipped.',
    ],
    // 1 − (1 − 0.5)² = 0.75, F = 1 − 21 / 42; 39 · 0.5 · 0.75 · 0.5 = 7.3125
    [
      [verdict(examples(2, 0, 1)), verdict(examples(3, 1, 1))],
      24,
      'The share of the text that is backed is B = 0.5, 2 verifiers come to A = 0.75, the newest check is 24 months old, F = 0.5: 7 of the 39 points that evidence can add. Of the examples 5 ran, 1 failed and 2 were skipped.',
    ],
  ])('of %j, %i months old, names shares, verifiers, age, points and examples', (verdicts, months, en) => {
    expect(factorsOf('verified', { ...grounds, verdicts, months })[1]?.explanation.en).toBe(en);
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
    expect(
      factorsOf('unverified', {
        verdicts,
        lapses: { inPart: false, stale: false, reviewBy: undefined },
        backing: 0.5,
        months: 0,
      })[1]?.explanation.en,
    ).toBe(en);
  });
});
