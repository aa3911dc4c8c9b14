import { expect, it } from 'vitest';
import { sitemapFiles } from '../../../build/discovery/sitemap.ts';
import { defaultSite } from '../../../build/edition/site-settings.ts';

const addressesIn = (text: string): string[] =>
  [...text.matchAll(/<loc>\0origin\0([^<]+)<\/loc>/g)].map(([, path = '']) => path);

it('the sitemap becomes an index of numbered parts when one file would hold too many pages', () => {
  const guides = Array.from({ length: 25 }, (_, index) => ({ slug: `guide-${index}` }));
  const site = { guides, domains: defaultSite.domains };
  const whole = sitemapFiles([], site);
  expect([...whole.keys()]).toEqual(['/sitemap.xml']);
  const files = sitemapFiles([], site, 10);
  const index = files.get('/sitemap.xml') ?? '';
  expect(index).toContain('<sitemapindex ');
  const parts = addressesIn(index);
  expect(parts).toEqual(['/sitemaps/1.xml', '/sitemaps/2.xml', '/sitemaps/3.xml', '/sitemaps/4.xml']);
  expect(parts.flatMap((path) => addressesIn(files.get(path) ?? ''))).toEqual(
    addressesIn(whole.get('/sitemap.xml') ?? ''),
  );
});
