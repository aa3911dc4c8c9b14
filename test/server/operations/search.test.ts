import { afterAll, describe, expect, it } from 'vitest';
import { searchPath } from '../../../server/operations/search.ts';
import { everyItem, slugsOf, startContract } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf } from '../../site.ts';

const fields = { summary: '{ zh: "文。", en: "Text." }' };
const plain = (id: string, zhTitle: string, enTitle: string) => ({ id: `art_${id}`, zhTitle, enTitle, fields });
const files = {
  // Four articles have teapot in English and 茶壶 in Chinese, so these become translations. The shop has 茶壶 without teapot.
  ...Object.fromEntries(
    [0, 1, 2, 3].map((at) => [
      `mcp/lesson-${at}.md`,
      articleText({ ...plain(`lesson${at}`, '课', `Lesson ${at}`), zh: '茶壶。', en: 'Teapot.' }),
    ]),
  ),
  'mcp/shop.md': articleText({ ...plain('shop', '店', 'Shop'), zh: '这里卖茶壶。', en: 'All sorts of things.' }),
  'mcp/images.md': articleText({
    ...plain('images', '图', 'Pictures'),
    en: '## Images\n\nDocker keeps images, and a whale keeps Docker.',
  }),
  'mcp/title.md': articleText(plain('title', '题', 'What it is and how')),
  'mcp/later.md': articleText({ id: 'art_later', fields: { updatedAt: '2026-02-03T00:00:00.500Z' } }),
  'mcp/earlier.md': articleText({ id: 'art_earlier', fields: { updatedAt: '2026-02-03T00:00:00Z' } }),
};

const contract = await startContract(await contentOf(files));
afterAll(() => contract.server.close());

describe('search', () => {
  it('sorts articles by the time of their update, even if only one of two times has a fraction of a second', async () => {
    expect(slugsOf(await everyItem(contract)).slice(0, 2)).toEqual(['later', 'earlier']);
  });

  it('finds an article by a title of stop words', async () => {
    expect(slugsOf(await everyItem(contract, 'q=how'))[0]).toBe('title');
  });

  it('answers from an edition without articles, and then suggests nothing', async () => {
    const empty = await startContract(await contentOf({ 'guides/.keep': '' }));
    for (const query of ['', '?q=teapot', '?domain=mcp&status=verified']) {
      const { status, body } = await empty.api(`/api/v1/search${query}`);
      const { items, pagination, suggestions } = body.data;
      expect([status, items, pagination.totalPages, body.meta.nextStep ?? suggestions]).toEqual([
        200,
        [],
        0,
        undefined,
      ]);
    }
    for (const path of ['/api/v1/domains', '/api/v1/articles/teapot'])
      expect((await followed(empty, (await empty.api(path)).body)).status, path).toBe(200);
    expect((await empty.get('/?q=teapot')).status).toBe(200);
  });
});

describe('a word and its translation', () => {
  const itemOf = async (slug: string, query: string) =>
    (await contract.api(`/api/v1/search?${query}`)).body.data.items.find(
      (item: { slug: string }) => item.slug === slug,
    );

  it('are marked in snippets, the translation only in a text without the word itself', async () => {
    expect((await itemOf('shop', 'q=teapot&snippet=true')).snippet).toEqual({ zh: '这里卖**茶壶**。' });
    expect((await itemOf('lesson-0', 'q=teapot&snippet=true')).snippet.en).toMatch(/^\*\*Teapot\*\*/);
  });

  it('match in the language of the word, or in the other language if the article has only the translation', async () => {
    expect((await itemOf('lesson-0', 'q=lesson+teapot')).matched).toBe('en');
    expect((await itemOf('lesson-0', `q=${encodeURIComponent('茶壶')}`)).matched).toBe('zh');
    expect((await itemOf('shop', 'q=teapot')).matched).toBe('zh');
  });
});

it('corrections are suggested when a search finds nothing, and lead to results', async () => {
  const { data, meta } = (await contract.api('/api/v1/search?q=dokr')).body;
  expect(data.suggestions[0]).toBe('GET /api/v1/search?q=Docker');
  expect(meta.nextStep).toBe(data.suggestions[0]);
  expect(slugsOf(await everyItem(contract, 'q=Docker'))).toEqual(['images']);
});

it('the path of a search omits defaults, and has the other parameters in a fixed order', () => {
  const defaults = { page: 1, pageSize: 20, facets: false, snippet: false };
  expect(searchPath({ ...defaults, minConfidence: 0, maxRisk: 'low', facets: true, snippet: true, q: 'a' })).toBe(
    '/api/v1/search?q=a&minConfidence=0&maxRisk=low&facets=true&snippet=true',
  );
  expect(searchPath({ page: 2, pageSize: 7, lang: 'zh', status: 'partial', domain: 'mcp', q: 'a b&c=茶' })).toBe(
    '/api/v1/search?q=a+b%26c%3D%E8%8C%B6&domain=mcp&status=partial&lang=zh&page=2&pageSize=7',
  );
});
