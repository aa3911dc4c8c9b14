// The tests over all page types know every type, and reach it at its address.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '../../../../build/edition/vocabulary.ts';
import { type Site, startSite, templateOf, typeNamed } from '../../../page-types.ts';
import { tagsOf } from './html.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.server.close());

const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

it('every type of page answers at its address, in both languages', async () => {
  expect(site.types.length).toBeGreaterThanOrEqual(8);
  for (const language of languages) {
    for (const type of site.types) {
      // The text between the slots is prebuilt.
      const [, ...pieces] = templateOf(site, type, language).split(/\0\w+\0/);
      for (const path of type.paths) {
        const response = await site.server.get(`/${language}${path}`, asBrowser);
        const html = await response.text();
        expect([response.status, response.headers.get('content-type')], `${type.name} at ${path}`).toEqual([
          type.status,
          'text/html; charset=utf-8',
        ]);
        if (path !== type.paths[0]) continue;
        expect(pieces.length, type.name).toBeGreaterThan(2);
        for (const piece of pieces) expect(html, `${type.name} at ${path}`).toContain(piece);
      }
    }
  }
});

it('error pages are not indexed, and have a search box', async () => {
  for (const language of languages) {
    for (const { name, paths } of site.types.filter(({ status }) => status !== 200)) {
      for (const path of paths) {
        // The language of the path is used; without one, the browser's.
        const other = languages.find((candidate) => candidate !== language) ?? language;
        for (const [address, accepted] of [
          [`/${language}${path}`, other],
          [path, language],
        ] as const) {
          const html = await (await site.server.get(address, { ...asBrowser, 'accept-language': accepted })).text();
          const tags = tagsOf(html);
          const isHidden = tags.some(
            ({ attributes }) => attributes.get('name') === 'robots' && attributes.get('content') === 'noindex',
          );
          const canSearch = tags.some(({ attributes }) => attributes.get('type') === 'search');
          const shown = tags.find((tag) => tag.name === 'html')?.attributes.get('lang');
          expect([isHidden, canSearch, shown], `${name} at ${address}`).toEqual([
            true,
            true,
            language === 'zh' ? 'zh-Hans' : 'en',
          ]);
        }
      }
    }
  }
});

it('every linked page has a known type', async () => {
  const { server, library, types } = site;
  const known = new Set(types.map(({ name }) => name));
  const titles = new Map<string, string>();
  const seen = new Set(languages.map((language) => `/${language}/`));
  for (const path of seen) {
    const response = await server.get(path, asBrowser);
    if (!response.headers.get('content-type')?.startsWith('text/html') || response.status !== 200) continue;
    const html = await response.text();
    titles.set(path, html);
    for (const { name, attributes } of tagsOf(html)) {
      const address = attributes.get('href')?.split('#')[0] ?? '';
      if (name === 'a' && /^\/(?:zh|en)\//.test(address)) seen.add(address);
    }
  }
  expect(titles.size).toBeGreaterThan(30);
  const strange = [...titles.keys()].filter((path) => {
    const [, , ...parts] = (path.split('?')[0] ?? '').split('/');
    const own = parts.join('/');
    if (own === '') return false;
    const [folder, slug = '', rest = 'page'] = parts;
    return !known.has(folder === 'articles' && library.positionOfSlug.has(slug) ? rest : typeNamed(own));
  });
  expect(strange).toEqual([]);
});
