// Which requests count against the limit of an address, one row for each kind.
import { beforeAll, describe, expect, test } from 'vitest';
import { movableClock, type Started, startServer, stateFor } from '../../server.ts';
import { getFrom, getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';

let edition: string;
beforeAll(async () => {
  edition = await smallEdition();
});

function start(clock = movableClock()): Promise<Started> {
  return startServer(edition, { clock, state: stateFor(clock) });
}

const left = (header: string | null | undefined): number => Number(/r=(\d+)/.exec(header ?? '')?.[1]);

describe('what counts', () => {
  const cases: [title: string, request: string, method: string, status: number, cost: number][] = [
    ['an answer 200', getText('/api/v1/search'), 'GET', 200, 1],
    ['an answer in Markdown', getText('/api/v1/articles/kettle?format=markdown'), 'GET', 200, 1],
    ['an answer 301', getText('/api/v1/articles/old-kettle'), 'GET', 301, 1],
    ['an answer 304', getText('/api/v1/search', [['If-None-Match', '*']]), 'GET', 304, 1],
    ['a wrong parameter (400)', getText('/api/v1/search?page=0'), 'GET', 400, 1],
    ['a path that cannot be decoded (400)', getText('/api/v1/articles/%ff'), 'GET', 400, 1],
    ['two Host lines (400)', getText('/api/v1/search', [['Host', 'other']]), 'GET', 400, 1],
    ['a refused agent id (400)', getText('/api/v1/search', [['x-agent-id', 'a b']]), 'GET', 400, 1],
    ['a wrong key (401)', getText('/api/v1/search', [['Authorization', 'Bearer wrong']]), 'GET', 401, 1],
    ['an article that is not there (404)', getText('/api/v1/articles/nothing'), 'GET', 404, 1],
    ['a path that is not there (404)', getText('/api/v1/nowhere'), 'GET', 404, 1],
    ['another method (404)', 'POST /api/v1/search HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n', 'POST', 404, 1],
    ['HEAD', 'HEAD /api/v1/search HTTP/1.1\r\nHost: x\r\n\r\n', 'HEAD', 200, 1],
    ['the OpenAPI document', getText('/api/v1/openapi.json'), 'GET', 200, 1],
    ['OPTIONS', 'OPTIONS /api/v1/search HTTP/1.1\r\nHost: x\r\n\r\n', 'OPTIONS', 204, 0],
    ['/healthz', getText('/healthz'), 'GET', 200, 0],
    ['/readyz', getText('/readyz'), 'GET', 200, 0],
    ['the home page', getText('/'), 'GET', 200, 0],
    ['a search page', getText('/?q=kettle'), 'GET', 200, 0],
    ['an article’s page', getText('/en/articles/kettle'), 'GET', 200, 0],
    ['an article’s page as Markdown', getText('/articles/kettle.md'), 'GET', 200, 0],
    ['the docs', getText('/docs'), 'GET', 200, 0],
    ['a page that is not there (404)', getText('/nowhere'), 'GET', 404, 0],
    ['an asset that is not there (404)', getText('/assets/nothing.css'), 'GET', 404, 0],
    ['what the parser refuses (400)', 'GET /api/v1/search HTTP/1.1\r\nbroken\r\n\r\n', 'GET', 400, 0],
  ];

  test.each(cases)('%s', async (_title, request, method, status, cost) => {
    const server = await start();
    const { answers } = await send(server.port, request, { answers: 1, methods: [method] });
    expect(answers[0]?.status).toBe(status);
    const next = await getFrom(server.port, '127.0.0.1', '/api/v1/domains');
    expect(left(next.header('ratelimit'))).toBe(99 - cost);
    // What counts says how much is left, and nothing else does.
    expect(answers[0]?.headers.has('ratelimit')).toBe(cost === 1);
  });

  test('an asset does not', async () => {
    const server = await start();
    const asset = /\/assets\/[^"]+/.exec(await (await server.get('/')).text())?.[0] ?? '';
    expect((await server.get(asset)).status).toBe(200);
    expect(left((await server.get('/api/v1/domains')).headers.get('ratelimit'))).toBe(99);
  });

  test('calls over the limit do not', async () => {
    const clock = movableClock();
    const server = await start(clock);
    for (let count = 0; count < 100; count += 1) expect((await server.get('/api/v1/domains')).status).toBe(200);
    for (let count = 0; count < 50; count += 1) expect((await server.get('/api/v1/domains')).status).toBe(429);
    clock.advance(60_000);
    expect(left((await server.get('/api/v1/domains')).headers.get('ratelimit'))).toBe(99);
  });
});
