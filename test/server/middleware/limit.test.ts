// The limit per address as callers see it, in headers and answers. test/contract tests that the limit is exact and which requests count;
// test/server/state/sliding-window.test.ts has its algorithm.
import { parseList } from 'structured-headers';
import { beforeAll, describe, expect, test } from 'vitest';
import { plans } from '../../../server/access/plans.ts';
import { ask } from '../../answers.ts';
import { type MovableClock, movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

/** A server with the limit of the specification and a fixed clock. */
async function start(): Promise<{ server: Started; clock: MovableClock }> {
  const clock = movableClock();
  return { clock, server: await startServer(edition, { clock, state: stateFor(clock) }) };
}

/** The parameters of the one member of a RateLimit or RateLimit-Policy header, read by a parser of RFC 9651. */
function parametersOf(header: string | null | undefined): Record<string, unknown> {
  const members = parseList(header ?? '');
  expect(members).toHaveLength(1);
  return Object.fromEntries(members[0]?.[1] ?? []);
}

/** Uses up the limit of one address. */
async function exhaust(server: Started): Promise<void> {
  const requests = plans.keyless.limit;
  const { answers } = await send(server.port, getText('/api/v1/domains').repeat(requests), { answers: requests });
  expect(answers.every(({ status }) => status === 200)).toBe(true);
}

describe('the headers RateLimit and RateLimit-Policy (draft 8)', () => {
  test('name one quota, and r falls by one to zero and never below', async () => {
    const { server } = await start();
    const { answers } = await send(server.port, getText('/api/v1/domains').repeat(105), { answers: 105 });
    answers.forEach((answer, index) => {
      expect(parametersOf(answer.header('ratelimit'))).toEqual({ r: Math.max(0, 99 - index), t: 60 });
      expect(parametersOf(answer.header('ratelimit-policy'))).toMatchObject({ q: 100, w: 60 });
    });
  });

  test('say when the oldest request leaves', async () => {
    const { server, clock } = await start();
    await server.get('/api/v1/domains');
    for (const [pauseMs, seconds] of [
      [0, 60],
      [1, 60],
      [999, 59],
      [30_500, 29],
      [28_499, 1],
      [1, 1],
    ] as const) {
      clock.advance(pauseMs);
      expect(parametersOf((await server.get('/api/v1/domains')).headers.get('ratelimit')).t).toBe(seconds);
    }
  });
});

describe('an answer 429', () => {
  test.each([0, 1, 999, 31_234, 59_999])(
    'after %d ms says when to retry, and a request passes then and not before',
    async (elapsedMs) => {
      const { server, clock } = await start();
      await exhaust(server);
      clock.advance(elapsedMs);
      const { status, headers, body } = await server.json('/api/v1/search');
      const seconds = Number(headers.get('retry-after'));
      expect([status, seconds]).toEqual([429, Math.ceil((60_000 - elapsedMs) / 1_000)]);
      expect(parametersOf(headers.get('ratelimit'))).toEqual({ r: 0, t: seconds });
      expect(body.error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: seconds, scope: 'ip' });
      expect(headers.get('cache-control')).toBe('no-store');
      const lastMs = 59_999 - elapsedMs;
      clock.advance(lastMs);
      expect((await server.get('/api/v1/search')).status).toBe(429);
      clock.advance(seconds * 1_000 - lastMs);
      expect((await server.get('/api/v1/search')).status).toBe(200);
    },
  );

  test('also answers HEAD, and precedes the refusal of a credential, an agent id or a method', async () => {
    const { server } = await start();
    await exhaust(server);
    for (const init of [
      { method: 'HEAD' },
      { headers: { authorization: 'Bearer wrong' } },
      { headers: { 'x-agent-id': 'a b' } },
      { method: 'DELETE' },
    ]) {
      const { status, headers } = await ask(`http://127.0.0.1:${server.port}/api/v1/search`, init);
      expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    }
  });
});

test('the limit follows the monotonic clock: setting the calendar back or forward changes nothing', async () => {
  let [calendarMs, elapsedMs] = [Date.UTC(2026, 2, 29, 1), 0];
  const clock = { now: () => calendarMs, monotonic: () => elapsedMs };
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  await exhaust(server);
  for (const change of [-86_400_000, 7 * 86_400_000, -3_600_000]) {
    calendarMs += change;
    elapsedMs += 10_000;
    const answer = await server.get('/api/v1/domains');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(60 - elapsedMs / 1_000)]);
  }
  elapsedMs = 60_000;
  expect((await server.get('/api/v1/domains')).status).toBe(200);
});

test('Retry-After is long enough when a fraction of a millisecond has passed', async () => {
  let elapsedMs = 0;
  const clock = { now: () => Date.UTC(2026, 2, 29, 1), monotonic: () => elapsedMs };
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  await exhaust(server);
  elapsedMs = 999.5;
  expect((await server.get('/api/v1/domains')).headers.get('retry-after')).toBe('60');
});
