// What a query adds to an item, over articles whose languages were learned from each other.
import { describe, expect, it } from 'vitest';
import { startContract } from '../../contract/contract.ts';
import { articleText, contentOf } from '../../site.ts';

/** Articles that say teapot beside 茶壶, and one that says something else in English. */
const fields = { summary: '{ zh: "文。", en: "Text." }' };
const files = {
  ...Object.fromEntries(
    Array.from({ length: 4 }, (_, at) => [
      `mcp/lesson-${at}.md`,
      articleText({
        id: `art_lesson${at}`,
        zhTitle: '课',
        enTitle: `Lesson ${at}`,
        zh: '茶壶。',
        en: 'Teapot.',
        fields,
      }),
    ]),
  ),
  'mcp/shop.md': articleText({
    id: 'art_shop',
    zhTitle: '店',
    enTitle: 'Shop',
    zh: '这里卖茶壶。',
    en: 'All sorts of things.',
    fields,
  }),
};

describe('what a query adds to an item', () => {
  it('shows the translation in a text that has none of the words, and the words alone where they stand', async () => {
    const { api } = await startContract(await contentOf(files));
    const { items } = (await api('/api/v1/search?q=teapot&snippet=true')).body.data;
    const snippetOf = (slug: string) => items.find((item: { slug: string }) => item.slug === slug)?.snippet;
    expect(snippetOf('shop')).toEqual({ zh: '这里卖**茶壶**。' });
    expect(snippetOf('lesson-0').en).toMatch(/^\*\*Teapot\*\*/);
  });

  it('says that it was found in the language of the word, although the other has its translation', async () => {
    const { api } = await startContract(await contentOf(files));
    for (const [q, language] of [
      ['lesson teapot', 'en'],
      ['茶壶', 'zh'],
    ] as const) {
      const { items } = (await api(`/api/v1/search?q=${encodeURIComponent(q)}`)).body.data;
      const lesson = items.find((item: { slug: string }) => item.slug === 'lesson-0');
      expect(lesson.matched, q).toBe(language);
    }
    const { items } = (await api('/api/v1/search?q=teapot')).body.data;
    expect(items.find((item: { slug: string }) => item.slug === 'shop').matched).toBe('zh');
  });
});
