import { afterAll, describe, expect, it } from 'vitest';
import { startContract, textAt } from '../../../contract/contract.ts';
import { known } from '../../../contract/samples.ts';
import { domainValues } from '../../../contract/specification/search-items.ts';
import { tagsOf, textOf, unexplained } from './html.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

const html = (path: string): Promise<string> => textAt(contract, path, 'text/html');

describe('a page', () => {
  it('names its canonical address and its address in each language, all with the public origin', async () => {
    const { origin } = contract.server;
    for (const path of ['/', '/docs', `/articles/${known.complete}`]) {
      for (const [prefix, canonical] of [
        ['', 'en'],
        ['/en', 'en'],
        ['/zh', 'zh'],
      ]) {
        const links = tagsOf(await html(`${prefix}${path}`)).filter(({ name }) => name === 'link');
        const named = (attribute: string) =>
          links.flatMap(({ attributes }) =>
            attributes.has(attribute) ? [[attributes.get(attribute), attributes.get('href')]] : [],
          );
        expect(named('rel')).toContainEqual(['canonical', `${origin}/${canonical}${path}`]);
        expect(named('hreflang'), `${prefix}${path}`).toEqual([
          ['zh-Hans', `${origin}/zh${path}`],
          ['en', `${origin}/en${path}`],
          ['x-default', `${origin}/en${path}`],
        ]);
      }
    }
  });
});

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['zh-TW', 'zh-Hans'],
    ['zh-Hant-HK;q=0.8, fr;q=0.9', 'zh-Hans'],
    ['en;q=0.5, zh;q=0.8', 'zh-Hans'],
    ['*', 'en'],
    [';;,=', 'en'],
  ])('for Accept-Language: %j is %s', async (accepted, language) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted };
    for (const path of ['/', '/docs', `/articles/${known.complete}`, '/domains/mcp', '/?q=penguin']) {
      const { status, body } = await contract.exchange({ path, headers });
      expect([status, /<html lang="([^"]+)"/.exec(body.toString())?.[1]], path).toEqual([200, language]);
    }
  });
});

describe('the home page', () => {
  it('lists the domains with their counts and the newest articles', async () => {
    const page = await html('/en/');
    for (const domain of domainValues) expect(page).toContain(`href="/en/domains/${domain}"`);
    const rows = [...page.matchAll(/<h3><a href="\/en\/articles\/([^"]+)"/g)].map(([, slug]) => slug);
    const { items } = (await contract.api('/api/v1/search')).body.data;
    expect(rows).toEqual(items.slice(0, rows.length).map(({ slug }: { slug: string }) => slug));
    expect(rows.length).toBeGreaterThan(5);
  });

  it('is reached by a redirect from /zh and /en', async () => {
    for (const language of ['zh', 'en']) {
      const { status, headers } = await contract.get(`/${language}`);
      expect([status, headers.get('location')]).toEqual([301, `${contract.server.origin}/${language}/`]);
    }
  });
});

describe('a path with an additional slash at its end', () => {
  it('redirects to the page if the page exists, else gets 404', async () => {
    for (const path of ['/docs/', '/en/domains/mcp/', '/articles/penguin-handshake/']) {
      const { status, headers } = await contract.get(path);
      expect([status, headers.get('location')]).toEqual([301, contract.server.origin + path.slice(0, -1)]);
    }
    for (const path of ['/nothing/', '/docs/nothing/', '/docs//', '//docs/'])
      expect((await contract.get(path)).status, path).toBe(404);
  });
});

describe('the page of an article', () => {
  it('shows titles with markup characters as text', async () => {
    const page = await html('/en/articles/penguins-open-a-bank');
    expect(textOf(page, /<h1>([^<]*)<\/h1>/)).toBe('Penguins open a bank: from <account> to "ruin" & beyond');
    expect(unexplained(page)).toEqual([]);
  });
});

describe('the page of a domain', () => {
  it('lists exactly its articles, in the order of the API', async () => {
    for (const domain of domainValues) {
      const page = await html(`/en/domains/${domain}`);
      const rows = [...page.matchAll(/<h3><a href="\/en\/articles\/([^"]+)"/g)].map(([, slug]) => slug);
      const { items } = (await contract.api(`/api/v1/search?domain=${domain}`)).body.data;
      expect(rows, domain).toEqual(items.map(({ slug }: { slug: string }) => slug));
    }
  });
});
