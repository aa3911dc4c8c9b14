// Every request is counted once, by its route and the status that the caller received.
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { ask } from '../../answers.ts';
import { movableClock, type Started, type StartOptions, startServer, stateFor } from '../../server.ts';
import { getText, send } from '../raw.ts';
import { smallEdition } from '../small-site.ts';
import { requestsCounted, scrape } from './scraping.ts';

type Around = NonNullable<NonNullable<StartOptions['parts']>['around']>;

const edition = await smallEdition();
const start = (options: StartOptions = {}): Promise<Started> =>
  startServer(edition, { ...options, settings: { metricsPort: 0, ...options.settings } });
const shared = await start();
afterAll(() => shared.close());

/** Runs `work` and returns the requests that the shared server counted meanwhile: `<route> <status>` → count. */
async function countedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await requestsCounted(shared);
  await work();
  const after = Object.entries(await requestsCounted(shared));
  return Object.fromEntries(
    after.map(([name, times]) => [name, times - (before[name] ?? 0)]).filter(([, times]) => times),
  );
}

describe('a request is counted once', () => {
  test.each<[counted: string, path: string, headers?: Record<string, string>]>([
    ['search 200', '/api/v1/search?q=teapot'],
    ['search 400', '/api/v1/search?query=teapot'],
    ['search 401', '/api/v1/search', { authorization: 'Bearer wrong' }],
    ['getArticle 301', '/api/v1/articles/old-kettle'],
    ['getArticle 404', '/api/v1/articles/nothing'],
    ['getAgent 200', '/api/v1/agents/me', { 'x-agent-id': 'ada' }],
    ['openapi 200', '/api/v1/openapi.json'],
    ['unknown 404', '/api/v1/nowhere'],
    ['health 200', '/healthz'],
    ['page 200', '/?q=kettle'],
    ['markdown-page 200', '/articles/kettle.md'],
    ['discovery 200', '/llms.txt'],
    ['markdown-page 200', '/articles/kettle', { accept: 'text/markdown' }],
    ['redirect 301', '/articles/old-kettle'],
    ['unknown 404', '/nowhere', { accept: 'text/html' }],
    ['unknown 404', '/assets/nothing.css'],
    ['unknown 400', '/%ff'],
  ])('as %s for GET %s %j', async (counted, path, headers) => {
    expect(await countedBy(() => shared.get(path, headers))).toEqual({ [counted]: 1 });
  });

  test('as asset 200 for the style sheet of a page', async () => {
    const [path = ''] = /\/assets\/[^"]+\.css/.exec(await (await shared.get('/')).text()) ?? [];
    expect(await countedBy(() => shared.get(path))).toEqual({ 'asset 200': 1 });
  });

  test('as 304 for a caller with a current copy', async () => {
    const { headers } = await shared.get('/api/v1/domains');
    const ask = () => shared.get('/api/v1/domains', { 'if-none-match': headers.get('etag') ?? '' });
    expect(await countedBy(ask)).toEqual({ 'listDomains 304': 1 });
  });

  test.each([
    ['HEAD', 'search 200'],
    ['OPTIONS', 'search 204'],
    ['POST', 'search 404'],
  ])('with the method %s as %s', async (method, counted) => {
    expect(await countedBy(() => ask(`${shared.origin}/api/v1/search`, { method }))).toEqual({ [counted]: 1 });
  });

  test('as 500 under its own route if a bug prevents the answer', async () => {
    const server = await start();
    server.currentEdition.library.body = () => {
      throw new Error('a bug');
    };
    for (const path of ['/api/v1/search', '/en/articles/kettle', '/articles/kettle.md'])
      expect((await server.get(path)).status).toBe(500);
    expect(await requestsCounted(server)).toEqual({ 'search 500': 1, 'page 500': 1, 'markdown-page 500': 1 });
  });

  test('as 429 if it exceeds the rate limit, and the limiter counts admitted and refused requests too', async () => {
    const clock = movableClock();
    const server = await start({ clock, state: stateFor(clock, { keyless: { limit: 3, windowMs: 60_000 } }) });
    for (let index = 0; index < 5; index += 1) await server.get('/api/v1/search');
    await server.get('/healthz');
    expect(await requestsCounted(server)).toEqual({ 'search 200': 3, 'search 429': 2, 'health 200': 1 });
    expect((await scrape(server)).counts('stele_limiter_decisions_total')).toEqual({
      'keyless admitted': 3,
      'keyless refused': 2,
    });
  });
});

test.each([
  ['a line that is not HTTP', 'hello\r\n\r\n'],
  // The application starts to answer this request before the parser refuses the body. That answer is never sent.
  [
    'a malformed chunk',
    'GET /api/v1/search HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n\r\n',
  ],
])(
  'a request that the parser refuses is counted once, as “unparsed 400” (%s after a valid request)',
  async (_title, request) => {
    const over: Promise<unknown>[] = [];
    const around: Around = (app) => (asked, response) => {
      over.push(once(response, 'close'));
      app(asked, response);
    };
    const server = await start({ parts: { around } });
    const { answers } = await send(server.port, getText('/healthz') + request);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    await Promise.all(over);
    expect(await requestsCounted(server)).toEqual({ 'health 200': 1, 'unparsed 400': 1 });
  },
);

test('an answer whose connection closes early is counted once and logged once as aborted', async () => {
  let over: Promise<unknown> | undefined;
  const around: Around = (app) => (request, response) => {
    over = once(response, 'close');
    app(request, response);
    request.socket.destroy();
  };
  const server = await start({ parts: { around } });
  await expect(fetch(`http://127.0.0.1:${server.port}/en/docs`)).rejects.toThrow();
  await over;
  expect(await requestsCounted(server)).toEqual({ 'page aborted': 1 });
  expect(server.logLines.filter((line) => line.includes('"aborted":true'))).toHaveLength(1);
});

describe('the duration of a request', () => {
  test('is counted in every bucket whose bound it does not exceed, and is added to the sum', async () => {
    const clock = movableClock();
    const server = await start({
      clock,
      parts: {
        around: (app) => (request, response) => {
          app(request, response);
          clock.advance(30);
        },
      },
    });
    await server.get('/healthz');
    await server.get('/healthz');
    const scraped = await scrape(server);
    const bucket = (le: string): number =>
      scraped.value('stele_http_request_duration_seconds_bucket', { route: 'health', le });
    expect(['0.0005', '0.025', '0.05', '2.5', '+Inf'].map(bucket)).toEqual([0, 0, 2, 2, 2]);
    expect(scraped.value('stele_http_request_duration_seconds_sum', { route: 'health' })).toBeCloseTo(0.06);
  });
});

describe('the metrics', () => {
  test('count credentials that are not valid', async () => {
    const server = await start();
    for (const authorization of ['Bearer wrong', 'Basic x', '']) await server.get('/api/v1/search', { authorization });
    await server.get('/api/v1/search');
    await server.get('/', { authorization: 'Bearer wrong' });
    expect((await scrape(server)).value('stele_credentials_refused_total')).toBe(3);
  });

  test('count searches without matches, and no other searches', async () => {
    const server = await start();
    for (const path of ['q=zzzzzzzz', 'q=zzzzzzzz&page=2', 'domain=tools_github', 'q=teapot', 'q=teapot&page=9', 'x=1'])
      await server.get(`/api/v1/search?${path}`);
    await server.get('/api/v1/articles/nothing');
    await server.get('/?q=zzzzzzzz');
    expect((await scrape(server)).value('stele_searches_without_result_total')).toBe(3);
  });
});
