import { describe, expect, it } from 'vitest';
import { type FoundItem, resultRow, shortRow } from '../../../../build/edition/results-view.ts';
import { defaultSite } from '../../../../build/edition/site-settings.ts';
import { markupHtml } from '../../../../server/faces/pages/results.ts';

const item: FoundItem = {
  id: 'art_teapot',
  slug: 'teapot',
  title: { zh: '茶壶', en: 'Teapot' },
  summary: { zh: '茶壶为什么会漏水。', en: 'Why a teapot <drips>.' },
  domain: 'mcp',
  tags: ['kitchen'],
  verificationStatus: 'verified',
  confidenceScore: 93,
  riskLevel: 'medium',
  updatedAt: '2026-01-03T00:00:00Z',
};
const { domains } = defaultSite;
const excerpt = (snippet: NonNullable<FoundItem['snippet']>, language: 'zh' | 'en' = 'en', row = resultRow): string =>
  /<p class="excerpt".*?<\/p>/.exec(markupHtml(row({ ...item, snippet }, { language, domains })))?.[0] ?? '';

describe('a found article', () => {
  it('is shown with title, summary and trust', () => {
    const html = markupHtml(resultRow({ ...item, matched: 'zh' }, { language: 'en', domains }));
    expect(html).toContain('<h3><a href="/en/articles/teapot">Teapot</a></h3>');
    expect(html).toContain('Why a teapot &#60;drips&#62;.');
    expect(html.replaceAll(/<[^>]*>/g, ' ')).toMatch(
      /verified +Confidence 93% +Risk: medium +Updated +2026-01-03 +Model Context Protocol +Matched: Chinese/,
    );
  });

  it('is shown with the matching passage, in which the words of the query are marked', () => {
    expect(excerpt({ en: 'A **teapot** drips; the **tea** is <hot>.' })).toBe(
      '<p class="excerpt">A <mark>teapot</mark> drips; the <mark>tea</mark> is &#60;hot&#62;.</p>',
    );
  });

  it('has a lang attribute on a passage in the other language', () => {
    expect(excerpt({ zh: '**茶壶**漏水' })).toBe('<p class="excerpt" lang="zh-Hans"><mark>茶壶</mark>漏水</p>');
    expect(excerpt({ zh: '**茶壶**漏水', en: 'A **teapot**' }, 'zh')).toBe(
      '<p class="excerpt"><mark>茶壶</mark>漏水</p>',
    );
  });

  it('is shown with unchanged asterisks where these do not mark a word', () => {
    expect(excerpt({ en: 'src/**/*.ts, **tea** and 2 ** 3' })).toBe(
      '<p class="excerpt">src/**/*.ts, <mark>tea</mark> and 2 ** 3</p>',
    );
  });

  it('is shown in the search panel with a passage that begins near the first marked word', () => {
    const before = 'It is about many other things at first, and only then does it come to speak of ';
    expect(excerpt({ en: `${before}**tea**.` }, 'en', shortRow)).toBe(
      '<p class="excerpt">…and only then does it come to speak of <mark>tea</mark>.</p>',
    );
    expect(excerpt({ zh: `${'字'.repeat(90)}**茶**。` }, 'zh', shortRow)).toBe(
      `<p class="excerpt">…${'字'.repeat(40)}<mark>茶</mark>。</p>`,
    );
    expect(excerpt({ en: 'Soon: **tea**.' }, 'en', shortRow)).toBe('<p class="excerpt">Soon: <mark>tea</mark>.</p>');
  });
});
