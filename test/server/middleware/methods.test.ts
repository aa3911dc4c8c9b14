// Methods: other methods than GET, HEAD and OPTIONS are refused, HEAD answers as GET does, scripts of other sites may read.
import { beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../../answers.ts';
import { type Started, startServer } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let server: Started;
beforeAll(async () => {
  server = await startServer(await smallEdition());
});

const paths = ['/api/v1/search', '/api/v1/articles/kettle', '/api/v1/nowhere', '/', '/articles/kettle', '/healthz'];
const writing = 'POST PUT PATCH DELETE TRACE PROPFIND SEARCH MKCOL LOCK PURGE REPORT'.split(' ');

test.each(writing)('%s is answered once, with 404 and Allow, and the connection is closed', async (method) => {
  for (const path of ['/api/v1/search', '/']) {
    const { answers, isClosed } = await send(server.port, `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([404]);
    expect(answers[0]?.header('allow')).toBe('GET, HEAD, OPTIONS');
    expect(JSON.parse(answers[0]?.text ?? '').error.code).toBe('NOT_FOUND');
    expect(isClosed).toBe(true);
  }
});

test.each(paths)('HEAD %s is answered as GET, without the body', async (path) => {
  const get = getText(path, [['Accept-Encoding', 'br']]);
  const { answers } = await send(server.port, `${get.replace('GET', 'HEAD')}${get}`, {
    answers: 2,
    methods: ['HEAD', 'GET'],
  });
  const [ofHead, ofGet] = answers.map(({ status, headers }) => ({
    status,
    headers: Object.fromEntries(
      [...headers].filter(([name]) => !['x-request-id', 'date', 'ratelimit', 'content-length'].includes(name)),
    ),
  }));
  expect(ofHead).toEqual(ofGet);
  expect(answers[0]?.headers.has('content-length')).toBe(true);
});

test('a body is not parsed as the next request', async () => {
  const smuggled = getText('/healthz');
  const request = `POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
  const { answers } = await send(server.port, request);
  expect(answers.map(({ status }) => status)).toEqual([404]);
  expect(answers[0]?.header('connection')).toBe('close');
});

test('X-HTTP-Method-Override has no effect', async () => {
  const headers: [string, string][] = [
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Method-Override', 'POST'],
  ];
  const { answers } = await send(server.port, getText('/api/v1/search', headers), { answers: 1 });
  expect(answers[0]?.status).toBe(200);
});

describe('a script of another site', () => {
  test('may read every answer of the API, and its own headers', async () => {
    for (const path of ['/api/v1/search', '/api/v1/search?page=0', '/api/v1/nowhere', '/api/v1/articles/%ff']) {
      const { headers } = await server.get(path, { origin: 'https://elsewhere.example' });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      for (const name of ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag'])
        expect(headers.get('access-control-expose-headers')?.split(', ')).toContain(name);
    }
  });

  test('may send a key and an agent id, by the preflight answer', async () => {
    const preflight = await ask(`http://127.0.0.1:${server.port}/api/v1/search`, {
      method: 'OPTIONS',
      headers: {
        origin: 'null',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization, x-agent-id',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization, x-agent-id');
  });
});
