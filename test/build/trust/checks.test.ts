import { describe, expect, it } from 'vitest';
import type { Record } from '../../../build/source/front-matter-schema.ts';
import { checksOf } from '../../../build/trust/checks.ts';

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
