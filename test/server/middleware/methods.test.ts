// Other methods than GET, HEAD and OPTIONS on the connection; headers of CORS. test/contract has their answers.
import { expect, test } from 'vitest';
import { ask } from '../../answers.ts';
import { startServer } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const server = await startServer(await smallEdition());

test('a refused method is answered once, and its connection closed: a body is not parsed as the next request', async () => {
  const smuggled = getText('/healthz');
  for (const method of 'POST PUT PATCH DELETE TRACE PROPFIND SEARCH MKCOL LOCK PURGE REPORT'.split(' '))
    for (const path of ['/api/v1/search', '/'])
      for (const body of ['', smuggled]) {
        const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
        const { answers, isClosed } = await send(server.port, head + body);
        expect([answers.map(({ status }) => status), isClosed], method + path).toEqual([[404], true]);
        expect(answers[0]?.header('connection')).toBe('close');
      }
});

test('a header cannot name another method', async () => {
  const headers: [string, string][] = [
    ['X-HTTP-Method-Override', 'DELETE'],
    ['X-Method-Override', 'POST'],
  ];
  const { answers } = await send(server.port, getText('/api/v1/search', headers), { answers: 1 });
  expect(answers[0]?.status).toBe(200);
});

test('a script of another site may read the headers of an answer, and send a key and an agent id', async () => {
  const url = `http://127.0.0.1:${server.port}/api/v1/search`;
  const exposed = (await ask(url)).headers.get('access-control-expose-headers')?.split(', ');
  expect(exposed).toEqual(
    expect.arrayContaining(['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag']),
  );
  const wanted = 'authorization, x-agent-id';
  const headers = {
    origin: 'null',
    'access-control-request-method': 'GET',
    'access-control-request-headers': wanted,
  };
  const preflight = await ask(url, { method: 'OPTIONS', headers });
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(wanted);
});
