// Requests that Node's parser accepts. The server refuses the malformed ones, and answers the unusual but valid ones.
import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { answerTo, getText } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

const server = await startServer(await smallEdition());

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `A${index}: b\r\n`).join('');
const search = '/api/v1/search';

const refused: [title: string, request: (target: string) => string, parameter: string][] = [
  ['the same Host twice', (target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nhost: a\r\n\r\n`, 'Host'],
  ['no Host', (target) => `GET ${target} HTTP/1.1\r\n\r\n`, 'Host'],
  ['a path in Host', (target) => `GET ${target} HTTP/1.1\r\nHost: a/b\r\n\r\n`, 'Host'],
  ['a space in Host', (target) => `GET ${target} HTTP/1.1\r\nHost: a b\r\n\r\n`, 'Host'],
  ['a port in Host that is no number', (target) => `GET ${target} HTTP/1.1\r\nHost: a:http\r\n\r\n`, 'Host'],
  ['101 header lines', (target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${lines(100)}\r\n`, 'headers'],
  [
    'an unknown expectation',
    (target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\n\r\n`,
    'Expect',
  ],
  [
    'two expectations',
    (target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue, more\r\n\r\n`,
    'Expect',
  ],
  ['a target of 53,249 bytes', (target) => getText(`${target}?q=`.padEnd(53_249, 'a')), 'request target'],
  ['a fragment with invalid percent-encoding before it', (target) => getText(`${target}?a@%CC%23:#`), 'request target'],
  ['an overlong UTF-8 encoding', (target) => getText(`${target}/%c0%ae%c0%ae`), 'path'],
  ['a lone surrogate', (target) => getText(`${target}/%ed%a0%80`), 'path'],
];

test.each(refused)('%s gets 400, and the error names the wrong part', async (_title, request, parameter) => {
  for (const target of [search, '/', '/healthz']) {
    const answer = await answerTo(server.port, request(target));
    expect(answer.status, target).toBe(400);
    const { error, meta } = JSON.parse(answer.text);
    expect([error.code, error.details], target).toMatchObject(['VALIDATION_ERROR', [{ parameter }]]);
    expect(meta.requestId).toBe(answer.header('x-request-id'));
    // A malformed request to the API counts against the limit, and its answer has the CORS header.
    expect(answer.headers.has('ratelimit'), target).toBe(target === search);
    expect(answer.headers.has('access-control-allow-origin'), target).toBe(target === search);
  }
});

const unroutable = [
  'http://user:password@localhost/api/v1/search',
  'file:///etc/passwd',
  'javascript://alert(1)/',
  // Node's `url.parse` throws an exception for these targets.
  '//?a@%x#',
  '//a@%23:%@#',
  'http://a//?b@%#',
];

test.each(unroutable)('the target %s gets 400 in the envelope', async (target) => {
  const { status, header, text } = await answerTo(server.port, getText(target));
  expect([status, header('x-agent-api-endpoint')]).toEqual([400, `${server.origin}/api/v1`]);
  expect(JSON.parse(text).error.details[0].parameter).toBe('request target');
});

const accepted: [title: string, request: string, status: number][] = [
  ['an empty Host', `GET ${search} HTTP/1.1\r\nHost:\r\n\r\n`, 200],
  ['100 header lines', `GET ${search} HTTP/1.1\r\nHost: localhost\r\n${lines(99)}\r\n`, 200],
  ['Expect: 100-continue', `GET ${search} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-Continue\r\n\r\n`, 200],
  ['an absolute https target', `GET HTTPS://localhost${search}?q=kettle HTTP/1.1\r\nHost: localhost\r\n\r\n`, 200],
  ['an absolute target without path', 'GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n', 200],
  [
    'an unknown Upgrade',
    getText(search).replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    200,
  ],
  ['the longest search', getText(`${search}?q=${'%F0%9F%AB%96'.repeat(4096)}`), 200],
  ['a target of 53,248 bytes', getText(`${search}?q=`.padEnd(53_248, 'a')), 400],
  [
    'a chunked body on a GET',
    `GET ${search} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    200,
  ],
  ['1,000 parameters', getText(`${search}?${'a=b&'.repeat(1_000)}q=a`), 400],
  ['a parameter named __proto__[x]', getText(`${search}?__proto__[x]=1`), 400],
  ['an encoded slash', getText('/api%2Fv1%2Fsearch'), 404],
  ['a double slash', getText(`/${search}`), 404],
  ['a matrix parameter', getText(`${search};a=b`), 404],
  ['.. inside the API', getText('/api/v1/../v1/search'), 404],
  ['.. out of the API', getText('/api/v1/articles/../../../etc/passwd'), 404],
  ['* as target', 'GET * HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', 204],
];

test.each(accepted)('%s is accepted, and the request is routed as usual', async (_title, request, status) => {
  const answer = await answerTo(server.port, request);
  expect([answer.status, answer.header('x-request-id')]).toEqual([status, expect.stringMatching(/^req_/)]);
});

test('a credential is read even if it comes after 99 other headers', async () => {
  const request = `GET ${search} HTTP/1.1\r\nHost: localhost\r\n${lines(98)}Authorization: Bearer wrong\r\n\r\n`;
  expect((await answerTo(server.port, request)).status).toBe(401);
});
