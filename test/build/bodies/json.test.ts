import { beforeAll, describe, expect, it } from 'vitest';
import { articleJsonOf, openArticleJson, searchItemOf } from '../../../build/bodies/json.ts';
import type { PublishedArticle } from '../../../build/bodies/published-article.ts';
import { article as articleSchema, searchItem } from '../../../build/edition/article-schema.ts';
import { articleLinksOf } from '../../../build/edition/locations.ts';
import { languageChoices } from '../../../build/edition/vocabulary.ts';
import { bodiesOfSite, publishedSite, publishedWith } from '../sources.ts';

let site: Map<string, PublishedArticle>;
let body: Awaited<ReturnType<typeof bodiesOfSite>>;
beforeAll(async () => {
  site = await publishedSite();
  body = await bodiesOfSite();
});

describe('the JSON article', () => {
  it.each(languageChoices)('matches the public schema once its links are appended (languages: %s)', (choice) => {
    for (const published of site.values()) {
      const links = articleLinksOf(published.source, 'https://stele.example');
      const text = `${body(published.source.slug, `json.${choice}`)},"links":${JSON.stringify(links)}}`;
      expect(articleSchema.safeParse(JSON.parse(text)).error).toBeUndefined();
    }
  });

  it('marks a question as placeholder in both languages if it is a placeholder in one of them', () => {
    const { qa } = JSON.parse(`${body('juggling-three-lemons', 'json.en')}}`);
    expect(qa).toMatchObject([{ placeholder: true }, { placeholder: false }]);
  });

  it('lists related articles with slug and title, in the order of the front matter', () => {
    expect(JSON.parse(`${body('penguin-handshake', 'json.en')}}`).relatedArticles).toEqual([
      { id: 'art_pigeonpost', slug: 'carrier-pigeon', title: { en: 'The carrier pigeon transport' } },
      { id: 'art_teapotplans1', slug: 'teapot-that-plans', title: { en: 'The teapot that plans ahead' } },
    ]);
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

it.each(languageChoices)(
  'the search item matches its schema, and the JSON article has all its fields (language choice %s)',
  (choice) => {
    for (const published of site.values()) {
      const item = searchItemOf(published, choice);
      expect(searchItem.safeParse(item).error).toBeUndefined();
      expect(articleJsonOf(published, choice)).toMatchObject(item);
    }
  },
);
