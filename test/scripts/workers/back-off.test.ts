import { expect, test } from 'vitest';
import { BackOff } from '../../../scripts/workers/back-off.ts';

test('a worker that ended is replaced at once, and then ever later, up to half a minute', () => {
  const backOff = new BackOff();
  const waits = Array.from({ length: 9 }, () => backOff.next(0) / 1_000);
  expect(waits).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 30]);
});

test('one that served for a minute is replaced at once again', () => {
  const backOff = new BackOff();
  backOff.next(0);
  expect(backOff.next(59_999)).toBe(1_000);
  expect(backOff.next(60_000)).toBe(0);
  expect(backOff.next(59_999)).toBe(1_000);
});
