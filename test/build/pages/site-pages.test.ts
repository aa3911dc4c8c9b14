import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileFolder, fixtures, pagesOf } from '../../site.ts';
import { attributesNamed, tagsIn, textOf } from '../markup.ts';

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
  it('are complete HTML documents with one h1, except that pages with both languages side by side have none', () => {
    for (const [name, html] of Object.entries(pages)) {
      expect(html).toMatch(/^<!doctype html>\n<html lang="(zh-Hans|en)">/);
      const titles = tagsIn(html).filter(({ name: tag, isEnd }) => tag === 'h1' && !isEnd);
      expect(titles).toHaveLength(name.endsWith('/parallel') ? 0 : 1);
    }
  });

  it('are open to search engines, except the pages for changes, for searches and for errors, including 404', () => {
    const unlisted = Object.keys(pages).filter((name) => page(name).includes('name="robots" content="noindex"'));
    expect(unlisted.sort()).toEqual(
      ['changes', 'error', 'not-found', 'search'].flatMap((name) => [`en/${name}`, `zh/${name}`]).sort(),
    );
  });
});

it('the home page shows the number of articles in each domain', () => {
  expect(textOf(page('en/home'))).toMatch(/Agents\s*2 articles.*Tools: GitHub\s*0 articles/s);
});

describe('the guides', () => {
  it('link to each other and to articles in their own language, with anchors that exist', () => {
    expect(hrefs('en/docs/asking-politely')).toContain('/en/articles/teapot-that-plans');
    expect(hrefs('zh/docs/asking-politely')).toContain('/zh/docs/writing-about-teapots#从茶壶开始');
    expect(attributesNamed(page('zh/docs/writing-about-teapots'), 'id')).toContain('从茶壶开始');
  });

  it('in Markdown link to Markdown in their own language, with anchors that exist', () => {
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
