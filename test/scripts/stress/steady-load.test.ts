// A constant rate: what is slow is asked all the same, and what it owes counts from when it was due.
import { expect, it } from 'vitest';
import type { Outcome } from '../../../scripts/stress/callers.ts';
import { faultCount, percentilesOf, SteadyLoad, together } from '../../../scripts/stress/steady-load.ts';

const nothing: Outcome = { answers: [], tookMs: 0 };

it('a server that stands still is asked on, and all that waited is in the times', async () => {
  const waiting: (() => void)[] = [];
  const everyMs = 5;
  let reached: () => void = () => undefined;
  const tenSent = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const load = new SteadyLoad({
    perSecond: 1_000 / everyMs,
    send(number) {
      if (number === 9) reached();
      return new Promise((resolve) => waiting.push(() => resolve(nothing)));
    },
    faultsOf: () => [],
  });
  await tenSent;
  for (const answer of waiting.splice(0)) answer();
  const stopping = load.stop();
  for (const answer of waiting.splice(0)) answer();
  const lap = await stopping;
  expect(lap.times.length).toBe(load.sent);
  // The first of ten was due nine steps before the last was sent.
  expect(percentilesOf(lap).maxMs).toBeGreaterThanOrEqual(9 * everyMs);
});

it('faults are counted by what they are, and laps are put together', async () => {
  const load = new SteadyLoad({
    perSecond: 1_000,
    send: async (number) => (number % 2 === 0 ? nothing : { ...nothing, fault: 'closed' }),
    faultsOf: (number) => (number % 2 === 0 ? ['status 500'] : []),
  });
  while (load.sent < 10) await new Promise((resolve) => setImmediate(resolve));
  const [first, rest] = [load.lap(), await load.stop()];
  const all = together([first, rest]);
  expect(faultCount(all)).toBe(load.sent);
  expect([...all.faults.keys()].sort()).toEqual(['closed', 'status 500']);
});
