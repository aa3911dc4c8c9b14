// Entity tags and conditional requests (RFC 9110, sections 8.8 and 13), tested with raw HTTP answers.
import { afterAll, describe, expect, it } from 'vitest';
import { startContract } from '../../../contract/contract.ts';
import { discoveryTexts, known } from '../../../contract/samples.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

const article = `/api/v1/articles/${known.complete}`;
const markdown = `${article}?format=markdown`;
const page = `/en/articles/${known.complete}`;
const texts = [...discoveryTexts, '/llms-full.txt'];
const everything = ['/api/v1/search', '/api/v1/openapi.json', article, markdown, page, '/', '/zh/docs', ...texts];

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  contract.exchange({ path, headers, method });
const tagOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  String((await ask(path, headers)).headers.etag);

describe('an entity tag', () => {
  it('differs between queries, filters, pages, page sizes, languages and formats', async () => {
    const searches = [
      ...['', 'q=penguin', 'q=teapot', 'q=teapot&snippet=true', 'q=teapot&facets=true', 'facets=true'],
      ...['q=teapot&facets=true&snippet=true', 'q=xyzzy', 'q=xyzzy&lang=zh', 'q=xyzzy&facets=true'],
      ...['lang=zh', 'lang=en', 'pageSize=3', 'pageSize=3&page=2', 'page=900', 'page=901'],
      ...['domain=mcp', 'status=verified'],
    ].map((query) => `/api/v1/search?${query}`);
    const articles = [
      ...[article, `${article}?lang=zh`, `${article}?lang=en`, `/api/v1/articles/${known.bare}`],
      ...[markdown, `${markdown}&lang=zh`, `${markdown}&lang=en`],
      ...[`${article}?maxTokens=60`, `${article}?maxTokens=61`, `${article}?maxTokens=60&lang=en`],
    ];
    const others = [
      ...['/api/v1/domains', '/api/v1/openapi.json', '/en/', '/zh/', '/en/?q=penguin'],
      ...[page, `/zh/articles/${known.complete}`],
      ...[`/api/v1/changes?have=${known.bare}@0123456789ab`, `/api/v1/changes?have=${known.bare}@0123456789ac`],
    ];
    const paths = [...searches, ...articles, ...others];
    const tags = await Promise.all(paths.map((path) => tagOf(path)));
    expect(new Set(tags).size).toBe(paths.length);
  });

  it('differs if only meta.nextStep differs, and is the same after a restart', async () => {
    // Both pages are empty; their next steps differ.
    expect(await tagOf('/api/v1/search?q=piano&page=7')).not.toBe(await tagOf('/api/v1/search?q=penguin&page=7'));
    const settings = { publicUrl: 'https://kb.example.org' };
    const [before, after] = [await contract.another({ settings }), await contract.another({ settings })];
    for (const path of everything)
      expect((await before.get(path)).headers.get('etag'), path).toBe((await after.get(path)).headers.get('etag'));
  });

  it('depends on the content coding for Markdown and pages, but not for JSON', async () => {
    const codings = ['identity', 'gzip', 'br'];
    for (const [path, count, statuses] of [
      ...[markdown, page, '/zh/docs', '/api/v1/openapi.json', ...texts].map(
        (path) => [path, 3, [200, 304, 200]] as const,
      ),
      ...[article, '/api/v1/search'].map((path) => [path, 1, [304, 304, 304]] as const),
    ]) {
      const tags = await Promise.all(codings.map((coding) => tagOf(path, { 'accept-encoding': coding })));
      expect(new Set(tags).size, path).toBe(count);
      const again = codings.map((coding) => ask(path, { 'if-none-match': tags[1] ?? '', 'accept-encoding': coding }));
      expect(
        (await Promise.all(again)).map(({ status }) => status),
        path,
      ).toEqual(statuses);
    }
  });

  it('is absent from errors, health checks and answers about the caller, and no API answer allows shared caching', async () => {
    for (const path of ['/api/v1/search?page=0', '/api/v1/nothing', '/nothing', '/healthz', '/readyz'])
      expect((await ask(path)).headers.etag, path).toBeUndefined();
    const me = await ask('/api/v1/agents/me', { 'x-agent-id': 'tags', 'if-none-match': '*' });
    expect([me.status, me.headers.etag, me.headers['cache-control']]).toEqual([200, undefined, 'no-store']);
    for (const path of ['/api/v1/search', article, '/api/v1/domains', '/api/v1/search?page=0', '/api/v1/nothing'])
      expect((await ask(path)).headers['cache-control'], path).toMatch(/private|no-store/);
  });
});

describe('a conditional request', () => {
  it('with a matching tag gets 304 with ETag, Cache-Control and Vary, but no body and no content headers', async () => {
    for (const path of everything) {
      const { headers } = await ask(path);
      const known304 = await ask(path, { 'if-none-match': String(headers.etag) });
      expect([known304.status, known304.body.length], path).toEqual([304, 0]);
      for (const name of ['etag', 'cache-control', 'vary'] as const)
        expect(known304.headers[name], path).toBe(headers[name]);
      const content = ['content-type', 'content-length', 'content-encoding'].map((name) => known304.headers[name]);
      expect(content, path).toEqual([undefined, undefined, undefined]);
    }
  });

  it('matches by any weak or strong tag of a list and by `*`, but not by a different or malformed tag', async () => {
    for (const path of [markdown, article]) {
      const tag = await tagOf(path);
      const strong = tag.replace(/^W\//, '');
      const opaque = strong.slice(1, -1);
      const statusFor = async (given: string) => (await ask(path, { 'if-none-match': given })).status;
      for (const given of [tag, strong, `W/${strong}`, `"x",${tag},"y"`, ` ${tag} `, '*', `"a,b" , ${tag}`])
        expect(await statusFor(given), given).toBe(304);
      for (const given of ['"x"', opaque, `"${opaque}x"`, '"*"', '*, "x"', ''])
        expect(await statusFor(given), given).toBe(200);
    }
  });

  it('never gets 304 in place of an error or a redirect', async () => {
    expect((await ask('/api/v1/search?page=0', { 'if-none-match': '*' })).status).toBe(400);
    expect((await ask('/api/v1/articles/nothing', { 'if-none-match': '*' })).status).toBe(404);
    expect((await ask(`/api/v1/articles/${known.completeId}`, { 'if-none-match': '*' })).status).toBe(301);
  });
});
