// The load guard refuses requests when the event loop is late several times in a row, not after a single delay.
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Load, loadAfter, noLoad, watchLoad } from '../../server/load-guard.ts';
import { movableClock } from '../server.ts';

const loaded = (samples: readonly number[], from: Load = noLoad): Load => samples.reduce(loadAfter, from);
const times = (count: number, sampleMs: number): number[] => Array.from({ length: count }, () => sampleMs);

describe('the share of requests that the server refuses because of event-loop delays', () => {
  test('stays 0 for delays below 200 ms, for single long delays, and for two consecutive delays of less than one second together', () => {
    expect(loaded(times(1_000, 199)).share).toBe(0);
    expect(loaded([30_000]).share).toBe(0);
    expect(loaded(times(50, 600).flatMap((pause) => [pause, 3, 3])).share).toBe(0);
    expect(loaded([300, 300]).share).toBe(0);
  });

  test('grows with consecutive long delays, up to 95 %', () => {
    expect(loaded(times(4, 300)).share).toBeGreaterThan(0);
    expect(loaded(times(5, 300)).share).toBeGreaterThan(0.5);
    expect(loaded(times(1_000, 5_000)).share).toBe(0.95);
  });

  test('does not change for delays between 50 and 200 ms, and is 0 after four seconds without delay', () => {
    const worst = loaded(times(100, 300));
    expect(loaded(times(20, 100), worst).share).toBe(worst.share);
    expect(loaded(times(10, 5), worst).share).toBeGreaterThan(0.5);
    expect(loaded(times(80, 5), worst)).toEqual(noLoad);
  });

  test('stays between 0 and 95 %, and never grows after a delay of less than 150 ms', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -5, max: 10_000, noNaN: true })), (samples) => {
        let load = noLoad;
        for (const sample of samples) {
          const next = loadAfter(load, sample);
          expect(next.share).toBeGreaterThanOrEqual(0);
          expect(next.share).toBeLessThanOrEqual(0.95);
          if (sample < 150) expect(next.share).toBeLessThanOrEqual(load.share);
          load = next;
        }
      }),
    );
  });
});

describe('a guard that watches the event loop', () => {
  const sampleMs = 50;

  /** A guard that takes a sample when the test calls `sample`, with the given delay in milliseconds. */
  function watched(settlingMs?: number) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = movableClock();
    const heard: boolean[] = [];
    const guard = watchLoad((isRefusing) => void heard.push(isRefusing), clock.monotonic, settlingMs);
    const sample = (lateMs: number): void => {
      clock.advance(sampleMs + lateMs);
      vi.advanceTimersByTime(sampleMs);
    };
    const refusedOf = (requests: number): number =>
      Array.from({ length: requests }, () => guard.refuses()).filter(Boolean).length;
    return { guard, heard, sample, refusedOf };
  }

  test('refuses the computed share of requests while the event loop is late, and no request afterwards', () => {
    const { guard, heard, sample, refusedOf } = watched(0);
    expect(refusedOf(100)).toBe(0);
    for (let count = 0; count < 6; count += 1) sample(300);
    expect(heard).toEqual([true]);
    expect(refusedOf(1_000)).toBe(Math.floor(1_000 * guard.share));
    for (let count = 0; count < 80; count += 1) sample(0);
    expect([guard.share, refusedOf(100), heard]).toEqual([0, 0, [true, false]]);
  });

  test('ignores delays in the first ten seconds of the process', () => {
    const { heard, sample } = watched();
    for (let count = 0; count < 28; count += 1) sample(300);
    expect(heard).toEqual([]);
    for (let count = 0; count < 8; count += 1) sample(300);
    expect(heard).toEqual([true]);
  });
});
