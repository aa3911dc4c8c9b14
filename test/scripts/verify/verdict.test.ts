import { describe, expect, it } from 'vitest';
import { record } from '../../../build/source/front-matter-schema.ts';
import type { Looked, Outcome } from '../../../scripts/verify/checker.ts';
import { type Findings, verdictOf } from '../../../scripts/verify/verdict.ts';
import { exampleOf } from './bench.ts';

const reason = { zh: '需要 GitHub 令牌', en: 'needs a GitHub token' };
const outcomes = {
  ran: { kind: 'ran', printed: '' },
  checked: { kind: 'checked' },
  failed: { kind: 'failed', fault: { found: 'x', expected: 'y', advice: 'z' } },
  skipped: { kind: 'skipped', reason },
  unable: { kind: 'unable', reason },
} as const satisfies { [Kind in Outcome['kind']]: Outcome };

function looked(...kinds: Outcome['kind'][]): Looked[] {
  return kinds.map((kind, index) => ({ example: exampleOf('js', '', index + 1), outcome: outcomes[kind] }));
}

const nothing: Findings = { looked: [], strayOutputs: 0, differences: 0, deadLinks: 0 };
const findings = (more: Partial<Findings>): Findings => ({ ...nothing, ...more });

describe('the verification result of an article', () => {
  it('is passed when an example ran and nothing failed', () => {
    const seven = Array.from({ length: 7 }, () => 'ran' as const);
    expect(verdictOf(findings({ looked: looked(...seven, 'skipped') }))).toEqual({
      result: 'passed',
      examples: { ran: 7, failed: 0, skipped: 1 },
      notes: {
        zh: '8 个示例中运行了 7 个；跳过 1 个：需要 GitHub 令牌。',
        en: '7 of 8 examples ran; 1 skipped: needs a GitHub token.',
      },
    });
  });

  it('is partial when no example ran, even if some were checked without being run', () => {
    expect(verdictOf(findings({ looked: looked('checked', 'checked') }))).toEqual({
      result: 'partial',
      examples: { ran: 0, failed: 0, skipped: 0 },
      notes: {
        zh: '没有可以运行的示例；另有 2 个只检查、不运行。',
        en: 'There is no example that could be run; 2 more were checked, not run.',
      },
    });
    expect(verdictOf(findings({}))?.result).toBe('partial');
    expect(verdictOf(findings({ looked: looked('skipped') }))?.result).toBe('partial');
  });

  it.each([
    ['an example failed', { looked: looked('ran', 'failed') }, '1 of 2 examples ran; 1 failed: code block 2.'],
    ['an output belongs to no example', { strayOutputs: 1 }, '1 of 1 example ran; 1 output without an example.'],
    ['the languages differ', { differences: 2 }, '1 of 1 example ran; the languages differ in 2 places.'],
    ['a link leads nowhere', { deadLinks: 1 }, '1 of 1 example ran; 1 link leads nowhere.'],
  ])('is failed when %s', (_, given, en) => {
    expect(verdictOf(findings({ looked: looked('ran'), ...given }))).toMatchObject({ result: 'failed', notes: { en } });
  });

  it('is undefined when an example could not be checked on this machine', () => {
    expect(verdictOf(findings({ looked: looked('ran', 'unable', 'failed') }))).toBeUndefined();
  });

  it('has notes within the limits of a record, even if authors give long reasons', () => {
    const long = Array.from({ length: 9 }, (_, index): Looked => {
      const reason = { zh: `原因${index}`.repeat(100), en: `reason ${index} `.repeat(100) };
      return { example: exampleOf('js', '', index + 1), outcome: { kind: 'skipped', reason } };
    });
    const verdict = verdictOf({
      looked: [...long, ...looked('failed')],
      differences: 9,
      deadLinks: 9,
      strayOutputs: 9,
    });
    const given = { verifier: 'stele verify', at: '2026-11-21T00:00:00Z', ...verdict };
    expect(record.safeParse(given).success).toBe(true);
    expect(verdict?.notes.en).toMatch(/; …/);
  });
});
