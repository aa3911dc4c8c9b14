// The headers of every response.
import { expect } from 'vitest';
import { ask } from '../../answers.ts';
import type { Contract } from '../contract.ts';
import { exhausted } from '../limited.ts';
import { badPaths, discoveryTexts, known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

/** Requests that get every kind of response: path, request headers, and the expected status. */
const everyKind = [
  ['/api/v1/search', {}, 200],
  [`/api/v1/articles/${known.bare}?format=markdown`, {}, 200],
  [`/api/v1/articles/${known.bare}?format=markdown`, { 'if-none-match': '*' }, 304],
  ['/api/v1/search', { 'if-none-match': '*' }, 304],
  [`/api/v1/articles/${known.completeId}`, {}, 301],
  ['/api/v1/search?page=0', {}, 400],
  ['/api/v1/search', { authorization: 'x' }, 401],
  ['/api/v1/search', { 'x-agent-id': 'a b' }, 400],
  ['/api/v1/articles/nothing-here', {}, 404],
  ['/api/v1/openapi.json', {}, 200],
  ['/api/v1/nothing', {}, 404],
  ['/', {}, 200],
  ['/?q=penguin', {}, 200],
  ['/', { 'if-none-match': '*' }, 304],
  ['/zh/docs', {}, 200],
  [`/articles/${known.complete}.md`, {}, 200],
  ['/zh/docs.md', {}, 200],
  ...[...discoveryTexts, '/llms-full.txt'].map((path) => [path, {}, 200] as const),
  [`/articles/${known.formerSlug}`, {}, 301],
  ['/nothing', {}, 404],
  ['/nothing', { accept: 'text/html' }, 404],
  ['/%', {}, 400],
  ['/healthz', {}, 200],
  ['/readyz', {}, 200],
] as const satisfies readonly (readonly [string, Record<string, string>, number])[];

const endpointsOf = (headers: Headers) => [headers.get('x-agent-api-endpoint'), headers.get('x-agent-api-docs')];
const advertised = ({ server }: Contract) => [`${server.origin}/api/v1`, `${server.origin}/docs`];

export const everyResponse: Section = section('every-response', {
  'requestId is also the header X-Request-Id.': async ({ api }) => {
    for (const [path] of badPaths) {
      const { body, headers } = await api(path);
      expect(headers.get('x-request-id'), path).toBe(body.meta.requestId);
    }
  },
  'X-Request-Id, X-Agent-API-Endpoint and X-Agent-API-Docs are on every response of any kind.': async (contract) => {
    for (const [path, headers, status] of everyKind) {
      const response = await contract.get(path, headers);
      expect([response.status, ...endpointsOf(response.headers)], path).toEqual([status, ...advertised(contract)]);
      expect(response.headers.get('x-request-id'), path).toMatch(/^req_[a-z0-9]+$/);
    }
    const styles = /href="(\/assets\/[^"]+)"/.exec(await (await contract.get('/')).text())?.[1] ?? '';
    const asset = await contract.get(styles);
    expect([asset.status, ...endpointsOf(asset.headers)]).toEqual([200, ...advertised(contract)]);
  },
  'X-Agent-API-Endpoint and X-Agent-API-Docs are on responses to other methods, on 429 and on 500.': async (
    contract,
  ) => {
    for (const method of ['HEAD', 'OPTIONS', 'POST']) {
      for (const path of ['/api/v1/search', '/', '/healthz']) {
        const response = await ask(`${contract.server.origin}${path}`, { method });
        expect(endpointsOf(response.headers), `${method} ${path}`).toEqual(advertised(contract));
      }
    }
    const limited = await exhausted(contract);
    const over = await limited.get('/api/v1/search');
    expect([over.status, ...endpointsOf(over.headers)]).toEqual([429, ...advertised(limited)]);
    const broken = await contract.another();
    broken.server.currentEdition.library.body = () => {
      throw new Error('broken on purpose');
    };
    const bug = await broken.get('/api/v1/search');
    expect([bug.status, ...endpointsOf(bug.headers)]).toEqual([500, ...advertised(broken)]);
  },
  'Absolute URLs in answers begin with PUBLIC_URL if it is set.': async (contract) => {
    const publicUrl = 'https://kb.example.org/stele';
    const { get, api } = await contract.another({ settings: { publicUrl } });
    expect(endpointsOf((await get('/healthz')).headers)).toEqual([`${publicUrl}/api/v1`, `${publicUrl}/docs`]);
    const { links } = (await api(`/api/v1/articles/${known.bare}`)).body.data;
    for (const link of Object.values(links)) expect(String(link).startsWith(`${publicUrl}/`)).toBe(true);
    const moved = await get(`/api/v1/articles/${known.completeId}`);
    expect(moved.headers.get('location')).toBe(`${publicUrl}/api/v1/articles/${known.complete}`);
    const markdown = await (await get(`/articles/${known.bare}.md`)).text();
    expect(markdown).toContain(`curl '${publicUrl}/api/v1/articles/${known.bare}?format=json'`);
    const page = await (await get(`/en/articles/${known.bare}`)).text();
    expect(page).toContain(`<link rel="canonical" href="${publicUrl}/en/articles/${known.bare}"/>`);
    const document = (await (await get('/api/v1/openapi.json')).json()) as { servers: object };
    expect(document.servers).toEqual([{ url: publicUrl }]);
    for (const path of [...discoveryTexts, '/llms-full.txt']) {
      const text = await (await get(path)).text();
      expect([text.includes(publicUrl), text.includes('127.0.0.1')], path).toEqual([true, false]);
    }
  },
  'Without PUBLIC_URL, absolute URLs use the listening address; 0.0.0.0 becomes localhost.': async (contract) => {
    expect(contract.server.origin).toBe(`http://127.0.0.1:${contract.server.port}`);
    const { server, get } = await contract.another({ settings: { host: '0.0.0.0' } });
    expect(endpointsOf((await get('/')).headers)[0]).toBe(`http://localhost:${server.port}/api/v1`);
    expect(server.logLines.some((line) => line.includes('PUBLIC_URL'))).toBe(true);
  },
  'Absolute URLs never use the Host header of a request.': async ({ another }) => {
    const { exchange } = await another({ settings: { host: '0.0.0.0' } });
    const paths = ['/', '/api/v1/openapi.json', `/articles/${known.bare}.md`, `/articles/${known.formerSlug}`];
    for (const path of [...paths, ...discoveryTexts, '/llms-full.txt']) {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
      const { status, headers: received, body } = await exchange({ path, headers });
      expect(status, path).toBeLessThan(400);
      expect(`${JSON.stringify(received)}${body.toString()}`.includes('evil.example'), path).toBe(false);
    }
  },
});
