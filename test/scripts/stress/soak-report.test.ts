// What the long run says of a server that grows, that keeps files open, that fails, or that becomes slower.
import { describe, expect, it } from 'vitest';
import { besideFreshOf, driftOf, type Measured, reportOf } from '../../../scripts/stress/soak-report.ts';
import { emptyLap, type Lap } from '../../../scripts/stress/steady-load.ts';

const lapOf = (timeMs: number): Lap => ({ ...emptyLap(), answers: 100, times: Array(100).fill(timeMs), lateness: [0] });
/** Each beside a server that just began and takes 5 ms. */
const turnsOf = (agedMs: readonly number[]) => agedMs.map((ms) => ({ aged: lapOf(ms), fresh: lapOf(5) }));
const measured = (change: Partial<Measured> = {}): Measured => ({
  laps: [5, 5, 5, 5].map(lapOf),
  rests: [50, 51, 50, 51, 50].map((megabytes) => ({
    heapBytes: megabytes * 1_000_000,
    rssBytes: 200_000_000,
    descriptors: 30,
  })),
  turns: turnsOf([5, 5, 5, 5]),
  complaints: [],
  warmUpMinutes: 2,
  agents: 10,
  rate: 10,
  ...change,
});
const missed = (change?: Partial<Measured>): string[] =>
  reportOf(measured(change))
    .bars.filter(({ isMet }) => !isMet)
    .map(({ name }) => name);
const restsWith = (change: (step: number) => object) =>
  measured().rests.map((rest, step) => ({ ...rest, ...change(step) }));

describe('the report of a long run', () => {
  it('misses nothing for a server that stays as it is', () => {
    expect(missed()).toEqual([]);
  });

  it('names what grows', () => {
    expect(missed({ rests: restsWith((step) => ({ heapBytes: 5e7 + step * 4e6 })) })).toEqual([
      'growth of the heap, MB',
      'slope of the heap, MB a minute',
    ]);
    expect(missed({ rests: restsWith((step) => ({ heapBytes: 5e7 + step * 1e6 })) })).toEqual([
      'slope of the heap, MB a minute',
    ]);
    expect(missed({ rests: restsWith((step) => ({ descriptors: 30 + step })) })).toEqual([
      'more open files than at the beginning',
    ]);
    expect(missed({ laps: [5, 5, 7, 7].map(lapOf) })).toEqual(['drift of p99, share']);
  });

  it('names a server that is slower than one that just began, whatever the machine did meanwhile', () => {
    const name = 'p99 above that of a server that just began, share';
    expect(missed({ turns: turnsOf([5, 5.9, 6.1, 5]) })).toEqual([]);
    expect(missed({ turns: turnsOf([7, 7, 5, 7]) })).toEqual([name]);
    expect(besideFreshOf([5, 50, 5, 500].map((ms) => ({ aged: ms * 1.1, fresh: ms })))).toBeCloseTo(0.1, 10);
    expect(besideFreshOf([{ aged: 5, fresh: 5 }])).toBeUndefined();
  });

  it('names failures and complaints', () => {
    const failing = { ...lapOf(5), faults: new Map([['status 500', 2]]) };
    expect(missed({ turns: [...turnsOf([5, 5, 5]), { aged: lapOf(5), fresh: failing }] })).toEqual([
      'requests that failed',
    ]);
    expect(missed({ laps: [failing, lapOf(5)] })).toEqual(['requests that failed']);
    expect(missed({ complaints: ['{"level":50}'] })).toEqual(['errors in the log']);
  });

  it('does not take fewer requests for a slower server', () => {
    expect(driftOf([5, 5])).toBeUndefined();
    expect(driftOf([10, 10, 8, 8])).toBeCloseTo(-0.2, 10);
  });
});
