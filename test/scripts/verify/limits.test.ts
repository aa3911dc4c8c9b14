import { afterEach, describe, expect, it, vi } from 'vitest';
import { membersOf, usualLimits, watchLimits } from '../../../scripts/verify/confinement/limits.ts';

it('membersOf finds all processes of an example, even if a child has a lower id than its parent', () => {
  const processes = [
    { pid: 7, parent: 32_760, group: 7 },
    { pid: 9, parent: 7, group: 9 },
    { pid: 500, parent: 1, group: 500 },
    { pid: 32_750, parent: 1, group: 32_750 },
    { pid: 32_755, parent: 1, group: 32_750 },
    { pid: 32_760, parent: 32_750, group: 32_760 },
  ];
  expect([...membersOf(32_750, processes)].sort((left, right) => left - right)).toEqual([7, 9, 32_750, 32_755, 32_760]);
});

describe('the time limit of an example', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['is exceeded by an example that does not end', null, 'time'],
    ['is not exceeded by an example that ended in time, if a busy event loop notices it late', 0, undefined],
  ])('%s', (_what, exitCode, passed) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'setImmediate'] });
    const child = { pid: undefined, exitCode: null as number | null, signalCode: null };
    const watch = watchLimits(
      { child, stop: () => undefined },
      { ...usualLimits, timeMs: 10 },
      { printedBytes: () => 0 },
    );
    // The event loop runs the overdue timer first, and processes the exit of the child afterwards.
    setTimeout(() => {
      child.exitCode = exitCode;
    }, 10);
    vi.advanceTimersByTime(20);
    expect(watch.passed()).toBe(passed);
    watch.end();
  });
});
