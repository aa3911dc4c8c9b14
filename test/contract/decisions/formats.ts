// The format of an answer, and the addresses of resources.
import { expect } from 'vitest';
import { ask } from '../../server/faces/mcp/exchange.ts';
import { badPaths, known } from '../samples.ts';
import { type Section, section } from '../statement.ts';

const api = `/api/v1/articles/${known.complete}`;
const markdownType = 'text/markdown; charset=utf-8';
const jsonType = 'application/json; charset=utf-8';

export const formats: Section = section('formats', {
  'Without the parameter format, an article is JSON unless Accept prefers Markdown.': async ({ get }) => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'text/html,*/*;q=0.8' }, { accept: 'image/png' }]) {
      expect((await get(api, headers)).headers.get('content-type')).toBe(jsonType);
    }
  },
  'Without the parameter format, Accept: text/markdown gets text/markdown; charset=utf-8.': async ({ get }) => {
    const markdown = await (await get(`${api}?format=markdown`)).text();
    for (const accept of ['text/markdown', 'text/markdown, application/json;q=0.9', 'application/json;q=0.1, text/*']) {
      const response = await get(api, { accept });
      expect(response.headers.get('content-type'), accept).toBe(markdownType);
      expect(await response.text(), accept).toBe(markdown);
    }
    const preferred = await get(api, { accept: 'text/markdown;q=0.5, application/json' });
    expect(preferred.headers.get('content-type')).toBe(jsonType);
  },
  'The parameter format has precedence over Accept.': async ({ get }) => {
    const json = await get(`${api}?format=json`, { accept: 'text/markdown' });
    expect(json.headers.get('content-type')).toBe(jsonType);
    const markdown = await get(`${api}?format=markdown`, { accept: 'application/json' });
    expect(markdown.headers.get('content-type')).toBe(markdownType);
  },
  'openapi.json, /healthz and /readyz are JSON without the envelope.': async ({ get, server }) => {
    const read = async (path: string) => (await (await get(path)).json()) as Record<string, unknown>;
    expect(await read('/api/v1/openapi.json')).toMatchObject({ openapi: expect.any(String) });
    expect(await read('/healthz')).toEqual({ status: 'ok' });
    expect(await read('/readyz')).toEqual({
      status: 'ready',
      buildId: server.currentEdition.library.buildId,
      articles: server.currentEdition.library.size,
      refusedEdition: null,
      state: { store: 'sqlite', degraded: null },
      load: { refusedShare: 0 },
    });
  },
  '/metrics is served in the text format of Prometheus, and only on the metrics port.': async ({ another }) => {
    const { server, api: ask } = await another({ settings: { metricsPort: 0 } });
    const response = await fetch(server.metricsAddress ?? '');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(await response.text()).toMatch(/^# HELP stele_/);
    expect((await ask('/metrics')).status).toBe(404);
  },
  '/.well-known/api-catalog is a linkset without the envelope.': async ({ get }) => {
    const catalog = (await (await get('/.well-known/api-catalog')).json()) as object;
    expect(Object.keys(catalog)).toEqual(['linkset']);
  },
  'An error is in the JSON envelope even if the request asks for Markdown.': async (contract) => {
    for (const [path, status] of badPaths) {
      expect((await contract.api(path, { accept: 'text/markdown' })).status, path).toBe(status);
    }
    expect((await contract.api('/api/v1/articles/x?format=markdown')).status).toBe(404);
    expect((await contract.api(`${api}?format=markdown&lang=xx`)).status).toBe(400);
  },
});

const languageOf = async (response: Response): Promise<string | undefined> =>
  /<html lang="([^"]+)"/.exec(await response.text())?.[1];

export const addresses: Section = section('addresses', {
  '/ is the home page, and with q the search page.': async ({ get }) => {
    expect(await (await get('/', { 'accept-language': 'en' })).text()).toContain('Recently updated');
    expect(await (await get('/?q=piano', { 'accept-language': 'en' })).text()).toContain('/en/articles/moving-a-piano');
  },
  '/articles/<slug> is a page in the language of Accept-Language.': async ({ get }) => {
    const languageFor = async (accepted: string) =>
      languageOf(await get(`/articles/${known.complete}`, { 'accept-language': accepted }));
    expect(await languageFor('zh-CN,zh;q=0.9,en;q=0.8')).toBe('zh-Hans');
    expect(await languageFor('en-GB,en;q=0.9,zh;q=0.8')).toBe('en');
  },
  'Under /zh/ and /en/ the language is fixed.': async ({ get }) => {
    for (const path of ['/', `/articles/${known.complete}`, '/domains/mcp', '/docs', '/docs/asking-politely']) {
      expect(await languageOf(await get(`/zh${path}`, { 'accept-language': 'en' })), path).toBe('zh-Hans');
      expect(await languageOf(await get(`/en${path}`, { 'accept-language': 'zh' })), path).toBe('en');
    }
  },
  'An article address with the suffix .md is answered in Markdown.': async ({ get }) => {
    const response = await get(`/articles/${known.complete}.md`);
    expect(response.headers.get('content-type')).toBe(markdownType);
    // Compares title, summary and headings. The additional parts of the page are tested in test/server/faces/pages/twins.test.ts.
    const partsOf = (text: string) => [text.split('\n').slice(0, 3), text.match(/^## .*/gm)];
    expect(partsOf(await response.text())).toEqual(partsOf(await (await get(`${api}?format=markdown`)).text()));
  },
  '/domains/<domain> is a page for each of the ten domains.': async ({ api: ask, get }) => {
    for (const { domain } of (await ask('/api/v1/domains')).body.data.domains) {
      const response = await get(`/domains/${domain}`);
      expect([response.status, response.headers.get('content-type')], domain).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
    }
  },
  '/docs lists the guides, and /docs/<guide> is a guide.': async ({ get }) => {
    const docs = await (await get('/en/docs')).text();
    const guides = [...docs.matchAll(/href="(\/en\/docs\/[a-z-]+)"/g)].map(([, path]) => path ?? '');
    expect(guides).toEqual([
      '/en/docs/asking-politely',
      '/en/docs/writing-about-teapots',
      '/en/docs/running-a-kitchen',
    ]);
    for (const path of guides) expect((await get(path)).status, path).toBe(200);
  },
  '/mcp is the MCP endpoint, and answers in JSON-RPC without the envelope.': async ({ server }) => {
    const client = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tea', version: '1' } };
    const { status, body } = await ask(server, 'initialize', client);
    expect(status).toBe(200);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25' } });
  },
  '/api/v1/articles/art_… answers 301 to the slug and keeps the query parameters.': async ({ api: ask, server }) => {
    for (const query of ['', '?format=markdown', '?format=json&lang=zh']) {
      const { status, headers } = await ask(`/api/v1/articles/${known.completeId}${query}`);
      expect([status, headers.get('location')]).toEqual([301, `${server.origin}${api}${query}`]);
    }
  },
  'A former slug is answered with 301 to the present slug, in the API and on pages.': async ({
    api: ask,
    get,
    server,
  }) => {
    for (const query of ['', '?lang=zh', '?section=waddle-first&q=hot+water%3F&maxTokens=300&code=false']) {
      const moved = await ask(`/api/v1/articles/${known.formerSlug}${query}`);
      expect([moved.status, moved.headers.get('location')]).toEqual([301, `${server.origin}${api}${query}`]);
      expect(moved.body.meta.nextStep).toBe(`GET ${api}${query}`);
    }
    for (const [prefix, suffix] of [
      ['', ''],
      ['/zh', ''],
      ['', '.md'],
      ['/zh', '.md'],
    ]) {
      const page = await get(`${prefix}/articles/${known.formerSlug}${suffix}`);
      const location = `${server.origin}${prefix}/articles/${known.complete}${suffix}`;
      expect([page.status, page.headers.get('location')]).toEqual([301, location]);
    }
  },
});
