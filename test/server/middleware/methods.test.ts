// Methods other than GET, HEAD and OPTIONS, and the connections of such requests. test/contract tests the content of the answers.
import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const server = await startServer(await smallEdition());

test('a request with a refused method gets one answer, then its connection is closed, so its body is not read as a request', async () => {
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
