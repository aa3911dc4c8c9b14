// Agents and credentials, as callers see them.
import { expect, test } from 'vitest';
import { ask } from '../../answers.ts';
import { movableClock, registeredAgents, type Started, startServer, stateFor } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const edition = await smallEdition();
const start = (): Promise<Started> => startServer(edition);

async function record(server: Started, agentId: string): Promise<Record<string, unknown>> {
  const { status, body } = await server.json('/api/v1/agents/me', { 'x-agent-id': agentId });
  expect(status).toBe(200);
  return body.data;
}

test('an agent is registered by its first call, and the call for its own record counts as other', async () => {
  const server = await start();
  expect(await record(server, 'ada')).toEqual({
    agentId: 'ada',
    firstSeenAt: '2026-01-31T12:00:00.000Z',
    lastSeenAt: '2026-01-31T12:00:00.000Z',
    requests: { total: 1, search: 0, article: 0, other: 1, failed: 0, rateLimited: 0 },
    recentDays: [{ date: '2026-01-31', total: 1 }],
  });
});

test('every call counts by its endpoint, and those that fail are in failed too', async () => {
  const server = await start();
  const agent = { 'x-agent-id': 'ada' };
  const calls: [path: string, status: number][] = [
    ['/api/v1/search?q=kettle', 200],
    ['/api/v1/search?page=0', 400],
    ['/api/v1/articles/kettle', 200],
    ['/api/v1/articles/old-kettle', 301],
    ['/api/v1/articles/nothing', 404],
    ['/api/v1/articles/%ff', 400],
    ['/api/v1/domains', 200],
    ['/api/v1/nowhere', 404],
  ];
  for (const [path, status] of calls) expect((await server.get(path, agent)).status).toBe(status);
  expect((await server.get('/api/v1/search', { ...agent, authorization: 'Bearer wrong' })).status).toBe(401);
  expect((await record(server, 'ada')).requests).toEqual({
    total: 10,
    search: 3,
    article: 4,
    other: 3,
    failed: 5,
    rateLimited: 0,
  });
});

test('an answer 304 is a call that went well', async () => {
  const server = await start();
  const first = await server.get('/api/v1/search', { 'x-agent-id': 'ada' });
  const again = await server.get('/api/v1/search', {
    'x-agent-id': 'ada',
    'if-none-match': first.headers.get('etag') ?? '',
  });
  expect(again.status).toBe(304);
  expect(await record(server, 'ada')).toMatchObject({ requests: { total: 3, search: 2, failed: 0 } });
});

test('calls over the limit are in rateLimited alone', async () => {
  const clock = movableClock();
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  for (let count = 0; count < 105; count += 1) await server.get('/api/v1/search', { 'x-agent-id': 'ada' });
  clock.advance(60_000);
  expect((await record(server, 'ada')).requests).toEqual({
    total: 101,
    search: 100,
    article: 0,
    other: 1,
    failed: 0,
    rateLimited: 5,
  });
});

test('pages, health and OPTIONS register nobody', async () => {
  const server = await start();
  for (const path of ['/', '/docs', '/articles/kettle', '/healthz', '/readyz', '/assets/nothing.css'])
    await server.get(path, { 'x-agent-id': 'ada' });
  const options = { method: 'OPTIONS', headers: { 'x-agent-id': 'ada' } };
  await ask(`http://127.0.0.1:${server.port}/api/v1/search`, options);
  expect(await registeredAgents(server.state)).toBe(0);
});

test('the call for an own record needs a name', async () => {
  const server = await start();
  const { status, body } = await server.json('/api/v1/agents/me');
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ parameter: 'x-agent-id', given: null, allowed: '1–128 of A–Z, a–z, 0–9 and . _ : @ / + -' }],
  });
});

test.each([
  'a',
  'a'.repeat(128),
  'Agent_7.example:team@host/path+x-y',
  '__proto__',
  'constructor',
  'toString',
  '../../etc',
])('the agent id %s is taken as it is', async (agentId) => {
  const server = await start();
  expect(await record(server, agentId)).toMatchObject({ agentId, requests: { total: 1 } });
});

const refusedIds: [title: string, lines: string[]][] = [
  ['of 129 characters', ['a'.repeat(129)]],
  ['of 10,000 characters', ['a'.repeat(10_000)]],
  ['that is empty', ['']],
  ['of spaces', ['   ']],
  ['with a space inside', ['a b']],
  ['with a comma', ['a,b']],
  ['on two header lines', ['ada', 'bob']],
  ['twice the same', ['ada', 'ada']],
  ['in UTF-8', [Buffer.from('代理').toString('latin1')]],
  ['with an emoji', [Buffer.from('🫖').toString('latin1')]],
  ['that is markup', ['<script>alert(1)</script>']],
  ['that is a formula', ['=cmd()']],
  ['with quotes', [`"' OR 1=1 --`]],
  ['with an escape sequence', ['%0d%0aSet-Cookie:x']],
];

test.each(refusedIds)('an agent id %s is refused, and nobody is registered', async (_title, lines) => {
  const server = await start();
  const headers = lines.map((line): [string, string] => ['x-agent-id', line]);
  const { answers } = await send(server.port, getText('/api/v1/search', headers), { answers: 1 });
  expect(answers[0]?.status).toBe(400);
  const { error } = JSON.parse(answers[0]?.text ?? '');
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(error.details[0]).toMatchObject({ parameter: 'x-agent-id' });
  expect([...error.details[0].given].length).toBeLessThanOrEqual(100);
  expect(await registeredAgents(server.state)).toBe(0);
});

test('beyond the bound of its address an agent is served and not registered, and told so', async () => {
  const clock = movableClock();
  const server = await startServer(edition, { clock, state: stateFor(clock) });
  for (let number = 0; number < 20; number += 1)
    await server.get('/api/v1/search', { 'x-agent-id': `agent-${number}` });
  expect((await server.get('/api/v1/search', { 'x-agent-id': 'late' })).status).toBe(200);
  const { status, body } = await server.json('/api/v1/agents/me', { 'x-agent-id': 'late' });
  expect(status).toBe(404);
  expect(body.error).toMatchObject({ code: 'NOT_FOUND', message: 'This agent is not registered.' });
  clock.advance(60_000);
  expect(await record(server, 'late')).toMatchObject({ requests: { total: 1 } });
});

test.each([
  ['a wrong key', ['Bearer stele_wrong']],
  ['an empty key', ['Bearer ']],
  ['an empty header', ['']],
  ['another scheme', ['Basic dXNlcjpwYXNz']],
  ['no scheme', ['secret']],
  ['8 KiB', [`Bearer ${'k'.repeat(8_192)}`]],
  ['two headers', ['Bearer one', 'Bearer two']],
  ['UTF-8', [`Bearer ${Buffer.from('钥匙').toString('latin1')}`]],
])('a credential that is %s gets 401 and is never served as keyless', async (_title, lines) => {
  const server = await start();
  const headers = lines.map((line): [string, string] => ['Authorization', line]);
  const { answers } = await send(server.port, getText('/api/v1/search', headers), { answers: 1 });
  const [answer] = answers;
  expect(answer?.status).toBe(401);
  expect(answer?.header('www-authenticate')).toMatch(/^Bearer/);
  expect(answer?.header('ratelimit')).toMatch(/r=999999/);
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ success: false, data: null, error: { code: 'UNAUTHORIZED' } });
});
