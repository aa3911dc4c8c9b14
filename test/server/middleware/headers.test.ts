// The security headers of every kind of answer, and request ids.
import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { answerTo, getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const server = await startServer(await smallEdition(), { settings: { publicUrl: 'https://kb.example.org' } });

const kinds: [title: string, request: string, status: number][] = [
  ['a search', getText('/api/v1/search'), 200],
  ['an article', getText('/api/v1/articles/kettle'), 200],
  ['an unchanged search', getText('/api/v1/search', [['If-None-Match', '*']]), 304],
  ['the home page', getText('/'), 200],
  ['a missing page', getText('/nowhere', [['Accept', 'text/html']]), 404],
  ['the health check', getText('/healthz'), 200],
  ['a request with DELETE', 'DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['a request with OPTIONS', 'OPTIONS /api/v1/search HTTP/1.1\r\nHost: localhost\r\n\r\n', 204],
  ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', 400],
];

test.each(kinds)('the answer for %s has the security headers', async (_title, request, status) => {
  const { status: answered, header, headers } = await answerTo(server.port, request);
  expect(answered).toBe(status);
  expect(header('x-content-type-options')).toBe('nosniff');
  expect(header('referrer-policy')).toBe('no-referrer');
  expect(header('content-security-policy')).toMatch(/^default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'$/);
  expect(header('content-security-policy')).not.toMatch(/unsafe|\*|data:|https?:/);
  expect(header('cross-origin-opener-policy')).toBe('same-origin');
  expect(header('strict-transport-security')).toBe('max-age=31536000');
  // `frame-ancestors` in the Content-Security-Policy replaces the header X-Frame-Options.
  for (const name of ['x-frame-options', 'x-powered-by', 'server']) expect(headers.has(name), name).toBe(false);
});

test('Strict-Transport-Security is absent if the public address has no https', async () => {
  const plain = await startServer(await smallEdition());
  expect((await plain.get('/')).headers.has('strict-transport-security')).toBe(false);
});

test('request ids never repeat, and callers cannot choose them', async () => {
  const asked = getText('/healthz', [['X-Request-Id', 'req_chosen']]);
  const { answers } = await send(server.port, asked.repeat(100), { answers: 100 });
  const ids = answers.map((answer) => answer.header('x-request-id'));
  expect(new Set(ids).size).toBe(100);
  expect(ids).not.toContain('req_chosen');
});
