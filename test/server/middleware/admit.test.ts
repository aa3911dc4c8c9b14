// Agents and credentials, as callers see them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey, newKeyId } from '../../../server/access/api-keys.ts';
import { movableClock, registeredAgents, type Started, startServer, stateFor } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let edition: string;
let server: Started;
beforeAll(async () => {
  edition = await smallEdition();
  server = await startServer(edition);
});
afterAll(() => server.close());

async function record(from: Started, agentId: string): Promise<Record<string, unknown>> {
  const { status, body } = await from.json('/api/v1/agents/me', { 'x-agent-id': agentId });
  expect(status).toBe(200);
  return body.data;
}

test('an answer 304 is a successful call', async () => {
  const first = await server.get('/api/v1/search', { 'x-agent-id': 'ada' });
  const again = await server.get('/api/v1/search', {
    'x-agent-id': 'ada',
    'if-none-match': first.headers.get('etag') ?? '',
  });
  expect(again.status).toBe(304);
  expect(await record(server, 'ada')).toMatchObject({ requests: { total: 3, search: 2, failed: 0 } });
});

test.each(['__proto__', 'constructor', 'toString', '../../etc'])(
  'the agent id %s is accepted unchanged',
  async (agentId) => {
    expect(await record(server, agentId)).toMatchObject({ agentId, requests: { total: 1 } });
  },
);

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
  ['that is an API key', [newApiKey(newKeyId())]],
];

test.each(refusedIds)('an agent id %s is refused, and registers no agent', async (_title, lines) => {
  const before = await registeredAgents(server.state);
  const headers = lines.map((line): [string, string] => ['x-agent-id', line]);
  const { answers } = await send(server.port, getText('/api/v1/search', headers), { answers: 1 });
  expect(answers[0]?.status).toBe(400);
  const { error } = JSON.parse(answers[0]?.text ?? '');
  expect(error.code).toBe('VALIDATION_ERROR');
  expect(error.details[0]).toMatchObject({ parameter: 'x-agent-id' });
  expect([...(error.details[0].given ?? '')].length).toBeLessThanOrEqual(100);
  expect(answers[0]?.text).not.toMatch(/stele_\w+/);
  expect(await registeredAgents(server.state)).toBe(before);
});

test('an agent beyond the bound of its address is served without registration, and can register a minute later', async () => {
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
  const headers = lines.map((line): [string, string] => ['Authorization', line]);
  const { answers } = await send(server.port, getText('/api/v1/search', headers), { answers: 1 });
  const [answer] = answers;
  expect(answer?.status).toBe(401);
  expect(answer?.header('www-authenticate')).toMatch(/^Bearer/);
  expect(answer?.header('ratelimit')).toMatch(/^"keyless"; r=9999\d\d;/);
  expect(JSON.parse(answer?.text ?? '')).toMatchObject({ success: false, data: null, error: { code: 'UNAUTHORIZED' } });
});
