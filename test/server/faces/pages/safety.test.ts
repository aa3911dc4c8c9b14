// Tests which resources pages load, and how paths that do not exist are answered.
import { afterAll, describe, expect, it } from 'vitest';
import { withoutData } from '../../../build/markup.ts';
import { startContract, textAt } from '../../../contract/contract.ts';
import { tagsOf, unexplained } from './html.ts';
import { pagePaths } from './site.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

const html = (path: string): Promise<string> => textAt(contract, path, 'text/html');
describe('a page', () => {
  it('loads nothing but its own style sheet and script', async () => {
    for (const path of [...(await pagePaths(contract)), '/?q=penguin', '/?q=xyzzy']) {
      // The icons in the header and footer of a page are inline SVG and load nothing.
      const page = withoutData(await html(`/en${path}`));
      const tags = tagsOf(page);
      expect(unexplained(page), path).toEqual([]);
      const loading = tags.filter(({ name }) =>
        /^(?:style|img|iframe|object|embed|video|audio|source|base)$/.test(name),
      );
      expect(loading, path).toEqual([]);
      const scripts = tags.filter(({ name }) => name === 'script').map(({ attributes }) => attributes.get('src'));
      for (const source of scripts) expect(source, path).toMatch(/^\/assets\/[\w-]+\.[\w-]+\.js$/);
      const sheets = tags.filter(({ name, attributes }) => name === 'link' && attributes.get('rel') === 'stylesheet');
      expect(
        sheets.map(({ attributes }) => attributes.get('href')),
        path,
      ).toEqual([expect.stringMatching(/^\/assets\/site\.[\w-]+\.css$/)]);
      for (const { attributes } of tags) {
        for (const [name, value] of attributes) {
          expect(name, path).not.toMatch(/^on|^style$/i);
          expect(value, path).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
        }
      }
    }
  });
});

describe('a path that does not exist', () => {
  const nowhere = [
    '/nothing',
    '/zh/nothing',
    '/articles/nothing',
    '/domains/nothing',
    '/docs/nothing',
    '/assets/nothing.css',
  ];

  it('gets an error page in the language of the browser', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    for (const path of nowhere) {
      for (const [accepted, language] of [
        ['zh-CN', 'zh-Hans'],
        ['en', 'en'],
      ] as const) {
        const response = await contract.get(path, { ...browser, 'accept-language': accepted });
        const page = await response.text();
        expect([response.status, response.headers.get('content-type')], path).toEqual([
          404,
          'text/html; charset=utf-8',
        ]);
        expect(page, path).toContain(`<html lang="${path.startsWith('/zh/') ? 'zh-Hans' : language}">`);
        expect(page, path).toMatch(/<meta name="robots" content="noindex"[\s\S]*<input[^>]* type="search"/);
        expect(unexplained(page), path).toEqual([]);
      }
    }
  });

  it('gets an error page that links to a search for the words of the path', async () => {
    const page = await (await contract.get('/zh/nowhere/king-penguin%26<b>', { accept: 'text/html' })).text();
    const [, address = ''] = /href="(\/zh\/\?q=[^"]*)"/.exec(page) ?? [];
    expect(address).toBe('/zh/?q=king%20penguin%26%3Cb%3E');
    expect((await contract.get(address, { accept: 'text/html' })).status).toBe(200);
    const none = await (await contract.get('/en/xyzzy%ff', { accept: 'text/html' })).text();
    expect(none).not.toContain('?q=');
  });

  it('gets 404 in the envelope for callers other than browsers', async () => {
    const pageNames = ['/home', '/en/search', '/zh/not-found'];
    const others = ['/articles/nothing.md', '/zh/nothing/', '/articles', '/%2e%2e/manifest.json'];
    for (const path of [...nowhere, ...pageNames, ...others]) {
      for (const accept of ['*/*', 'application/json', 'text/markdown', 'application/json, text/html;q=0.9']) {
        const { status, body } = await contract.api(path, { accept });
        expect([status, body.error.code], path).toEqual([404, 'NOT_FOUND']);
      }
    }
  });
});

it('assets have correct media types and hashed names, are immutable, and load nothing from elsewhere', async () => {
  const addresses = [...(await html('/en/docs')).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };
  for (const [ending, type] of Object.entries(types)) {
    const [address = ''] = addresses.filter((path) => new RegExp(`\\.[\\w-]{8,}\\.${ending}$`).test(path));
    const response = await contract.get(address);
    expect([response.status, response.headers.get('content-type')], ending).toEqual([200, `${type}; charset=utf-8`]);
    expect(response.headers.get('cache-control'), address).toContain('immutable');
    if (ending === 'css') expect(await response.text()).not.toMatch(/@import|url\(/i);
  }
});
