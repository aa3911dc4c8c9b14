// Entity tags and conditional requests (RFC 9110, sections 8.8 and 13), on the wire.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, startContract } from '../../../contract/contract.ts';
import { known } from '../../../contract/samples.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.server.close());

const article = `/api/v1/articles/${known.complete}`;
const markdown = `${article}?format=markdown`;
const page = `/en/articles/${known.complete}`;
const everything = [
  '/api/v1/search',
  '/api/v1/domains',
  '/api/v1/openapi.json',
  article,
  markdown,
  page,
  '/',
  '/zh/docs',
];

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  contract.exchange({ path, headers, method });
const tagOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  String((await ask(path, headers)).headers.etag);

describe('an entity tag', () => {
  it('stays the same while requestId and timestamp change', async () => {
    const first = await contract.api('/api/v1/search');
    const second = await contract.api('/api/v1/search');
    expect(first.body.meta.requestId).not.toBe(second.body.meta.requestId);
    expect(first.headers.get('etag')).toBe(second.headers.get('etag'));
  });

  it('differs between representations: by q, filter, page, size, language and format', async () => {
    const paths = [
      '/api/v1/search',
      '/api/v1/search?q=penguin',
      '/api/v1/search?q=teapot',
      '/api/v1/search?q=teapot&snippet=true',
      '/api/v1/search?q=teapot&facets=true',
      '/api/v1/search?q=teapot&facets=true&snippet=true',
      '/api/v1/search?facets=true',
      '/api/v1/search?q=xyzzy&facets=true',
      '/api/v1/search?lang=zh',
      '/api/v1/search?lang=en',
      '/api/v1/search?pageSize=3',
      '/api/v1/search?pageSize=3&page=2',
      '/api/v1/search?domain=mcp',
      '/api/v1/search?status=verified',
      '/api/v1/search?q=xyzzy',
      '/api/v1/search?q=xyzzy&lang=zh',
      '/api/v1/search?page=900',
      '/api/v1/search?page=901',
      article,
      `${article}?lang=zh`,
      `${article}?lang=en`,
      markdown,
      `${markdown}&lang=zh`,
      `${markdown}&lang=en`,
      `/api/v1/articles/${known.bare}`,
      `/zh/articles/${known.complete}`,
      page,
      '/api/v1/domains',
      '/api/v1/openapi.json',
      '/en/',
      '/zh/',
      '/en/?q=penguin',
    ];
    const tags = await Promise.all(paths.map((path) => tagOf(path)));
    expect(new Set(tags).size).toBe(paths.length);
  });

  it('differs when only meta.nextStep does', async () => {
    // Both pages are empty; what they lead to is not the same.
    expect(await tagOf('/api/v1/search?q=piano&page=7')).not.toBe(await tagOf('/api/v1/search?q=penguin&page=7'));
  });

  it('is the same after a restart', async () => {
    const settings = { publicUrl: 'https://kb.example.org' };
    const [before, after] = [await contract.another({ settings }), await contract.another({ settings })];
    for (const path of everything) {
      const tags = await Promise.all([before, after].map(async ({ get }) => (await get(path)).headers.get('etag')));
      expect(tags[0], path).toBe(tags[1]);
      expect(tags[0], path).not.toBeNull();
    }
  });

  it('of Markdown and pages is strong and differs between codings; that of JSON is weak and does not', async () => {
    for (const path of [markdown, page, '/zh/docs', '/api/v1/openapi.json']) {
      const tags = await Promise.all(
        ['identity', 'gzip', 'br'].map((coding) => tagOf(path, { 'accept-encoding': coding })),
      );
      expect(new Set(tags).size, path).toBe(3);
      for (const tag of tags) expect(tag, path).toMatch(/^"/);
    }
    for (const path of [article, '/api/v1/search']) {
      const tags = await Promise.all(
        ['identity', 'gzip', 'br'].map((coding) => tagOf(path, { 'accept-encoding': coding })),
      );
      expect(new Set(tags).size, path).toBe(1);
      expect(tags[0], path).toMatch(/^W\//);
    }
  });

  it('is on no problem and on nothing that is made for one caller', async () => {
    for (const path of ['/api/v1/search?page=0', '/api/v1/nothing', '/nothing', '/healthz', '/readyz']) {
      expect((await ask(path)).headers.etag, path).toBeUndefined();
    }
    const me = await ask('/api/v1/agents/me', { 'x-agent-id': 'tags' });
    expect([me.status, me.headers.etag, me.headers['cache-control']]).toEqual([200, undefined, 'no-store']);
    expect((await ask('/api/v1/agents/me', { 'x-agent-id': 'tags', 'if-none-match': '*' })).status).toBe(200);
  });
});

describe('a conditional request', () => {
  it('that matches is answered with 304: with ETag, Cache-Control and Vary, without body and content headers', async () => {
    for (const path of everything) {
      const { headers } = await ask(path);
      const known304 = await ask(path, { 'if-none-match': String(headers.etag) });
      expect([known304.status, known304.body.length], path).toEqual([304, 0]);
      for (const name of ['etag', 'cache-control', 'vary'] as const)
        expect(known304.headers[name], path).toBe(headers[name]);
      for (const name of ['content-type', 'content-length', 'content-encoding']) {
        expect(known304.headers[name], `${path} ${name}`).toBeUndefined();
      }
    }
  });

  it('matches any tag of a list, weak or strong, however it is spaced, and *', async () => {
    for (const path of [markdown, article]) {
      const tag = await tagOf(path);
      const strong = tag.replace(/^W\//, '');
      for (const given of [
        tag,
        strong,
        `W/${strong}`,
        `"x", ${tag}`,
        `"x",${tag},"y"`,
        ` ${tag} `,
        '*',
        `"a,b" , ${tag}`,
      ]) {
        expect((await ask(path, { 'if-none-match': given })).status, given).toBe(304);
      }
    }
  });

  it('does not match another tag, a part of one, one without quotes, or a list with a star', async () => {
    for (const path of [markdown, article]) {
      const opaque = (await tagOf(path)).replace(/^W\//, '').slice(1, -1);
      for (const given of [
        '"x"',
        '""',
        opaque,
        `"${opaque}`,
        `"${opaque.slice(1)}"`,
        `"${opaque}x"`,
        '"*"',
        '*, "x"',
        '',
      ]) {
        expect((await ask(path, { 'if-none-match': given })).status, given).toBe(200);
      }
    }
  });

  it('does not match the tag of another coding', async () => {
    const zipped = await tagOf(markdown, { 'accept-encoding': 'gzip' });
    expect((await ask(markdown, { 'if-none-match': zipped })).status).toBe(200);
    expect((await ask(markdown, { 'if-none-match': zipped, 'accept-encoding': 'br' })).status).toBe(200);
    expect((await ask(markdown, { 'if-none-match': zipped, 'accept-encoding': 'gzip' })).status).toBe(304);
  });

  it('is answered with 304 although fetch adds Cache-Control: no-cache to it', async () => {
    for (const path of [article, markdown, page]) {
      const tag = (await contract.get(path)).headers.get('etag') ?? '';
      expect((await contract.get(path, { 'if-none-match': tag })).status, path).toBe(304);
    }
  });

  it('may be a HEAD', async () => {
    expect((await ask(article, { 'if-none-match': await tagOf(article) }, 'HEAD')).status).toBe(304);
  });

  it('never turns a problem or a move into 304', async () => {
    expect((await ask('/api/v1/search?page=0', { 'if-none-match': '*' })).status).toBe(400);
    expect((await ask('/api/v1/articles/nothing', { 'if-none-match': '*' })).status).toBe(404);
    expect((await ask(`/api/v1/articles/${known.completeId}`, { 'if-none-match': '*' })).status).toBe(301);
  });
});
