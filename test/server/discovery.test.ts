// Every answer has a Link header (RFC 8288) that names the description of the API. Pages and articles also link to their other
// representations. The tests parse the header with a library, as clients do.
import LinkHeader from 'http-link-header';
import { afterAll, describe, expect, it } from 'vitest';
import { startContract } from '../contract/contract.ts';
import { known } from '../contract/samples.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

async function linksOf(path: string, headers: Record<string, string> = {}): Promise<LinkHeader> {
  return LinkHeader.parse((await contract.get(path, headers)).headers.get('link') ?? '');
}

/** The paths of the links with a relation and, if given, a media type. */
function targets(links: LinkHeader, rel: string, type?: string): string[] {
  const { origin } = contract.server;
  return links
    .rel(rel)
    .filter((link) => type === undefined || link.type === type)
    .map(({ uri }) => {
      expect(uri.startsWith(`${origin}/`), uri).toBe(true);
      return uri.slice(origin.length);
    });
}

const anything = [
  '/',
  '/zh/docs',
  `/articles/${known.complete}.md`,
  '/api/v1/search',
  '/api/v1/articles/nothing',
  '/nothing',
  '/healthz',
];

describe('the header Link', () => {
  it('names the OpenAPI document, the docs, llms.txt and the API catalogue on every answer', async () => {
    for (const path of anything) {
      const links = await linksOf(path);
      expect(targets(links, 'service-desc', 'application/json'), path).toEqual(['/api/v1/openapi.json']);
      expect(targets(links, 'service-doc', 'text/html'), path).toEqual(['/docs']);
      expect(targets(links, 'describedby', 'text/plain'), path).toEqual(['/llms.txt']);
      expect(targets(links, 'api-catalog', 'application/linkset+json'), path).toEqual(['/.well-known/api-catalog']);
    }
  });

  it('names the Markdown version and the canonical address of a page, in the language of the page', async () => {
    for (const [path, headers, canonical, twin] of [
      ['/', { 'accept-language': 'zh' }, '/zh/', '/zh/index.md'],
      ['/en/', {}, '/en/', '/en/index.md'],
      ['/docs', {}, '/en/docs', '/en/docs.md'],
      ['/zh/domains/mcp', {}, '/zh/domains/mcp', '/zh/domains/mcp.md'],
      [`/articles/${known.complete}`, {}, `/en/articles/${known.complete}`, `/en/articles/${known.complete}.md`],
    ] as const) {
      const links = await linksOf(path, headers);
      expect(targets(links, 'canonical'), path).toEqual([canonical]);
      expect(targets(links, 'alternate', 'text/markdown'), path).toEqual([twin]);
      const page = await (await contract.get(path, headers)).text();
      expect(page).toContain(`<link rel="alternate" type="text/markdown" href="${twin}"/>`);
      expect(page).toContain(`<link rel="canonical" href="${contract.server.origin}${canonical}"/>`);
    }
  });

  it('of an API answer for an article names its page, its Markdown and its JSON', async () => {
    const path = `/api/v1/articles/${known.complete}`;
    for (const [query, page, choice] of [
      ['', `/articles/${known.complete}`, ''],
      ['?format=markdown', `/articles/${known.complete}`, ''],
      ['?lang=zh', `/zh/articles/${known.complete}`, '&lang=zh'],
    ] as const) {
      const links = await linksOf(`${path}${query}`);
      expect(targets(links, 'canonical'), query).toEqual([page]);
      expect(targets(links, 'alternate', 'text/html'), query).toEqual([page]);
      expect(targets(links, 'alternate', 'text/markdown'), query).toEqual([`${path}?format=markdown${choice}`]);
      expect(targets(links, 'alternate', 'application/json'), query).toEqual([`${path}?format=json${choice}`]);
    }
  });
});
