// Requests with API keys: plans, quotas and refusals. Answers, log lines and metrics never contain a key.
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

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

async function start(limits: StateLimits = {}, startMs?: number): Promise<{ server: Started; clock: MovableClock }> {
  const clock = movableClock(startMs);
  return { clock, server: await startServer(edition, { clock, state: stateFor(clock, limits) }) };
}

/** Sends this many requests at once, and returns how many did not get 429. */
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

describe('an API key', () => {
  test.each([
    ['February of a leap year', Date.UTC(2028, 1, 29, 23, 59, 59), 29, '2028-03-01T00:00:00.000Z'],
    ['December', Date.UTC(2026, 11, 31), 31, '2027-01-01T00:00:00.000Z'],
  ])(
    'of the paid plan has a quota per calendar month of the right length, as in %s',
    async (_month, nowMs, days, resetAt) => {
      const { server } = await start({}, nowMs);
      const { bearer } = await issueKey(server.state.store, { plan: 'paid' });
      const { headers, body } = await server.json('/api/v1/domains', bearer);
      expect(parametersOf(headers.get('ratelimit-policy'))).toMatchObject({
        name: 'paid',
        q: 30_000,
        w: days * 86_400,
      });
      expect(parametersOf(headers.get('ratelimit'))).toMatchObject({ t: (Date.parse(resetAt) - nowMs) / 1000 });
      expect(body.meta.quota).toEqual({ plan: 'paid', limit: 30_000, remaining: 29_999, resetAt });
    },
  );

  test('gets its remaining quota in error answers as well; a caller without a valid key gets none', async () => {
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

  test('whose quota is used up gets 429 with scope, seconds to wait and time of reset; other keys still work', async () => {
    const { server, clock } = await start({ free: { limit: 3, unit: 'day' } });
    const [one, two] = [await issueKey(server.state.store), await issueKey(server.state.store)];
    expect(await answered(server, 10, one.bearer)).toBe(3);
    const { status, headers, body } = await server.json('/api/v1/search', one.bearer);
    expect([status, headers.get('retry-after')]).toEqual([429, String(12 * 3600)]);
    expect(body.error).toMatchObject({ code: 'RATE_LIMITED', scope: 'key', retryAfterSeconds: 12 * 3600 });
    expect(body.meta.quota).toMatchObject({ remaining: 0, resetAt: '2026-02-01T00:00:00.000Z' });
    expect(await answered(server, 1, two.bearer)).toBe(1);
    expect(await answered(server, 1, {})).toBe(1);
    clock.advance(12 * hourMs - 1);
    expect(await answered(server, 1, one.bearer)).toBe(0);
  });

  test('is accepted after Bearer in upper or lower case, and after several spaces', async () => {
    const { server } = await start();
    const { key } = await issueKey(server.state.store);
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
      expect((await server.get('/api/v1/domains', { authorization: `${scheme} ${key}` })).status, scheme).toBe(200);
  });

  test('with one wrong part gets 401, and the request counts against the address', async () => {
    const { server } = await start();
    const { key, record } = await issueKey(server.state.store);
    const last = key.endsWith('A') ? 'B' : 'A';
    const inOtherPlaces = [key.slice(0, -1) + last, key.slice(0, -1), `${key}A`, key.toUpperCase()];
    for (const wrong of [...inOtherPlaces, newApiKey(record.id), key.replace('stele_', ''), hashOfKey(key)]) {
      const { status, headers } = await server.json('/api/v1/domains', { authorization: `Bearer ${wrong}` });
      const { name } = parametersOf(headers.get('ratelimit'));
      expect([status, name], wrong).toEqual([401, 'keyless']);
    }
    expect((await server.state.store.quotas.usage([record.id])).size).toBe(0);
  });

  test('is refused once it is revoked or has expired', async () => {
    const { server, clock } = await start();
    const { bearer } = await issueKey(server.state.store, { expiresAt: '2026-01-31T13:00:00.000Z' });
    const revoked = await issueKey(server.state.store, { revokedAt: '2026-01-31T11:00:00.000Z' });
    const messageFor = async (headers: Record<string, string>) =>
      (await server.json('/api/v1/domains', headers)).body.error?.message;
    expect(await messageFor(revoked.bearer)).toBe('This key was revoked.');
    clock.advance(hourMs - 1);
    expect(await messageFor(bearer)).toBeUndefined();
    clock.advance(1);
    expect(await messageFor(bearer)).toBe('This key has expired.');
  });

  test('that is rotated works with both secrets on one quota until the older secret expires', async () => {
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

describe('an API key in the URL', () => {
  test.each<[string, number, (key: string) => string]>([
    ['an unknown parameter', 400, (key) => `search?api_key=${key}`],
    ['q', 400, (key) => `search?q=${key}`],
    ['q, encoded', 400, (key) => `search?q=${key.replace('stele_', 'st%65le%5F')}`],
    ['q, encoded several times', 400, (key) => `search?q=${key.replace('stele_', 'st%2565le%25255F')}`],
    ['the name of a parameter', 400, (key) => `search?${key}=1`],
    ['the path of an article', 404, (key) => `articles/${key}`],
    ['the path of an article, encoded twice', 404, (key) => `articles/${key.replace('stele_', 'st%2565le_')}`],
  ])('in %s is refused, and is not repeated in the answer or the log', async (_where, status, pathWith) => {
    const { server } = await start();
    const { key, bearer } = await issueKey(server.state.store);
    for (const headers of [{}, bearer]) {
      const response = await server.get(`/api/v1/${pathWith(key)}`, headers);
      const text = await response.text();
      expect(response.status).toBe(status);
      if (status === 400) expect(text).toContain('Authorization: Bearer');
      for (const part of [key, secretOf(key)]) expect(text + server.logLines.join('')).not.toContain(part);
    }
  });
});

/** The secret part of a key, which may contain underscores. */
const secretOf = (key: string): string => key.split('_').slice(2).join('_');

test('an API key in a header appears in no answer, page, log line or metric', async () => {
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
  // A request that the parser refuses because of its last header.
  const broken = `GET /api/v1/domains HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nBad Header: 1\r\n\r\n`;
  for (const request of [broken, getText('/api/v1/domains', [['Authorization', `Basic ${key}`]])])
    answers.push((await send(server.port, request, { answers: 1 })).answers[0]?.text ?? '');
  expect(answers.filter((text) => text.includes('RATE_LIMITED')).length).toBeGreaterThan(0);
  const { text: metrics } = await scrape(server);
  expect(metrics).toContain('stele_limiter_decisions_total{plan="free"');
  const shown = answers.filter((_, index) => paths[index % paths.length] !== `/?q=${key}`);
  for (const place of [metrics, ...shown, ...server.logLines])
    for (const part of [key, secretOf(key), hashOfKey(key)]) expect(place).not.toContain(part);
  // The log identifies the key only by its id.
  expect(server.logLines.some((line) => line.includes(`"key":"${record.id}"`))).toBe(true);
});
