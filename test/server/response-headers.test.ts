// What is gathered for a response is written with its status, whoever writes that, and no name twice.
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { carryHeaders, ResponseHeaders } from '../../server/response-headers.ts';

/** Those lines of an answer that are of this test. */
async function linesOf(end: (response: Response, headers: ResponseHeaders) => void): Promise<string[]> {
  const app = express();
  const headers = new ResponseHeaders(['X-Here', 'gathered', 'Link', 'common']);
  carryHeaders(app, () => headers);
  app.use((_request, response) => end(response, headers));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const asked = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  const told = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value) => `${name}: ${value}`),
  );
  return told.filter((line) => /^(?:x-here|link|etag):/.test(line)).sort();
}

const common = ['link: common', 'x-here: gathered'];

test.each<[string, (response: Response) => void]>([
  ['an end without a body', (response) => void response.status(204).end()],
  [
    'a body in pieces',
    (response) => {
      response.write('a');
      response.end('b');
    },
  ],
  ['an answer of Express', (response) => void response.json({})],
  ['a redirection of Express', (response) => response.redirect('/there')],
  [
    'a head that is written at once',
    (response) => {
      response.flushHeaders();
      response.end();
    },
  ],
  ['a head with other headers', (response) => void response.writeHead(404, { 'X-Other': 'a' }).end()],
  ['a head with a reason', (response) => void response.writeHead(404, 'Nothing', ['X-Other', 'a']).end()],
])('%s has what was gathered', async (_title, end) => {
  expect((await linesOf(end)).filter((line) => !line.startsWith('etag'))).toEqual(common);
});

test('what is set later takes the place of what was gathered, in any case of its name', async () => {
  const lines = await linesOf((response, headers) => {
    headers.set('LINK', 'own');
    headers.set('ETag', '"a"');
    headers.delete('etag');
    response.end();
  });
  expect(lines).toEqual(['link: own', 'x-here: gathered']);
});

test('what is set on the response itself goes before what was gathered', async () => {
  const lines = await linesOf((response) => void response.setHeader('link', 'a package').end());
  expect(lines).toEqual(['link: a package', 'x-here: gathered']);
});
