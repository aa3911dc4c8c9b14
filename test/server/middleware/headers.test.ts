// The headers that every answer carries, of whatever kind it is.
import { beforeAll, expect, test } from 'vitest';
import { type Started, startServer } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let server: Started;
beforeAll(async () => {
  server = await startServer(await smallEdition());
});

const kinds: [title: string, request: string, status: number][] = [
  ['a search', getText('/api/v1/search'), 200],
  ['an article', getText('/api/v1/articles/kettle'), 200],
  ['an article in Markdown', getText('/api/v1/articles/kettle?format=markdown'), 200],
  ['what did not change', getText('/api/v1/search', [['If-None-Match', '*']]), 304],
  ['what moved', getText('/api/v1/articles/old-kettle'), 301],
  ['a page that moved', getText('/en/articles/old-kettle'), 301],
  ['the home page', getText('/'), 200],
  ['a page that is not there', getText('/nowhere', [['Accept', 'text/html']]), 404],
  ['a path that is not there', getText('/nowhere'), 404],
  ['a wrong parameter', getText('/api/v1/search?page=0'), 400],
  ['a wrong key', getText('/api/v1/search', [['Authorization', 'x']]), 401],
  ['health', getText('/healthz'), 200],
  ['another method', 'DELETE / HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  ['OPTIONS', 'OPTIONS /api/v1/search HTTP/1.1\r\nHost: a\r\n\r\n', 204],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
];

test.each(kinds)(
  '%s tells where the API and its documentation are, and guards whoever shows it',
  async (_title, request, status) => {
    const { answers } = await send(server.port, request, { answers: 1 });
    const header = (name: string): string | undefined => answers[0]?.header(name);
    expect(answers[0]?.status).toBe(status);
    expect(header('x-agent-api-endpoint')).toBe(`${server.origin}/api/v1`);
    expect(header('x-agent-api-docs')).toBe(`${server.origin}/docs`);
    expect(header('x-request-id')).toMatch(/^req_[a-z0-9]+$/);
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('referrer-policy')).toBe('no-referrer');
    expect(header('content-security-policy')).toMatch(/^default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'$/);
    expect(header('content-security-policy')).not.toMatch(/unsafe|\*|data:|https?:/);
    expect(header('cross-origin-opener-policy')).toBe('same-origin');
    expect(answers[0]?.headers.has('x-powered-by')).toBe(false);
    expect(answers[0]?.headers.has('server')).toBe(false);
  },
);

test('request ids never repeat, and nobody chooses one', async () => {
  const asked = getText('/healthz', [['X-Request-Id', 'req_chosen']]);
  const { answers } = await send(server.port, asked.repeat(500), { answers: 500 });
  const ids = answers.map((answer) => answer.header('x-request-id'));
  expect(new Set(ids).size).toBe(500);
  expect(ids).not.toContain('req_chosen');
});
