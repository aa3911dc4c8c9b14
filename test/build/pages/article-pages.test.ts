// Tests the pages of an article in one language and with both languages side by side, and their JSON-LD (schema.org).
import { beforeAll, describe, expect, it } from 'vitest';
import { type HtmlBlock, textsOf } from '../../../build/bodies/html.ts';
import type { PublishedArticle } from '../../../build/bodies/published-article.ts';
import { languages } from '../../../build/edition/vocabulary.ts';
import { alignedSections, renderParallel } from '../../../build/pages/parallel-page.tsx';
import { structuredData } from '../../../build/pages/structured-data.ts';
import { anchorsOf } from '../../../build/source/links.ts';
import { attributesNamed, dataIn, tagsIn, textOf } from '../markup.ts';
import { bodiesOfSite, publishedSite, publishedWith } from '../sources.ts';

let site: Map<string, PublishedArticle>;
let bodyOf: Awaited<ReturnType<typeof bodiesOfSite>>;
beforeAll(async () => {
  site = await publishedSite();
  bodyOf = await bodiesOfSite();
});
const page = (slug: string, language: 'zh' | 'en' = 'en'): string => bodyOf(slug, `page.${language}`);

describe('the page of an article', () => {
  it('shows title, summary, body and questions in its own language only', () => {
    const english = textOf(page('teapot-refuses-coffee'));
    expect(english).toContain('Error 418: the teapot refuses to brew coffee');
    expect(english).toContain('use a coffee pot, and do not retry.');
    expect(english).toContain('Use a coffee pot, or drink tea.');
    expect(english).toMatch(/Does a retry help\?\s*No: a teapot stays a teapot\./);
    expect(english).not.toContain('换一把咖啡壶');
    expect(textOf(page('teapot-refuses-coffee', 'zh'))).toContain('没有用：茶壶永远是茶壶。');
  });

  it('links to related articles, its domain, its Markdown, its JSON and the other language', () => {
    expect(attributesNamed(page('penguin-handshake'), 'href')).toEqual(
      expect.arrayContaining([
        '/en/articles/carrier-pigeon',
        '/en/domains/mcp',
        '/en/articles/penguin-handshake.md',
        '/en/articles/penguin-handshake/parallel',
        '/api/v1/articles/penguin-handshake?format=json',
        '/zh/articles/penguin-handshake',
      ]),
    );
  });

  it('has exactly one h1, which comes before all other headings', () => {
    for (const slug of site.keys()) {
      const headings = tagsIn(page(slug)).filter(({ name, isEnd }) => /^h[1-6]$/.test(name) && !isEnd);
      expect(headings.filter(({ name }) => name === 'h1')).toHaveLength(1);
      expect(headings[0]?.name).toBe('h1');
    }
  });
});

describe('the JSON-LD of an article', () => {
  type Thing = Record<string, unknown> & { '@type': string };
  const thing = (slug: string, type: string, language: 'zh' | 'en' = 'en'): Thing | undefined => {
    const [data] = dataIn(page(slug, language)) as { '@context': string; '@graph': Thing[] }[];
    expect(data?.['@context']).toBe('https://schema.org');
    return data?.['@graph'].find((found) => found['@type'] === type);
  };

  it('has the type, language, author, dates and answered questions of the article', () => {
    for (const [slug, { source }] of site) {
      for (const language of languages) {
        expect(thing(slug, 'TechArticle', language), slug).toMatchObject({
          url: `https://kb.example.org/${language}/articles/${slug}`,
          headline: source.texts.title[language],
          description: source.texts.summary[language],
          inLanguage: language === 'zh' ? 'zh-Hans' : 'en',
          author: { name: source.fields.author },
          datePublished: source.fields.publishedAt,
          dateModified: source.fields.updatedAt,
        });
        const questions = (thing(slug, 'FAQPage', language)?.mainEntity ?? []) as (Thing & { acceptedAnswer: Thing })[];
        const answered = source.texts.pairs.filter(({ placeholder }) => !placeholder[language]);
        expect(questions.map(({ name }) => name)).toEqual(answered.map(({ question }) => question[language]));
        for (const { acceptedAnswer } of questions) expect(acceptedAnswer.text, slug).toMatch(/\S/);
      }
    }
  });

  it('has breadcrumbs from the home page via the domain to the article', () => {
    const crumbs = thing('penguin-handshake', 'BreadcrumbList')?.itemListElement as Thing[];
    expect(crumbs.map(({ position, item }) => [position, item])).toEqual([
      [1, 'https://kb.example.org/en/'],
      [2, 'https://kb.example.org/en/domains/mcp'],
      [3, 'https://kb.example.org/en/articles/penguin-handshake'],
    ]);
  });

  it('cannot close its script element, and text in it cannot imitate a slot of the server', () => {
    const name = '</script><script>alert(1)</script> "\\u0000origin\\u0000" "\u0000';
    const text = structuredData([{ '@type': 'Thing', name }]);
    expect(text).not.toContain('<');
    expect(text).not.toContain('\0');
    expect(JSON.parse(text)['@graph'][0].name).toBe(name);
  });
});

describe('the page with both languages side by side', () => {
  const parallel = (article: PublishedArticle): string => renderParallel(article, textsOf(article.source));
  /** The rows of each section as `Chinese = English`; ` | ` separates the blocks within a row. */
  const rowsOf = (zh: string, en: string): string[][] => {
    const { source } = publishedWith({ zh, en });
    const text = (blocks: HtmlBlock[]): string => blocks.map(({ html }) => textOf(html).trim()).join(' | ');
    const sections = alignedSections(source, textsOf(source));
    return sections.map((rows) => rows.map((row) => `${text(row.zh)} = ${text(row.en)}`));
  };

  it('aligns sections with sections and blocks with blocks', () => {
    const zh = '引言。\n\n## 茶\n\n热的。\n\n- 一\n- 二\n\n## 问答\n\n### 漏吗？\n\n漏。';
    const en = 'Lead.\n\n## Tea\n\nHot.\n\n- one\n- two\n\n## Q&A\n\n### Does it drip?\n\nYes.';
    expect(rowsOf(zh, en)).toEqual([
      ['引言。 = Lead.'],
      ['茶 = Tea', '热的。 = Hot.', '一\n二 = one\ntwo'],
      ['漏吗？ = Does it drip?', '漏。 = Yes.'],
    ]);
  });

  it('puts a section into one row below the heading when its blocks differ in kind between the languages', () => {
    const zh = '## 茶\n\n`418` 是答案。\n\n```js\nbrew();\n```\n\n## 空';
    const en = '## Tea\n\nOnly here.\n\n`418` is the answer.\n\n```js\nbrew();\n```\n\n## Empty\n\nNot here.';
    expect(rowsOf(zh, en)).toEqual([
      ['茶 = Tea', '418 是答案。 | brew(); = Only here. | 418 is the answer. | brew();'],
      ['空 = Empty', ' = Not here.'],
    ]);
  });

  it('aligns the texts as a whole when their headings differ, and shows everything once', () => {
    const zh = '引言。\n\n## 问答\n\n### 漏吗？\n\n漏。\n\n## 茶\n\n热的。';
    const en = 'Lead.\n\n## Q&A\n\n### Does it drip?\n\nYes.\n\n## Tea\n\n### Hot\n\nHot.';
    expect(rowsOf(zh, en)).toEqual([
      ['引言。 = Lead.', '茶 | 热的。 = Tea | Hot | Hot.'],
      ['漏吗？ = Does it drip?', '漏。 = Yes.'],
    ]);
  });

  it('has the headings of both languages, with unique ids, working links and separate footnotes', () => {
    const noted = publishedWith({ zh: '茶[^1]。\n\n[^1]: 注', en: 'Tea[^1].\n\n[^1]: note' });
    expect(attributesNamed(parallel(noted), 'id')).toEqual(expect.arrayContaining(['zh.note1.fn-1', 'en.note1.fn-1']));
    for (const article of [...site.values(), noted]) {
      const { slug, draft } = article.source;
      const markup = parallel(article);
      const ids = attributesNamed(markup, 'id');
      expect(new Set(ids).size, slug).toBe(ids.length);
      for (const language of languages) {
        const own = ids.filter((id) => id.startsWith(`${language}.`) && !/\.note\d+\./.test(id));
        expect(own, slug).toEqual(anchorsOf(draft, language).map((anchor) => `${language}.${anchor}`));
      }
      const bare = attributesNamed(markup, 'href').filter((href) => href.startsWith('#'));
      for (const href of bare) expect(ids, slug).toContain(decodeURI(href.slice(1)));
    }
  });
});
