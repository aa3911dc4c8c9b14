import { afterEach, describe, expect, it, vi } from 'vitest';
import { membersOf, usualLimits, watchLimits } from '../../../scripts/verify/confinement/limits.ts';

it('finds all processes of an example, even when a child has a lower id than its parent', () => {
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

describe('the limit of time', () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ['is passed by an example that does not end', null, 'time'],
    ['is not passed by one whose end is noticed late, because this process was busy', 0, undefined],
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
