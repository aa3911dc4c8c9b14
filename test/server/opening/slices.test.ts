// Work in slices: it is done whole and in order, and others have their turn in between.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inSlices } from '../../../server/opening/slices.ts';

function* work(steps: number, stepMs: number, done: number[]): Generator<void, string> {
  for (let step = 0; step < steps; step += 1) {
    const untilMs = performance.now() + stepMs;
    while (performance.now() < untilMs);
    done.push(step);
    yield;
  }
  return 'all of it';
}

test('what takes long is done in order, and other events have their turn after every slice', async () => {
  const done: number[] = [];
  const seen: number[] = [];
  let isOver = false;
  // Each step is longer than a slice may be.
  const running = inSlices(work(5, 10, done)).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    seen.push(done.length);
  }
  expect(await running).toBe('all of it');
  expect(done).toEqual([0, 1, 2, 3, 4]);
  // The first slice was done at once.
  for (const count of [2, 3, 4, 5]) expect(seen).toContain(count);
});

test('a mistake in the work is a rejection', async () => {
  const failing = function* (): Generator<void, never> {
    yield;
    throw new Error('a mistake');
  };
  await expect(inSlices(failing())).rejects.toThrow('a mistake');
});
