// What workers count together, and what one of them does while the primary does not answer. The two ends are the real ones; what
// lies between them is held back here.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plans } from '../../../server/access/plans.ts';
import type { WindowAnswer, WindowAsk } from '../../../server/workers/messages.ts';
import { SharedWindow } from '../../../server/workers/shared-window.ts';
import { WindowHost } from '../../../server/workers/window-host.ts';
import { type MovableClock, movableClock } from '../../server.ts';

const { limit, windowMs } = plans.keyless;
/** So short that a test need not wait: an answer that does not come at once is late. */
const answerMs = 1;

interface Line {
  window: SharedWindow;
  /** What was asked and not yet answered. */
  asks: WindowAsk[];
  /** Whether the primary answers. */
  isOpen: boolean;
  /** Answers what waits. */
  deliver(): void;
}

function lineTo(host: WindowHost, clock: MovableClock, workers: number): Line {
  const line: Line = {
    asks: [],
    isOpen: true,
    window: new SharedWindow({
      name: 'callers',
      window: plans.keyless,
      workers,
      clock,
      answerMs,
      send(ask) {
        line.asks.push(ask);
        if (line.isOpen) queueMicrotask(() => line.deliver());
        return true;
      },
    }),
    deliver() {
      for (const ask of line.asks.splice(0)) {
        // As it comes through the channel.
        const answer = JSON.parse(JSON.stringify(host.answer(ask))) as WindowAnswer;
        line.window.answered(answer);
      }
    },
  };
  return line;
}

const one = async ({ window }: Line, caller: string, requests: number): Promise<number> =>
  (await window.admit([{ caller, requests }]))[0]?.admitted ?? 0;

test('no window ever holds more than the limit, however the requests are spread over the workers', async () => {
  const step = fc.record({
    worker: fc.nat(3),
    caller: fc.constantFrom('a', 'b'),
    requests: fc.integer({ min: 1, max: 60 }),
    passedMs: fc.integer({ min: 0, max: windowMs / 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const clock = movableClock();
      const host = new WindowHost(clock);
      const lines = Array.from({ length: 4 }, () => lineTo(host, clock, 4));
      const admitted: { caller: string; atMs: number; requests: number }[] = [];
      for (const { worker, caller, requests, passedMs } of steps) {
        clock.advance(passedMs);
        const atMs = clock.monotonic();
        const inWindow = admitted.filter((entry) => entry.caller === caller && entry.atMs > atMs - windowMs);
        const used = inWindow.reduce((sum, entry) => sum + entry.requests, 0);
        const got = await one(lines[worker] as Line, caller, requests);
        expect(got).toBe(Math.min(requests, limit - used));
        admitted.push({ caller, atMs, requests: got });
      }
    }),
    { numRuns: 50 },
  );
});

test('while the primary does not answer, all workers together admit no more than the limit', async () => {
  const clock = movableClock();
  const host = new WindowHost(clock);
  const lines = Array.from({ length: 3 }, () => lineTo(host, clock, 3));
  for (const line of lines) line.isOpen = false;
  const admitted = await Promise.all(lines.map((line) => one(line, 'a', 1_000)));
  expect(admitted).toEqual([33, 33, 33]);
  // Without waiting: it was late before.
  expect(await Promise.all(lines.map((line) => one(line, 'a', 1)))).toEqual([0, 0, 0]);
});

test('what a worker let through with the primary counts in its share without it', async () => {
  const clock = movableClock();
  const line = lineTo(new WindowHost(clock), clock, 2);
  expect(await one(line, 'a', 45)).toBe(45);
  line.isOpen = false;
  expect(await one(line, 'a', 100)).toBe(5);
  const [admission] = await line.window.admit([{ caller: 'a', requests: 1 }]);
  expect(admission).toEqual({ admitted: 0, used: limit, resetMs: windowMs });
});

test('what was let through without the primary is counted when it answers again', async () => {
  const clock = movableClock();
  const host = new WindowHost(clock);
  const line = lineTo(host, clock, 2);
  line.isOpen = false;
  // The first is asked for and given up; those after it are not asked for at all.
  expect(await one(line, 'a', 10)).toBe(10);
  expect(await one(line, 'a', 20)).toBe(20);
  expect(line.asks).toHaveLength(1);
  line.isOpen = true;
  line.deliver();
  await Promise.resolve();
  expect(line.asks).toEqual([]);
  expect(await one(lineTo(host, clock, 2), 'a', 1_000)).toBe(limit - 30);
});

test('a worker whose primary is gone decides by its share at once', async () => {
  const clock = movableClock();
  const window = new SharedWindow({ name: 'callers', window: plans.keyless, workers: 4, clock, send: () => false });
  expect(await window.admit([{ caller: 'a', requests: 1_000 }])).toEqual([
    { admitted: 25, used: limit, resetMs: windowMs },
  ]);
});
