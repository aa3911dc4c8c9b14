import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Crawler } from './crawler.ts';

interface Page {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A server of these pages; `ORIGIN` in them stands for its address. Returns the faults that a crawl from `/` finds. */
async function faultsOf(pages: Readonly<Record<string, Page>>): Promise<string[]> {
  const server = createServer((request, response) => {
    const all: Readonly<Record<string, Page>> = { '/well': {}, ...pages };
    const { status = 200, headers = {}, body = '' } = all[request.url ?? ''] ?? { status: 404 };
    response.writeHead(status, {
      'content-type': 'text/html',
      'X-Agent-API-Endpoint': '/well',
      'X-Agent-API-Docs': '/well',
      ...headers,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${origin}${path}`, { headers, redirect: 'manual' });
  const crawler = new Crawler({ server: { origin, get }, fill: () => undefined, judgesOthers: true });
  await crawler.call('/', {});
  await crawler.follow();
  return crawler.faults().map((fault) => fault.replaceAll(origin, '').replace(/^.* → (?=\S+ )/, ''));
}

const json = { 'content-type': 'application/json' };
const link = (address: string): Page => ({ body: `<a href="${address}">x</a>` });

it('finds nothing wrong where everything leads somewhere', async () => {
  const pages = {
    '/': { body: '<h1 id="top">x</h1><a href="#top">x</a><a href="/moved">x</a><a href="/tea.md#%E8%8C%B6">x</a>' },
    '/moved': { status: 308, headers: { location: '/data' } },
    '/data': {
      headers: json,
      body: '{"meta":{"nextStep":"GET /"},"data":{"content":{"en":"[x](/tea.md#pot) `[y](/no)`"}}}',
    },
    '/tea.md': { headers: { 'content-type': 'text/markdown; charset=utf-8' }, body: '[x](https://example.org)' },
    '/zh/tea': { body: '<h2 id="茶">x</h2>' },
    '/en/tea': { body: '<h2 id="pot">x</h2>' },
  };
  expect(await faultsOf(pages)).toEqual([]);
});

it.each<[what: string, pages: Record<string, Page>, fault: string]>([
  ['a link to nothing', { '/': link('/no') }, '<a href> /no: 404'],
  ['a link far behind others', { '/': link('/a'), '/a': link('/b'), '/b': link('/c') }, '<a href> /c: 404'],
  ['a place that its page does not have', { '/': link('#no') }, '/#no: has no such place'],
  ['a place that another page does not have', { '/': link('/a#no'), '/a': {} }, '<a href> /a#no: has no #no'],
  [
    'a link to elsewhere without encryption',
    { '/': link('http://example.org/') },
    '<a href> http://example.org/: elsewhere, and not https',
  ],
  [
    'redirects without end',
    { '/': link('/a'), '/a': { status: 301, headers: { location: '/a' } } },
    '<a href> /a: more than 5 redirects',
  ],
  [
    'a redirect to elsewhere',
    { '/': link('/a'), '/a': { status: 301, headers: { location: 'https://example.org/' } } },
    '<a href> /a: 301 to https://example.org/, which is elsewhere',
  ],
  ['a redirect to nothing', { '/': { status: 301, headers: { location: '/no' } } }, 'Location /no: 404'],
  [
    'Markdown that is something else',
    { '/': link('/a.md'), '/a.md': {} },
    '<a href> /a.md: text/html instead of text/markdown',
  ],
  [
    'another media type than was promised',
    { '/': { headers: { link: '</>; rel="next"; type="text/plain"' } } },
    'Link rel=next /: text/html instead of text/plain',
  ],
  ['a header that leads nowhere', { '/': { headers: { 'X-Agent-API-Docs': '/no' } } }, 'X-Agent-API-Docs /no: 404'],
  [
    'a next step of a problem',
    { '/': { status: 404, headers: json, body: '{"meta":{"nextStep":"GET /no"}}' } },
    'problem: meta.nextStep /no: 404',
  ],
  [
    'a next step in other words',
    { '/': { headers: json, body: '{"meta":{"nextStep":"POST /x"}}' } },
    'meta.nextStep /POST%20/x: 404',
  ],
  [
    'what is left out',
    { '/': { headers: json, body: '{"data":{"omitted":[{"get":"GET /no"}]}}' } },
    'data.omitted.get /no: 404',
  ],
  ['a hint', { '/': { headers: json, body: '{"error":{"hint":"See /docs/no."}}' } }, 'error.hint /docs/no: 404'],
  [
    'a link in Markdown',
    { '/': { headers: { 'content-type': 'text/markdown' }, body: 'x [y](/no)' } },
    'Markdown /no: 404',
  ],
])('finds %s', async (_, pages, fault) => {
  expect(await faultsOf(pages)).toEqual([fault]);
});
