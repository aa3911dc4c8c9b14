// API keys, as callers see them.
import { parseList } from 'structured-headers';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey, newApiKey } from '../../../server/access/api-keys.ts';
import {
  type MovableClock,
  movableClock,
  type Started,
  type StateLimits,
  startServer,
  stateFor,
} from '../../server.ts';
import { issueKey } from '../keys.ts';
import { scrape } from '../metrics/scraping.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

async function start(limits: StateLimits = {}, startMs?: number): Promise<{ server: Started; clock: MovableClock }> {
  const clock = movableClock(startMs);
  return { clock, server: await startServer(edition, { clock, state: stateFor(clock, limits) }) };
}

/** The number of accepted requests out of this many concurrent ones. */
async function answered(server: Started, requests: number, headers: Record<string, string>): Promise<number> {
  const statuses = await Promise.all(
    Array.from({ length: requests }, async () => (await server.get('/api/v1/domains', headers)).status),
  );
  return statuses.filter((status) => status !== 429).length;
}

const parametersOf = (header: string | null): Record<string, unknown> => {
  const [member] = parseList(header ?? '');
  return { name: member?.[0], ...Object.fromEntries(member?.[1] ?? []) };
};

describe('a key', () => {
  test.each([
    ['February', Date.UTC(2026, 1, 1), 28, '2026-03-01T00:00:00.000Z'],
    ['a February with a leap day', Date.UTC(2028, 1, 29, 23, 59, 59), 29, '2028-03-01T00:00:00.000Z'],
    ['December', Date.UTC(2026, 11, 31), 31, '2027-01-01T00:00:00.000Z'],
  ])('of the paid plan is counted by the month, and %s is as long as it is', async (_month, nowMs, days, resetAt) => {
    const { server } = await start({}, nowMs);
    const { bearer } = await issueKey(server.state.store, { plan: 'paid' });
    const { headers, body } = await server.json('/api/v1/domains', bearer);
    expect(parametersOf(headers.get('ratelimit-policy'))).toMatchObject({ name: 'paid', q: 30_000, w: days * 86_400 });
    expect(parametersOf(headers.get('ratelimit'))).toMatchObject({ t: (Date.parse(resetAt) - nowMs) / 1000 });
    expect(body.meta.quota).toEqual({ plan: 'paid', limit: 30_000, remaining: 29_999, resetAt });
  });

  test('shows the remaining quota in every problem too, unlike keyless answers', async () => {
    const { server } = await start();
    const { bearer } = await issueKey(server.state.store);
    for (const [path, remaining] of [
      ['/api/v1/nothing', 999],
      ['/api/v1/search?page=0', 998],
      ['/api/v1/articles/nothing', 997],
    ] as const)
      expect((await server.json(path, bearer)).body.meta.quota?.remaining, path).toBe(remaining);
    expect((await server.json('/api/v1/domains')).body.meta).not.toHaveProperty('quota');
    expect((await server.json('/api/v1/domains', { authorization: 'Bearer wrong' })).body.meta).not.toHaveProperty(
      'quota',
    );
  });

  test('that is used up gets 429 with scope, seconds and time, and other keys still work', async () => {
    const { server, clock } = await start({ free: { limit: 3, unit: 'day' } });
    const [one, two] = [await issueKey(server.state.store), await issueKey(server.state.store)];
    expect(await answered(server, 10, one.bearer)).toBe(3);
    const { status, headers, body } = await server.json('/api/v1/search', one.bearer);
    expect([status, headers.get('retry-after')]).toEqual([429, String(12 * 3600)]);
    expect(body.error).toMatchObject({ code: 'RATE_LIMITED', scope: 'key', retryAfterSeconds: 12 * 3600 });
    expect(body.meta.quota).toEqual({
      plan: 'free',
      limit: 3,
      remaining: 0,
      resetAt: '2026-02-01T00:00:00.000Z',
    });
    expect(await answered(server, 1, two.bearer)).toBe(1);
    expect(await answered(server, 1, {})).toBe(1);
    clock.advance(12 * hourMs - 1);
    expect(await answered(server, 1, one.bearer)).toBe(0);
    clock.advance(1);
    expect(await answered(server, 10, one.bearer)).toBe(3);
  });

  test('regains no quota when the clock is set back', async () => {
    const { server, clock } = await start({ free: { limit: 3, unit: 'day' } }, Date.UTC(2026, 1, 1, 0, 30));
    const { bearer } = await issueKey(server.state.store);
    expect(await answered(server, 5, bearer)).toBe(3);
    clock.advance(-hourMs);
    const { status, headers, body } = await server.json('/api/v1/domains', bearer);
    expect([status, headers.get('retry-after')]).toEqual([429, String(24.5 * 3600)]);
    expect(body.meta.quota?.resetAt).toBe('2026-02-02T00:00:00.000Z');
    clock.advance(hourMs);
    expect(await answered(server, 1, bearer)).toBe(0);
    clock.advance(dayMs);
    expect(await answered(server, 5, bearer)).toBe(3);
  });

  test('is accepted after the scheme in any case, and after several spaces', async () => {
    const { server } = await start();
    const { key } = await issueKey(server.state.store);
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
      expect((await server.get('/api/v1/domains', { authorization: `${scheme} ${key}` })).status, scheme).toBe(200);
  });

  test('that is wrong in one place is unknown, and counts by the address', async () => {
    const { server } = await start();
    const { key, record } = await issueKey(server.state.store);
    const last = key.endsWith('A') ? 'B' : 'A';
    for (const wrong of [
      key.slice(0, -1) + last,
      key.slice(0, -1),
      `${key}A`,
      key.toUpperCase(),
      newApiKey(record.id),
      key.replace('stele_', ''),
      hashOfKey(key),
    ]) {
      const { status, headers, body } = await server.json('/api/v1/domains', { authorization: `Bearer ${wrong}` });
      expect([status, body.error.message, parametersOf(headers.get('ratelimit')).name], wrong).toEqual([
        401,
        'This credential is not valid.',
        'keyless',
      ]);
    }
    expect((await server.state.store.quotas.usage([record.id])).size).toBe(0);
  });

  test('works immediately after its creation, and is refused after it is revoked', async () => {
    const { server } = await start();
    const { bearer } = await issueKey(server.state.store);
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
    const revoked = await issueKey(server.state.store, { revokedAt: '2026-01-31T11:00:00.000Z' });
    const { status, body } = await server.json('/api/v1/domains', revoked.bearer);
    expect([status, body.error.message]).toEqual([401, 'This key was revoked.']);
  });

  test('ends when it expires', async () => {
    const { server, clock } = await start();
    const { bearer } = await issueKey(server.state.store, { expiresAt: '2026-01-31T13:00:00.000Z' });
    clock.advance(hourMs - 1);
    expect((await server.get('/api/v1/domains', bearer)).status).toBe(200);
    clock.advance(1);
    const { status, body } = await server.json('/api/v1/domains', bearer);
    expect([status, body.error.message]).toEqual([401, 'This key has expired.']);
  });

  test('that is rotated works with both secrets until the older one ends, on one quota', async () => {
    const { server, clock } = await start();
    const { key, record } = await issueKey(server.state.store);
    const next = newApiKey(record.id);
    const [old] = record.secrets;
    if (old === undefined) throw new Error('a key without a secret');
    const rotated = {
      ...record,
      secrets: [
        { ...old, expiresAt: '2026-01-31T13:00:00.000Z' },
        { hash: hashOfKey(next), createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null },
      ],
    };
    await server.state.store.keys.put(rotated, record);
    const remaining = async (used: string) =>
      (await server.json('/api/v1/domains', { authorization: `Bearer ${used}` })).body.meta.quota?.remaining;
    expect([await remaining(next), await remaining(key), await remaining(next)]).toEqual([999, 998, 997]);
    clock.advance(hourMs);
    expect([await remaining(key), await remaining(next)]).toEqual([undefined, 996]);
  });
});

describe('a key in the address', () => {
  const asItIs = (key: string): string => key;

  test.each([
    ...['api_key', 'API-Key', 'x-api-key', 'key', 'token', 'access_token', 'authorization', 'bearer'].map(
      (name): [string, typeof asItIs] => [name, asItIs],
    ),
    ['api%5Fk%65y', asItIs],
    ['q', asItIs],
    ['q', (key: string) => key.replace('stele_', 'st%65le%5F')],
    ['q', (key: string) => key.replace('stele_', 'st%2565le%25255F')],
  ] as [string, typeof asItIs][])('as %s is refused with advice, and repeated nowhere', async (name, write) => {
    const { server } = await start();
    const { key, bearer } = await issueKey(server.state.store);
    for (const headers of [{}, bearer]) {
      const response = await server.get(`/api/v1/search?${name}=${write(key)}`, headers);
      const text = await response.text();
      expect(response.status).toBe(400);
      expect(JSON.parse(text).error.hint).toContain('Authorization: Bearer');
      for (const part of [key, secretOf(key)]) expect(text + server.logLines.join('')).not.toContain(part);
    }
  });

  test.each([
    ['a parameter', (key: string) => `/api/v1/search?${key}=1`],
    ['an article', (key: string) => `/api/v1/articles/${key}`],
    ['an article, encoded twice,', (key: string) => `/api/v1/articles/${key.replace('stele_', 'st%2565le_')}`],
  ])('as the name of %s comes back in no answer and no log line', async (_where, pathWith) => {
    const { server } = await start();
    const { key } = await issueKey(server.state.store);
    const response = await server.get(pathWith(key));
    expect([400, 404]).toContain(response.status);
    const text = (await response.text()) + server.logLines.join('');
    for (const part of [key, secretOf(key)]) expect(text).not.toContain(part);
  });
});

/** It may contain underscores, too. */
const secretOf = (key: string): string => key.split('_').slice(2).join('_');

test('a key is in no log line, answer, page, error or metric, at any place of a request', async () => {
  const clock = movableClock();
  const state = stateFor(clock, { free: { limit: 4, unit: 'day' } });
  const server = await startServer(edition, { clock, state, settings: { metricsPort: 0 } });
  const { key, bearer, record } = await issueKey(server.state.store);
  const paths = [
    '/api/v1/search?q=kettle',
    '/api/v1/nothing',
    '/api/v1/agents/me',
    '/',
    `/?q=${key}`,
    '/docs',
    '/readyz',
  ];
  const answers = [];
  for (const path of [...paths, ...paths]) answers.push(await (await server.get(path, bearer)).text());
  // A header that the parser refuses.
  const broken = `GET /api/v1/domains HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nBad Header: 1\r\n\r\n`;
  answers.push((await send(server.port, broken, { answers: 1 })).answers[0]?.text ?? '');
  answers.push(
    (await send(server.port, getText('/api/v1/domains', [['Authorization', `Basic ${key}`]]), { answers: 1 }))
      .answers[0]?.text ?? '',
  );
  expect(answers.filter((text) => text.includes('RATE_LIMITED')).length).toBeGreaterThan(0);
  const { text: metrics } = await scrape(server);
  expect(metrics).toContain('stele_limiter_decisions_total{plan="free"');
  for (const place of [
    metrics,
    ...answers.filter((_, index) => paths[index % paths.length] !== `/?q=${key}`),
    ...server.logLines,
  ]) {
    expect(place).not.toContain(key);
    expect(place).not.toContain(secretOf(key));
    expect(place).not.toContain(hashOfKey(key));
  }
  // The log identifies the key only by its id.
  expect(server.logLines.some((line) => line.includes(`"key":"${record.id}"`))).toBe(true);
});
