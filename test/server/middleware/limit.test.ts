import { parseList } from 'structured-headers';
import { beforeAll, describe, expect, test } from 'vitest';
import { plans } from '../../../server/access/plans.ts';
import { ask } from '../../answers.ts';
import { type MovableClock, movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { getFrom, getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

/** A server with the limit of the specification and a clock that stands still. */
async function start(): Promise<{ server: Started; clock: MovableClock }> {
  const clock = movableClock();
  return { clock, server: await startServer(edition, { clock, state: stateFor(clock) }) };
}

interface Quota {
  name: unknown;
  parameters: Record<string, unknown>;
}

/** The one member of a RateLimit or RateLimit-Policy header, read by a parser of RFC 9651. */
function quotaOf(header: string | null | undefined): Quota {
  const members = parseList(header ?? '');
  expect(members).toHaveLength(1);
  const [name, parameters] = members[0] ?? ['', new Map()];
  return { name, parameters: Object.fromEntries(parameters) };
}

async function exhaust(server: Started, from: string): Promise<void> {
  const request = getText('/api/v1/domains');
  const { answers } = await send(server.port, request.repeat(plans.keyless.limit), {
    from,
    answers: plans.keyless.limit,
  });
  expect(answers.every(({ status }) => status === 200)).toBe(true);
}

describe('the limit per address', () => {
  test('lets exactly 100 of 1,000 parallel requests through, each time', async () => {
    const { server, clock } = await start();
    for (const repetition of [1, 2, 3]) {
      const from = `127.1.0.${repetition}`;
      const path = '/api/v1/search?q=kettle';
      // 50 connections, 20 requests on each without waiting for answers.
      const sent = await Promise.all(
        Array.from({ length: 50 }, () => send(server.port, getText(path).repeat(20), { from, answers: 20 })),
      );
      const statuses = sent.flatMap(({ answers }) => answers.map(({ status }) => status));
      expect(statuses.filter((status) => status === 200)).toHaveLength(100);
      expect(statuses.filter((status) => status === 429)).toHaveLength(900);
      clock.advance(1);
    }
  });

  test('lets exactly 100 through over many connections that come at once', async () => {
    const { server } = await start();
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => getFrom(server.port, '127.1.1.1', '/api/v1/domains')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(200);
  });

  test('is each address’s own', async () => {
    const { server } = await start();
    await exhaust(server, '127.1.2.1');
    expect((await getFrom(server.port, '127.1.2.1', '/api/v1/domains')).status).toBe(429);
    expect((await getFrom(server.port, '127.1.2.2', '/api/v1/domains')).status).toBe(200);
  });

  test('does not start anew with a minute: 1 + 99 late + 100 at once are not 200', async () => {
    const { server, clock } = await start();
    const burst = async (count: number): Promise<number> => {
      const { answers } = await send(server.port, getText('/api/v1/domains').repeat(count), { answers: count });
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await burst(1)).toBe(1);
    clock.advance(59_900);
    expect(await burst(99)).toBe(99);
    clock.advance(200);
    expect(await burst(100)).toBe(1);
  });

  test('is not prolonged by calls over it', async () => {
    const { server, clock } = await start();
    await exhaust(server, '127.0.0.1');
    clock.advance(59_999);
    expect((await server.get('/api/v1/domains')).status).toBe(429);
    clock.advance(1);
    await exhaust(server, '127.0.0.1');
  });
});

describe('the headers RateLimit and RateLimit-Policy (draft 8)', () => {
  test('name one quota, and r falls by one to zero and never below', async () => {
    const { server } = await start();
    const { answers } = await send(server.port, getText('/api/v1/domains').repeat(105), { answers: 105 });
    answers.forEach((answer, index) => {
      const limit = quotaOf(answer.header('ratelimit'));
      const policy = quotaOf(answer.header('ratelimit-policy'));
      expect(limit.name).toBe(policy.name);
      expect(limit.parameters).toEqual({ r: Math.max(0, 99 - index), t: 60 });
      expect(policy.parameters).toMatchObject({ q: 100, w: 60 });
      expect(answer.headers.get('ratelimit')).toHaveLength(1);
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
      expect(quotaOf((await server.get('/api/v1/domains')).headers.get('ratelimit')).parameters.t).toBe(seconds);
    }
  });
});

describe('an answer 429', () => {
  test.each([0, 1, 250, 999, 1_000, 31_234, 59_000, 59_999])(
    'after %d ms says when to come back, and a request passes then and not before',
    async (elapsedMs) => {
      const { server, clock } = await start();
      await exhaust(server, '127.0.0.1');
      clock.advance(elapsedMs);
      const { status, headers, body } = await server.json('/api/v1/search');
      expect(status).toBe(429);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBe(Math.ceil((60_000 - elapsedMs) / 1_000));
      expect(quotaOf(headers.get('ratelimit')).parameters).toEqual({ r: 0, t: seconds });
      expect(body).toMatchObject({
        success: false,
        data: null,
        error: { code: 'RATE_LIMITED', retryAfterSeconds: seconds, scope: 'ip' },
        meta: { requestId: headers.get('x-request-id') },
      });
      expect(headers.get('cache-control')).toBe('no-store');
      const lastMs = 59_999 - elapsedMs;
      clock.advance(lastMs);
      expect((await server.get('/api/v1/search')).status).toBe(429);
      clock.advance(seconds * 1_000 - lastMs);
      expect((await server.get('/api/v1/search')).status).toBe(200);
    },
  );

  test('also answers HEAD, and callers whose credential or agent id would be refused', async () => {
    const { server } = await start();
    await exhaust(server, '127.0.0.1');
    const url = `http://127.0.0.1:${server.port}/api/v1/search`;
    const answers = await Promise.all([
      ask(url, { method: 'HEAD' }),
      ask(url, { headers: { authorization: 'Bearer wrong' } }),
      ask(url, { headers: { 'x-agent-id': 'a b' } }),
      ask(url, { method: 'DELETE' }),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBe(60);
    }
  });

  test('leaves pages and health alone', async () => {
    const { server } = await start();
    await exhaust(server, '127.0.0.1');
    for (const path of ['/', '/docs', '/articles/kettle', '/healthz', '/readyz'])
      expect((await server.get(path)).status).toBe(200);
  });
});

test('a calendar that is set back, or forward, changes nothing', async () => {
  let [calendarMs, elapsedMs] = [Date.UTC(2026, 2, 29, 1), 0];
  const clock = { now: () => calendarMs, monotonic: () => elapsedMs };
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  await exhaust(server, '127.0.0.1');
  for (const change of [-86_400_000, 7 * 86_400_000, -3_600_000]) {
    calendarMs += change;
    elapsedMs += 10_000;
    const answer = await server.get('/api/v1/domains');
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe(String(60 - elapsedMs / 1_000));
  }
  elapsedMs = 60_000;
  expect((await server.get('/api/v1/domains')).status).toBe(200);
});

test('with the system’s clock, a fraction of a millisecond is never lost: Retry-After is long enough', async () => {
  let elapsed = 0;
  const clock = { now: () => Date.now(), monotonic: () => elapsed };
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  await exhaust(server, '127.0.0.1');
  elapsed = 999.5;
  expect((await server.get('/api/v1/domains')).headers.get('retry-after')).toBe('60');
});
