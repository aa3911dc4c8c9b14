import { beforeAll, describe, expect, it } from 'vitest';
import type { PublishedArticle } from '../../../build/bodies/published-article.ts';
import { renderRow } from '../../../build/pages/badges.tsx';
import { words } from '../../../build/pages/words.ts';
import { attributesNamed, tagsIn, textOf } from '../markup.ts';
import { bodiesOfSite, pageOf, publishedSite } from '../sources.ts';

let site: Map<string, PublishedArticle>;
beforeAll(async () => {
  site = await publishedSite();
});

function article(slug: string): PublishedArticle {
  const found = site.get(slug);
  if (found === undefined) throw new Error(`the site has no ${slug}`);
  return found;
}
const page = (slug: string, language: 'zh' | 'en' = 'en'): string => pageOf(article(slug), language);

describe('the page of an article', () => {
  it('shows title, summary, body and questions of its language and not of the other', () => {
    const english = textOf(page('teapot-refuses-coffee'));
    expect(english).toContain('Error 418: the teapot refuses to brew coffee');
    expect(english).toContain('use a coffee pot, and do not retry.');
    expect(english).toContain('Use a coffee pot, or drink tea.');
    expect(english).toMatch(/Does a retry help\?\s*No: a teapot stays a teapot\./);
    expect(english).not.toContain('换一把咖啡壶');
    expect(textOf(page('teapot-refuses-coffee', 'zh'))).toContain('没有用：茶壶永远是茶壶。');
  });

  it('says how far to trust it, and why', () => {
    const text = textOf(page('moving-a-piano'));
    expect(text).toContain('unverified');
    expect(text).toMatch(/Confidence\s*15%/);
    const points = article('moving-a-piano').trust.factors.map(
      ({ points, explanation }) => `${points > 0 ? '+' : ''}${points}: ${explanation.en}`,
    );
    expect(points).toHaveLength(2);
    for (const shown of points) expect(text).toContain(shown);
    expect(text).toMatch(/Risk: high/);
  });

  it('shows the records, and which are about an earlier text', () => {
    const text = textOf(page('penguin-handshake'));
    expect(text).toContain('ice runner: passed, 2026-02-11 (about the present text) — Handshake recorded twice.');
    expect(text).toContain(`Captain Flipper: passed, 2026-01-15 (${words.stale.en})`);
  });

  it('marks what is still to be written in its language', () => {
    expect(textOf(page('juggling-three-lemons', 'zh'))).toContain('待补充');
    expect(textOf(page('juggling-three-lemons', 'en'))).not.toContain('to be written');
  });

  it('leads to related articles, its domain, its other forms and the other language', async () => {
    const body = await bodiesOfSite();
    const hrefs = attributesNamed(body('penguin-handshake', 'page.en'), 'href');
    for (const href of [
      '/en/articles/carrier-pigeon',
      '/en/domains/mcp',
      '/en/articles/penguin-handshake.md',
      '/en/articles/penguin-handshake/parallel',
      '/api/v1/articles/penguin-handshake?format=json',
      '/zh/articles/penguin-handshake',
    ])
      expect(hrefs).toContain(href);
  });

  it('has one title, and headings below it', () => {
    for (const slug of site.keys()) {
      const headings = tagsIn(page(slug)).filter(({ name, isEnd }) => /^h[1-6]$/.test(name) && !isEnd);
      expect(headings.filter(({ name }) => name === 'h1')).toHaveLength(1);
      expect(headings[0]?.name).toBe('h1');
    }
  });
});

describe('an article in a list', () => {
  it('shows title, summary and badges and leads to its page', () => {
    const row = renderRow(article('vacuum-the-cat'), 'zh');
    expect(attributesNamed(row, 'href')).toEqual(['/zh/articles/vacuum-the-cat']);
    expect(textOf(row)).toMatch(/给猫做 VACUUM.*锁住整只猫.*部分验证.*57%.*高/s);
  });
});
