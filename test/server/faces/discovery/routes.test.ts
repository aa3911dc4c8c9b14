// Reads the discovery files from a real server: their formats are right, and the addresses in them are those of the server.
import { afterAll, describe, expect, it } from 'vitest';
import { parsedIndex } from '../../../build/discovery/llms-parser.ts';
import { startContract } from '../../../contract/contract.ts';
import { pagePaths } from '../pages/site.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

async function textAt(path: string, contentType: string): Promise<string> {
  const response = await contract.get(path);
  expect([response.status, response.headers.get('content-type')], path).toEqual([200, contentType]);
  return response.text();
}

describe('/llms.txt', () => {
  it('has a title, a block quote, instructions, lists of links, and an optional section at the end', async () => {
    const { title, info, sections } = parsedIndex(await textAt('/llms.txt', 'text/plain; charset=utf-8'));
    expect(title).toBe('Stele');
    expect(info).toMatch(/^Instructions for agents/);
    expect([...sections.keys()].at(-1)).toBe('Optional');
    const { origin } = contract.server;
    for (const { name, url, notes } of [...sections.values()].flat())
      expect([url.startsWith(`${origin}/`), notes], name).toEqual([true, expect.any(String)]);
  });

  it('links to the Markdown of every page in both languages', async () => {
    const text = await textAt('/llms.txt', 'text/plain; charset=utf-8');
    for (const path of await pagePaths(contract))
      for (const language of ['zh', 'en'])
        expect(text).toContain(`](${contract.server.origin}/${language}${path === '/' ? '/index' : path}.md)`);
  });
});

describe('/llms-full.txt', () => {
  it('holds every article in both languages', async () => {
    const text = await textAt('/llms-full.txt', 'text/plain; charset=utf-8');
    const { items } = (await contract.api('/api/v1/search')).body.data;
    const sources = [...text.matchAll(/^Source: (.*)$/gm)].map(([, address = '']) => address);
    expect(sources).toEqual(items.map(({ slug }: { slug: string }) => `${contract.server.origin}/articles/${slug}.md`));
    for (const { title } of items) expect(text).toContain(`\n# ${title.zh} / ${title.en}\n`);
    expect(text).not.toContain('\0');
    expect(text).not.toMatch(/\]\(\//);
  });
});

describe('/sitemap.xml', () => {
  it('lists every page in both languages, with the address of its translation and its last change', async () => {
    const text = await textAt('/sitemap.xml', 'application/xml; charset=utf-8');
    const { origin } = contract.server;
    const entries = [...text.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)];
    const pages = await pagePaths(contract);
    expect(entries.map(([, address]) => address).sort()).toEqual(
      pages.flatMap((path) => ['zh', 'en'].map((language) => `${origin}/${language}${path}`)).sort(),
    );
    const { items } = (await contract.api('/api/v1/search')).body.data;
    for (const { slug, updatedAt } of items)
      expect(text).toContain(`/en/articles/${slug}</loc><lastmod>${updatedAt}</lastmod>`);
    for (const [, address = '', rest = ''] of entries) {
      const path = address.slice(`${origin}/zh`.length);
      const alternates = [...rest.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, of, href]) => [of, href]);
      expect(alternates).toEqual([
        ['zh-Hans', `${origin}/zh${path}`],
        ['en', `${origin}/en${path}`],
        ['x-default', `${origin}/en${path}`],
      ]);
      expect(rest, address).toMatch(/^<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
    }
  });
});

describe('/robots.txt', () => {
  it('allows every crawler and names the sitemap (RFC 9309)', async () => {
    const text = await textAt('/robots.txt', 'text/plain; charset=utf-8');
    expect(text).toMatch(/^User-agent: \*\nAllow: \/\n/);
    expect(text).not.toContain('Disallow');
    expect(text).toContain(`\nSitemap: ${contract.server.origin}/sitemap.xml\n`);
  });
});

describe('/.well-known/api-catalog', () => {
  const profile = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

  it('is a link set in which every target answers (RFC 9727, RFC 9264)', async () => {
    const { linkset } = JSON.parse(await textAt('/.well-known/api-catalog', profile));
    const [catalogue, ...apis] = linkset;
    const { origin } = contract.server;
    expect(catalogue.item.map(({ href }: { href: string }) => href)).toEqual([`${origin}/api/v1`, `${origin}/mcp`]);
    expect(apis.map(({ anchor }: { anchor: string }) => anchor)).toEqual([`${origin}/api/v1`, `${origin}/mcp`]);
    for (const { anchor: _, ...relations } of apis) {
      for (const { href, type } of Object.values<{ href: string; type?: string }[]>(relations).flat()) {
        const { status, headers } = await contract.get(href.slice(origin.length));
        expect(status, href).toBe(200);
        if (type !== undefined) expect(headers.get('content-type')?.split(';')[0], href).toBe(type);
      }
    }
    const api = linkset.find(({ anchor }: { anchor: string }) => anchor.endsWith('/api/v1'));
    expect(Object.keys(api)).toEqual(expect.arrayContaining(['service-desc', 'service-doc']));
  });
});
