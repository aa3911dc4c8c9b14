// Agent ids and credentials on several header lines or in unusual spellings. test/contract tests the usual ones.
import { afterAll, expect, test } from 'vitest';
import { newApiKey, newKeyId } from '../../../server/access/api-keys.ts';
import type { RawAnswer } from '../../fuzz/raw-answers.ts';
import { registeredAgents, startServer } from '../../server.ts';
import { answerTo, getText } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const server = await startServer(await smallEdition());
afterAll(() => server.close());

const answerWith = (name: string, lines: string[]): Promise<RawAnswer> => {
  const headers = lines.map((line): [string, string] => [name, line]);
  return answerTo(server.port, getText('/api/v1/search', headers));
};

test('a call that gets a 304 counts as successful for the agent', async () => {
  const headers = { 'x-agent-id': 'ada' };
  const tag = (await server.get('/api/v1/search', headers)).headers.get('etag') ?? '';
  expect((await server.get('/api/v1/search', { ...headers, 'if-none-match': tag })).status).toBe(304);
  const { requests } = (await server.json('/api/v1/agents/me', headers)).body.data;
  expect(requests).toMatchObject({ total: 3, search: 2, failed: 0 });
});

test.each([
  ['of 10,000 characters', ['a'.repeat(10_000)]],
  ['on two equal header lines', ['ada', 'ada']],
  ['that is an API key', [newApiKey(newKeyId())]],
])('an agent id %s gets 400, is shortened in the answer, and registers no agent', async (_title, lines) => {
  const before = await registeredAgents(server.state);
  const { status, text } = await answerWith('x-agent-id', lines);
  expect(status).toBe(400);
  const [detail] = JSON.parse(text).error.details;
  expect(detail.parameter).toBe('x-agent-id');
  expect([...(detail.given ?? '')].length).toBeLessThanOrEqual(100);
  expect(text).not.toMatch(/stele_\w+/);
  expect(await registeredAgents(server.state)).toBe(before);
});

test('an Authorization header of 8 KiB or with UTF-8 gets 401', async () => {
  for (const key of ['k'.repeat(8_192), Buffer.from('钥匙').toString('latin1')]) {
    const { status, text } = await answerWith('Authorization', [`Bearer ${key}`]);
    expect([status, JSON.parse(text).error.code]).toEqual([401, 'UNAUTHORIZED']);
  }
});
