// test/contract tests the fields of the JSON article and of the search item.
import { describe, expect, it } from 'vitest';
import { openArticleJson, searchItemOf } from '../../../build/bodies/json.ts';
import { bodiesOfSite, publishedWith } from '../sources.ts';

describe('the JSON article', () => {
  it('marks a question as placeholder in both languages if it is a placeholder in one of them', async () => {
    const body = await bodiesOfSite();
    const { qa } = JSON.parse(`${body('juggling-three-lemons', 'json.en')}}`);
    expect(qa).toMatchObject([{ placeholder: true }, { placeholder: false }]);
  });

  it('folds the lines of a summary into one paragraph, without a space between Chinese lines', () => {
    const summary = '\n  zh: |\n    茶壶会漏水，\n    壶嘴\n    也会。\n  en: |\n    A teapot\n    drips.';
    expect(searchItemOf(publishedWith({ fields: { summary } }), 'both').summary).toEqual({
      zh: '茶壶会漏水，壶嘴也会。',
      en: 'A teapot drips.',
    });
  });

  it('holds no HTML comment and no front matter', () => {
    const text = openArticleJson(publishedWith({ zh: '茶。<!-- secret -->', en: 'Tea.\n\n<!-- secret -->\n' }), 'both');
    expect(text).not.toContain('secret');
    expect(text).not.toContain('---');
  });
});
