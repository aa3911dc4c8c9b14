import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultSite } from '../../../build/edition/site-settings.ts';
import { languages } from '../../../build/edition/vocabulary.ts';
import { compileFolder, fixtures, pagesOf } from '../../site.ts';
import { attributesNamed, tagsIn, textOf, withoutData } from '../markup.ts';

let pages: Record<string, string>;
let twins: Record<string, string>;
beforeAll(async () => {
  const { edition } = await compileFolder(join(fixtures, 'site'));
  const all = pagesOf(edition);
  const isTwin = ([name]: [string, string]): boolean => name.endsWith('.md');
  pages = Object.fromEntries(Object.entries<string>(all).filter((entry) => !isTwin(entry)));
  twins = Object.fromEntries(Object.entries<string>(all).filter(isTwin));
});
const page = (name: string): string => pages[name] ?? '';
const hrefs = (name: string): string[] => attributesNamed(page(name), 'href');

describe('the pages of a site', () => {
  it('exist in both languages', () => {
    const names = [
      ...['home', 'search', 'not-found', 'error', 'parallel', 'trust', 'changes', 'docs'],
      ...defaultSite.domains.map(({ id }) => `domains/${id}`),
      ...['docs/asking-politely', 'docs/writing-about-teapots', 'docs/running-a-kitchen'],
    ];
    expect(Object.keys(pages).sort()).toEqual(languages.flatMap((of) => names.map((name) => `${of}/${name}`)).sort());
  });

  it('have Markdown twins, except for results and error pages', () => {
    const listed = Object.keys(pages).filter((name) => !/\/(search|not-found|error|parallel|changes)$/.test(name));
    expect(Object.keys(twins).sort()).toEqual(listed.map((name) => `${name}.md`).sort());
  });

  it('are complete documents with their language, and run only the script of the pages', () => {
    for (const [name, html] of Object.entries(pages)) {
      expect(html).toMatch(/^<!doctype html>\n<html lang="(zh-Hans|en)">/);
      expect(html.includes('<html lang="en">')).toBe(name.startsWith('en/'));
      const scripts = tagsIn(withoutData(html)).filter(({ name: tag, isEnd }) => tag === 'script' && !isEnd);
      expect(scripts.map(({ attributes }) => [attributes.type, attributes.src])).toEqual([
        [undefined, expect.stringMatching(/^\/assets\/site\.[\w-]+\.js$/)],
      ]);
      const titles = tagsIn(html).filter(({ name: tag, isEnd }) => tag === 'h1' && !isEnd);
      // The side-by-side page is tested with the article.
      expect(titles).toHaveLength(name.endsWith('/parallel') ? 0 : 1);
    }
  });

  it('are listed for search engines, except pages without content', () => {
    const unlisted = Object.keys(pages).filter((name) => page(name).includes('name="robots" content="noindex"'));
    expect(unlisted.sort()).toEqual(
      ['changes', 'error', 'not-found', 'search'].flatMap((name) => [`en/${name}`, `zh/${name}`]).sort(),
    );
  });
});

describe('lists of articles', () => {
  it('are newest first on the home page, with counts per domain, and restricted on a domain page', () => {
    for (const { name } of defaultSite.domains) expect(textOf(page('en/home'))).toContain(name.en);
    expect(textOf(page('en/home'))).toMatch(/Agents\s*2 articles.*Tools: GitHub\s*0 articles/s);
    const articles = hrefs('en/home').filter((href) => href.startsWith('/en/articles/'));
    expect([articles[0], articles.length]).toEqual(['/en/articles/teapot-that-plans', 10]);
    expect(hrefs('en/domains/agent').filter((href) => href.includes('/articles/'))).toEqual([
      '/en/articles/teapot-that-plans',
      '/en/articles/committee-of-teaspoons',
    ]);
    expect(hrefs('zh/domains/tools_github').filter((href) => href.includes('/articles/'))).toEqual([]);
  });
});

describe('the guides', () => {
  it('link to each other and to articles in their own language, with anchors that exist', () => {
    expect(hrefs('en/docs/asking-politely')).toContain('/en/articles/teapot-that-plans');
    expect(hrefs('zh/docs/asking-politely')).toContain('/zh/docs/writing-about-teapots#从茶壶开始');
    expect(attributesNamed(page('zh/docs/writing-about-teapots'), 'id')).toContain('从茶壶开始');
  });

  it('link in Markdown to Markdown in their own language, with existing anchors', () => {
    for (const [language, anchor] of [
      ['zh', '从茶壶开始'],
      ['en', 'start-with-a-teapot'],
    ] as const) {
      const twin = twins[`${language}/docs/asking-politely.md`];
      expect(twin).toContain(`](\0origin\0/${language}/docs/writing-about-teapots.md#${anchor})`);
      expect(twin).toContain(`](\0origin\0/${language}/articles/teapot-that-plans.md)`);
    }
  });
});
