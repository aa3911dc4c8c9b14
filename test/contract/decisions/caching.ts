// Entity tags, content codings, Vary, HEAD and CORS. Details are tested in test/server/faces/http.
import { expect } from 'vitest';
import type { Contract } from '../contract.ts';
import { decoded } from '../exchange.ts';
import { discoveryTexts, goodPaths, known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

const article = `/api/v1/articles/${known.complete}`;
const cacheable = [
  ...goodPaths,
  `${article}?format=markdown`,
  '/',
  '/zh/docs',
  `/en/articles/${known.complete}`,
] as const;

/** Headers that scripts of other sites must be able to read. */
const exposed = [...['X-Agent-API-Endpoint', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag']];

const tagOf = async ({ get }: Contract, path: string): Promise<string> => (await get(path)).headers.get('etag') ?? '';

export const caching: Section = section('caching', {
  'JSON has a weak ETag; Markdown and pages have a strong ETag.': async (contract) => {
    for (const path of cacheable) {
      const isJson = path.startsWith('/api/') && !path.includes('markdown');
      expect(await tagOf(contract, path), path).toMatch(isJson ? /^W\/"[\w-]+"$/ : /^"[\w-]+"$/);
    }
  },
  'The ETag depends on the base URL of the server.': async (contract) => {
    const other = await contract.another({ settings: { publicUrl: 'https://kb.example.org' } });
    for (const path of ['/api/v1/search', '/api/v1/domains', article, `${article}?format=markdown`, '/en/']) {
      expect(await tagOf(contract, path), path).not.toBe(await tagOf(other, path));
    }
  },
  'A request whose If-None-Match equals the ETag is answered with 304 and no body.': async (contract) => {
    for (const path of cacheable) {
      const response = await contract.get(path, { 'if-none-match': await tagOf(contract, path) });
      expect([response.status, await response.text()], path).toEqual([304, '']);
    }
  },
  'Vary names exactly the request headers on which the answer depends.': async ({ get }) => {
    const varyOf = async (path: string) =>
      ((await get(path)).headers.get('vary') ?? '')
        .split(', ')
        .map((name) => name.toLowerCase())
        .sort();
    expect(await varyOf('/api/v1/search')).toEqual(['accept-encoding']);
    expect(await varyOf(article)).toEqual(['accept', 'accept-encoding']);
    expect(await varyOf(`${article}?format=json`)).toEqual(['accept-encoding']);
    expect(await varyOf(`${article}?format=markdown`)).toEqual(['accept-encoding']);
    expect(await varyOf('/')).toEqual(['accept', 'accept-encoding', 'accept-language']);
    expect(await varyOf('/en/')).toEqual(['accept', 'accept-encoding']);
    expect(await varyOf('/en/?q=penguin')).toEqual(['accept-encoding']);
    expect(await varyOf(`/articles/${known.complete}`)).toEqual(['accept', 'accept-encoding', 'accept-language']);
    expect(await varyOf(`/zh/articles/${known.complete}`)).toEqual(['accept', 'accept-encoding']);
    expect(await varyOf('/en/docs')).toEqual(['accept', 'accept-encoding']);
    for (const path of [`/articles/${known.complete}.md`, '/en/docs.md', ...discoveryTexts])
      expect(await varyOf(path), path).toEqual(['accept-encoding']);
  },
  'Bodies are sent in gzip or br if Accept-Encoding requests it.': async ({ exchange }) => {
    for (const path of [article, `${article}?format=markdown`, '/', '/api/v1/openapi.json']) {
      for (const coding of ['gzip', 'br']) {
        const answer = await exchange({ path, headers: { 'accept-encoding': coding } });
        expect([answer.status, answer.headers['content-encoding']], path).toEqual([200, coding]);
        expect(decoded(answer).length, path).toBeGreaterThan(answer.body.length);
      }
    }
  },
  'HEAD is answered with the status and headers of GET, without a body.': async (contract) => {
    // These headers differ between any two requests, so they are not compared.
    const comparable = (headers: object) => ({
      ...headers,
      date: '',
      'x-request-id': '',
      ratelimit: '',
      connection: '',
    });
    const paths = [
      ...cacheable,
      '/healthz',
      '/readyz',
      '/api/v1/openapi.json',
      '/nothing',
      `/articles/${known.formerSlug}`,
      ...discoveryTexts,
    ];
    for (const path of [...paths, '/api/v1/search?page=0', `/api/v1/articles/${known.completeId}`]) {
      const got = await contract.exchange({ path });
      const head = await contract.exchange({ path, method: 'HEAD' });
      expect(head.body.length, path).toBe(0);
      expect([head.status, comparable(head.headers)], path).toEqual([got.status, comparable(got.headers)]);
    }
  },
  'CORS allows reading from any site, without credentials.': async ({ get, exchange }) => {
    for (const path of [
      '/api/v1/search',
      '/api/v1/nothing',
      '/api/v1/%FF',
      '/api/v1/search?page=0',
      `/api/v1/articles/${known.completeId}`,
    ]) {
      const { headers } = await get(path, { origin: 'https://elsewhere.example' });
      expect(headers.get('access-control-allow-origin'), path).toBe('*');
      expect(headers.get('access-control-allow-credentials'), path).toBeNull();
      expect(headers.get('access-control-expose-headers')?.split(', '), path).toEqual(expect.arrayContaining(exposed));
    }
    const preflight = await exchange({
      path: '/api/v1/search',
      method: 'OPTIONS',
      headers: {
        origin: 'null',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization, x-agent-id',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
    expect(preflight.headers['access-control-allow-headers']?.toLowerCase()).toContain('authorization, x-agent-id');
  },
});
