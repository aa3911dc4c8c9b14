import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WindowLimit } from '../../../server/access/plans.ts';
import { SlidingWindow } from '../../../server/state/sliding-window.ts';
import { movableClock } from '../../server.ts';

const minute: WindowLimit = { limit: 100, windowMs: 60_000 };
/** A limit so small that bursts often reach it. */
const small: WindowLimit = { limit: 12, windowMs: 60_000 };

/** The milliseconds between the requests of one caller: bursts, and waits that are about as long as the window. */
const waits = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 900 }) },
    { weight: 1, arbitrary: fc.constantFrom(29_999, 59_998, 59_999, 60_000, 60_001) },
  ),
  { minLength: 20, maxLength: 120 },
);

/** The definition of the limit in simple code: a request is admitted if fewer than `limit` were admitted in the window before it. */
function oracle(moments: readonly number[], { limit, windowMs }: WindowLimit): boolean[] {
  const admitted: number[] = [];
  return moments.map((now) => {
    const isAdmitted = admitted.filter((moment) => moment > now - windowMs).length < limit;
    if (isAdmitted) admitted.push(now);
    return isAdmitted;
  });
}

describe('a sliding window', () => {
  test('admits exactly the same requests as a naive implementation, for any schedule', () => {
    fc.assert(
      fc.property(waits, (schedule) => {
        const clock = movableClock();
        const window = new SlidingWindow(small, clock, 10);
        const moments: number[] = [];
        const decisions = schedule.map((wait) => {
          clock.advance(wait);
          moments.push(clock.monotonic());
          return window.admit('caller').admitted;
        });
        expect(decisions).toEqual(oracle(moments, small));
      }),
    );
  });

  test('reports when its oldest request expires, and admits another request then and not before', () => {
    fc.assert(
      fc.property(waits, (schedule) => {
        const clock = movableClock();
        const window = new SlidingWindow(small, clock, 10);
        for (const wait of schedule) {
          clock.advance(wait);
          window.admit('caller');
        }
        while (window.admit('caller').admitted) clock.advance(1);
        const { resetMs, used } = window.admit('caller');
        expect(resetMs).toBeGreaterThan(0);
        expect(used).toBe(small.limit);
        clock.advance(resetMs - 1);
        expect(window.admit('caller').admitted).toBe(false);
        clock.advance(1);
        expect(window.admit('caller').admitted).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test('counts callers separately, including names like __proto__', () => {
    const window = new SlidingWindow({ limit: 1, windowMs: 60_000 }, movableClock());
    for (const caller of ['127.0.0.1', '__proto__', 'constructor', '']) {
      expect(window.admit(caller)).toMatchObject({ admitted: true, used: 1 });
      expect(window.admit(caller).admitted).toBe(false);
    }
  });
});

describe('the memory of a sliding window', () => {
  const callersMax = 1_000;
  const flood = (window: SlidingWindow, callers: number): void => {
    for (let number = 0; number < callers; number += 1) window.admit(`idle-${number}`);
  };

  test('holds at most 100,000 callers that sent few requests, and no caller whose window is empty', () => {
    const clock = movableClock();
    const window = new SlidingWindow(minute, clock);
    flood(window, 110_000);
    expect(window.callers).toBe(100_000);
    clock.advance(60_000);
    window.admit('another');
    expect(window.callers).toBe(1);
  });

  test('keeps the counts of busy callers while thousands of callers send one request each', () => {
    const window = new SlidingWindow(minute, movableClock(), callersMax);
    for (let count = 0; count < 100; count += 1) window.admit('exhausted');
    for (let count = 0; count < 70; count += 1) window.admit('busy');
    flood(window, 20_000);
    expect(window.callers).toBe(callersMax + 2);
    expect(window.admit('exhausted').admitted).toBe(false);
    expect(window.admit('busy').used).toBe(71);
  });

  test('counts new callers even if all callers in memory have sent more requests', () => {
    const window = new SlidingWindow(minute, movableClock(), callersMax);
    for (let number = 0; number < callersMax; number += 1)
      for (let count = 0; count < 8; count += 1) window.admit(`busy-${number}`);
    const admitted = new Map<string, number>();
    for (let round = 0; round < 200; round += 1) {
      for (const caller of ['new', 'newer', 'newest'])
        if (window.admit(caller).admitted) admitted.set(caller, (admitted.get(caller) ?? 0) + 1);
    }
    expect(Object.fromEntries(admitted)).toEqual({ new: 100, newer: 100, newest: 100 });
  });
});
