// The order of the limit among refusals, and its clocks. test/contract tests its numbers and which requests count;
// test/server/state/sliding-window.test.ts has its algorithm.
import { beforeAll, expect, test } from 'vitest';
import { plans } from '../../../server/access/plans.ts';
import type { Clock } from '../../../server/clock.ts';
import { ask } from '../../answers.ts';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

/** A server that has just answered all requests that one address may send. */
async function exhausted(clock: Clock): Promise<Started> {
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  const requests = plans.keyless.limit;
  const { answers } = await send(server.port, getText('/api/v1/domains').repeat(requests), { answers: requests });
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  return server;
}

test('an answer 429 precedes the refusal of a credential, an agent id or a method, and also answers HEAD', async () => {
  const server = await exhausted(movableClock());
  for (const init of [
    { method: 'HEAD' },
    { headers: { authorization: 'Bearer wrong' } },
    { headers: { 'x-agent-id': 'a b' } },
    { method: 'DELETE' },
  ]) {
    const { status, headers } = await ask(`http://127.0.0.1:${server.port}/api/v1/search`, init);
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([429, '60', 'no-store']);
  }
});

test('the limit follows the monotonic clock: setting the calendar back or forward changes nothing', async () => {
  let [calendarMs, elapsedMs] = [Date.UTC(2026, 2, 29, 1), 0];
  const server = await exhausted({ now: () => calendarMs, monotonic: () => elapsedMs });
  const wait = async () => (await server.get('/api/v1/domains')).headers.get('retry-after');
  // Whole seconds, and long enough after a fraction of a millisecond.
  elapsedMs = 999.5;
  expect(await wait()).toBe('60');
  for (const change of [-86_400_000, 7 * 86_400_000, -3_600_000]) {
    calendarMs += change;
    elapsedMs = Math.ceil(elapsedMs) + 10_000;
    expect(await wait()).toBe(String(60 - elapsedMs / 1_000));
  }
  elapsedMs = 60_000;
  expect((await server.get('/api/v1/domains')).status).toBe(200);
});
