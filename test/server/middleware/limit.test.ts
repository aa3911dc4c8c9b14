// The rate limit is checked before other reasons for a refusal, and follows the monotonic clock. test/contract tests the size of the
// limit and which requests count. test/server/state/sliding-window.test.ts tests the algorithm.
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

/** Starts a server, and uses up the limit of one address. */
async function exhausted(clock: Clock): Promise<Started> {
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  const requests = plans.keyless.limit;
  const { answers } = await send(server.port, getText('/api/v1/domains').repeat(requests), { answers: requests });
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  return server;
}

test('a caller over the rate limit gets 429, also for HEAD and for a wrong credential, agent id or method', async () => {
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

test('the rate limit follows the monotonic clock: setting the system time back or forward changes nothing', async () => {
  let [calendarMs, elapsedMs] = [Date.UTC(2026, 2, 29, 1), 0];
  const server = await exhausted({ now: () => calendarMs, monotonic: () => elapsedMs });
  const wait = async () => (await server.get('/api/v1/domains')).headers.get('retry-after');
  // Retry-After is in whole seconds, rounded up.
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
