import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { everyItem, slugsOf, startContract } from '../../../contract/contract.ts';
import { manyArticles } from '../../../contract/many-articles.ts';
import { tagsOf, textOf, unexplained } from './html.ts';

const contract = await startContract(await manyArticles());
afterAll(() => contract.server.close());

const results = async (query: string, language = 'en'): Promise<string> =>
  (await contract.get(`/${language}/?${query}`)).text();
const rowsOf = (page: string): string[] =>
  [...page.matchAll(/<h3><a href="\/\w\w\/articles\/([^"]+)"/g)].map(([, slug]) => slug ?? '');
const countOf = (page: string): string => textOf(page, /<p class="found" role="status">([^<]*)<\/p>/);
const typedOf = (page: string): string | undefined =>
  tagsOf(page)
    .find(({ attributes }) => attributes.get('name') === 'q')
    ?.attributes.get('value');
const linkOf = (page: string, relation: string): string | undefined =>
  tagsOf(page)
    .find(({ attributes }) => attributes.get('rel') === relation && attributes.has('href'))
    ?.attributes.get('href');

describe('the results of the search form', () => {
  it('equal those of the API, in the same order', async () => {
    for (const q of ['teapot', '茶壶 企鹅', 'button kite']) {
      const found = slugsOf(await everyItem(contract, `q=${encodeURIComponent(q)}`));
      expect(rowsOf(await results(`q=${encodeURIComponent(q)}`)), q).toEqual(found.slice(0, 20));
    }
  });

  it('are spread over pages that link to the next and the previous page', async () => {
    const found = slugsOf(await everyItem(contract, 'q=teapot'));
    expect(found.length).toBeGreaterThan(40);
    const shown: string[] = [];
    for (let path: string | undefined = '/en/?q=teapot'; path !== undefined; ) {
      const page: string = await (await contract.get(path)).text();
      shown.push(...rowsOf(page));
      path = linkOf(page, 'next');
    }
    expect(shown).toEqual(found);
    const second = await results('q=teapot&page=2', 'zh');
    expect([linkOf(second, 'prev'), linkOf(second, 'next')]).toEqual(['/zh/?q=teapot', '/zh/?q=teapot&page=3']);
  });

  it('begin with the number of articles and pages', async () => {
    const { length } = await everyItem(contract, 'q=teapot');
    const pages = Math.ceil(length / 20);
    expect(countOf(await results('q=teapot'))).toBe(
      `${length} articles, the most relevant first (page 1 of ${pages}).`,
    );
    expect(countOf(await results('q=teapot', 'zh'))).toBe(`共 ${length} 篇，最相关的在前（第 1 / ${pages} 页）。`);
    expect(countOf(await results('q=xyzzy'))).toBe('No article was found.');
    expect(countOf(await results('q=xyzzy', 'zh'))).toBe('没有找到文章。');
  });

  it('say that nothing answers the query, and still list articles with some of its words', async () => {
    const query = 'q=kubernetes%20ingress%20controller%20annotations%20rewrite%20teapot';
    const { match, pagination } = (await contract.api(`/api/v1/search?${query}`)).body.data;
    expect([match, pagination.total > 1]).toEqual(['none', true]);
    const page = await results(query);
    expect(countOf(page)).toMatch(
      /^Nothing here answers this query\. No article has: kubernetes, .+\. \d+ articles have some of its words/,
    );
    expect(rowsOf(page).length).toBeGreaterThan(0);
    expect(countOf(await results(query, 'zh'))).toMatch(
      /^这里没有内容能回答这个问题。没有文章提到：kubernetes、.+。下面 \d+ 篇/,
    );
  });

  it('are those of the last page for a too large page number, and of the first for an invalid one', async () => {
    const last = rowsOf(await results('q=teapot&page=1000000'));
    expect(last).toEqual(slugsOf(await everyItem(contract, 'q=teapot')).slice(-last.length));
    for (const page of ['0', '-1', 'x', '1e9', '1000001', '']) {
      expect(rowsOf(await results(`q=teapot&page=${page}`)), page).toEqual(rowsOf(await results('q=teapot')));
    }
  });

  it('are replaced by the home page for an empty query', async () => {
    const home = await results('');
    for (const query of ['q=', 'q=%20%E3%80%80', 'other=1', 'q=%FF', 'q=%00'])
      expect(await results(query), query).toBe(home);
  });

  it('are shown for a query of any length, and with repeated or unknown parameters', async () => {
    const long = '茶'.repeat(2000 / 9);
    expect((await contract.get(`/?q=${encodeURIComponent(long.repeat(2))}`)).status).toBe(200);
    expect(typedOf(await results(`q=${'x'.repeat(4100)}`))).toBe('x'.repeat(4096));
    expect(typedOf(await results('q=teapot&utm_source=x&q=twice'))).toBe('teapot');
  });

  it('keep a long query in the form, but have only the words that were searched for in their links', async () => {
    const page = await results(`q=${encodeURIComponent(`teapot ${'zzzz '.repeat(100)}`)}`);
    expect(typedOf(page)).toContain('zzzz zzzz');
    expect(linkOf(page, 'next')).toBe('/en/?q=teapot&page=2');
    const links = tagsOf(page.slice(page.indexOf('role="status"'))).map(
      ({ attributes }) => attributes.get('href') ?? '',
    );
    expect(links.filter((link) => link.includes('zzzz'))).toEqual([]);
  });
});

describe('a query on the page of results', () => {
  const harmless = () => results('q=xyzzy');
  /**
   * The tags of a page. The query is removed from the form and from links, where it is percent-encoded. Suggested searches are left
   * out, because their number depends on the query.
   */
  const shape = (page: string) =>
    tagsOf(page.replaceAll(/<li><a href="[^"<>]*" data-control="instead:\d">[^<>]*<\/a><\/li>/g, '')).map(
      ({ name, attributes }) => [
        name,
        ...[...attributes]
          .filter(([attribute]) => attribute !== 'value')
          .map(([attribute, value]) => [attribute, value.replace(/^(\/\w\w\/\?)q=[\w%.!~*'()-]+/, '$1q=')]),
      ],
    );

  it.each([
    '＂＞＜img src=x onerror=alert(1)＞',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '\u0000results\u0000',
    '\u2028<b>\u2029',
  ])('%j is shown as text and changes no tag', async (typed) => {
    const page = await results(`q=${encodeURIComponent(typed)}`);
    expect(unexplained(page)).toEqual([]);
    expect(shape(page)).toEqual(shape(await harmless()));
    expect(typedOf(page)).toBe(
      typed
        .normalize('NFKC')
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim(),
    );
  });

  it('never changes an HTML tag of the page, whatever characters it contains', async () => {
    const expected = shape(await harmless());
    const nasty = fc.string({
      unit: fc.constantFrom('<', '>', '"', "'", '&', '/', '=', ' ', '\0', '#', ';', 'x', '＜', '＂'),
    });
    await fc.assert(
      fc.asyncProperty(nasty, async (typed) => {
        const page = await results(`q=${encodeURIComponent(`${typed}xyzzy`)}`);
        expect(unexplained(page)).toEqual([]);
        expect(shape(page)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('is kept in the links to further pages', async () => {
    const q = 'teapot "penguin" & <piano>';
    const next = linkOf(await results(`q=${encodeURIComponent(q)}`), 'next') ?? '';
    expect(new URLSearchParams(next.split('?')[1]).get('q')).toBe(q);
    expect(typedOf(await (await contract.get(next)).text())).toBe(q);
  });
});
