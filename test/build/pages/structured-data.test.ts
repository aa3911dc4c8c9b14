// What pages say of themselves in JSON-LD (schema.org).
import { beforeAll, describe, expect, it } from 'vitest';
import { structuredData } from '../../../build/pages/structured-data.ts';
import { dataIn } from '../markup.ts';
import { bodiesOfSite, publishedSite } from '../sources.ts';

type Thing = Record<string, unknown> & { '@type': string };

let thingsOf: (slug: string, language: 'zh' | 'en') => Thing[];
beforeAll(async () => {
  const bodyOf = await bodiesOfSite();
  thingsOf = (slug, language) => {
    const [data] = dataIn(bodyOf(slug, `page.${language}`)) as { '@context': string; '@graph': Thing[] }[];
    expect(data?.['@context']).toBe('https://schema.org');
    return data?.['@graph'] ?? [];
  };
});
const thing = (slug: string, type: string, language: 'zh' | 'en' = 'en'): Thing | undefined =>
  thingsOf(slug, language).find((found) => found['@type'] === type);

describe('the page of an article', () => {
  it('says what it is, in which language, by whom and when it changed', async () => {
    for (const [slug, { source }] of await publishedSite()) {
      for (const language of ['zh', 'en'] as const) {
        expect(thing(slug, 'TechArticle', language), slug).toMatchObject({
          url: `https://kb.example.org/${language}/articles/${slug}`,
          headline: source.texts.title[language],
          description: source.texts.summary[language],
          inLanguage: language === 'zh' ? 'zh-Hans' : 'en',
          author: { name: source.fields.author },
          datePublished: source.fields.publishedAt,
          dateModified: source.fields.updatedAt,
        });
      }
    }
  });

  it('says where it stands: home, domain, article', () => {
    const crumbs = thing('penguin-handshake', 'BreadcrumbList')?.itemListElement as Thing[];
    expect(crumbs.map(({ position, item }) => [position, item])).toEqual([
      [1, 'https://kb.example.org/en/'],
      [2, 'https://kb.example.org/en/domains/mcp'],
      [3, 'https://kb.example.org/en/articles/penguin-handshake'],
    ]);
  });

  it('has its answered questions, and no placeholder', async () => {
    for (const [slug, { source }] of await publishedSite()) {
      const answered = source.pairs.filter(({ placeholder }) => !placeholder.en);
      const questions = (thing(slug, 'FAQPage')?.mainEntity ?? []) as (Thing & { acceptedAnswer: Thing })[];
      expect(
        questions.map(({ name }) => name),
        slug,
      ).toEqual(answered.map(({ question }) => question.en));
      for (const { acceptedAnswer } of questions) expect(acceptedAnswer.text, slug).toMatch(/\S/);
    }
  });
});

describe('the text of the data', () => {
  it('cannot end its element, and takes no text for an address', () => {
    const name = '</script><script>alert(1)</script> "\\u0000origin\\u0000" "\u0000';
    const text = structuredData([{ '@type': 'Thing', name }]);
    expect(text).not.toContain('<');
    expect(text).not.toContain('\0');
    expect(JSON.parse(text)['@graph'][0].name).toBe(name);
  });
});
