import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { testsOf } from '../../../browser.ts';
import { startServer } from '../../../server.ts';
import { contentOf, publishFolder } from '../../../site.ts';
import { hostileSite } from './hostile-articles.ts';
import { hostileTexts } from './hostile-texts.ts';

const texts = hostileTexts.map(({ text }) => text);
const hostile = hostileSite(texts);
const server = await startServer(await publishFolder(await contentOf(hostile)), {
  parts: {
    // Every image gets an answer, so that the browser reports no missing file.
    around: (app) => (request, response) =>
      request.headers['sec-fetch-dest'] === 'image' ? response.end() : app(request, response),
  },
});
afterAll(() => server.close());
const it = testsOf(server.origin);

/** Finds elements and attributes that the server's pages never contain, so that only a hostile text can have inserted them. */
const strangers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = 'ran' in window ? ['it ran'] : [];
    const never =
      'iframe,frame,object,embed,base,style,template,applet,meta[http-equiv],math,foreignObject,animate,set,use,audio,video,source,svg a,svg script,link[rel~=stylesheet]:not([href^="/assets/"])';
    for (const element of document.querySelectorAll(never)) found.push(element.outerHTML.slice(0, 200));
    for (const script of document.querySelectorAll('script')) {
      const isOurs = script.src.startsWith(`${location.origin}/assets/`) || script.type === 'application/ld+json';
      if (!isOurs || (script.src !== '' && script.text !== '')) found.push(script.outerHTML.slice(0, 200));
    }
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on|^style$|^srcdoc$|^ping$|^background$/i.test(name)) found.push(`${element.tagName} ${name}=${value}`);
        if (!/^(?:(?:xlink:)?href|src|action|formaction|poster|cite|data)$/i.test(name)) continue;
        const { protocol, origin } = new URL(value, location.href);
        const isFollowed = element.tagName === 'A' || name === 'cite';
        const isKnown = isFollowed ? /^(?:https?|mailto|ircs?|xmpp):$/.test(protocol) : origin === location.origin;
        const isOfFrame = element.tagName === 'LINK' && value.startsWith('http');
        if (!isKnown && !isOfFrame) found.push(`${element.tagName} ${name}=${value}`);
      }
    }
    return found;
  });

/** Opens pages one after the other. The test fails if a page opens a dialog, contains a hostile element or leads to another path. */
async function expectCalm(page: Page, paths: readonly string[], act?: () => Promise<void>): Promise<void> {
  const found: string[] = [];
  page.on('dialog', (dialog) => {
    found.push(`a dialog at ${page.url()}`);
    void dialog.dismiss();
  });
  for (const path of paths) {
    const address = new URL(path, server.origin).href;
    await page.goto(address);
    await act?.();
    for (const stranger of await strangers(page)) found.push(`${path}: ${stranger}`);
    if (new URL(page.url()).pathname !== new URL(address).pathname && act === undefined)
      found.push(`${path} led to ${page.url()}`);
  }
  expect(found).toEqual([]);
}

/** Adds /en or /zh to a path in turn. Both languages use the same code, so each text is tested in one of them. */
const inTurn = (path: string, number: number): string => `/${number % 2 === 0 ? 'en' : 'zh'}${path}`;

/** The first texts of every kind. The parameters and the path of a request are escaped in the same way, so not all are tried there. */
const ofEachKind = (count: number): string[] =>
  hostileTexts
    .filter(({ kind }, at) => hostileTexts.slice(0, at).filter((other) => other.kind === kind).length < count)
    .map(({ text }) => text);

// A test opens up to sixty pages. The timeout is in milliseconds.
describe('a hostile text runs no script', { timeout: 180_000 }, () => {
  it('on the page of an article that has the text in every field', async ({ page }) => {
    // The compiler accepts most of the texts in some place, so the pages exist.
    expect(Object.keys(hostile).length).toBeGreaterThan(texts.length);
    await expectCalm(
      page,
      // Every second text is opened here, the others at the end of an article or a guide. The page with both languages side by side
      // uses the same code, so only some articles are opened on that page.
      texts.flatMap((_, number) =>
        number % 2 === 0 ? inTurn(`/articles/line-${number}${number % 8 === 0 ? '/parallel' : ''}`, number / 2) : [],
      ),
    );
  });

  it('on the page of an article or a guide that ends with the text', async ({ page }) => {
    // Articles and guides use the same renderer, so an article is opened for one text and a guide for the next.
    const slugs = Object.keys(hostile).filter((path, at) => !path.startsWith('mcp/') && at % 2 === 0);
    const paths = slugs.map((path) => path.replace(/^guides/, 'docs').replace(/^skill/, 'articles'));
    await expectCalm(
      page,
      paths.map((path) => `/en/${path.replace(/\.md$/, '')}`),
    );
  });

  it('on a page that lists or finds articles and guides', async ({ page }) => {
    const prebuilt = Object.keys(server.currentEdition.library.pages).filter(
      (name) => !/\.md$|\/docs\/guide-/.test(name),
    );
    const pages = prebuilt.map((name) => `/${name.replace(/\/home$/, '/')}`);
    const results = Array.from(
      { length: Math.ceil(server.currentEdition.library.size / 20) },
      (_, page) => `/?q=tea&page=${page + 1}`,
    );
    await expectCalm(page, [...pages, ...results.map(inTurn)]);
  });

  it('in any parameter of a search', async ({ page }) => {
    const names = ['domain', 'status', 'maxRisk', 'minConfidence', 'lang', 'page', 'since', 'sort', 'section'];
    const paths = ofEachKind(2).map((text, number) => {
      const values = new URLSearchParams([['q', `tea ${text}`], ...names.map((name) => [name, text])]);
      return inTurn(`/?${values}#${encodeURIComponent(text)}`, number);
    });
    await expectCalm(page, paths);
  });

  it('in a path that does not exist', async ({ page }) => {
    const folders = ['/', '/articles/', '/docs/', '/domains/', '/articles/line-1/'];
    const paths = ofEachKind(2).map((text, number) =>
      inTurn(`${folders[number % folders.length]}${encodeURIComponent(text)}`, number),
    );
    await expectCalm(page, paths);
  });

  it('in the search box', async ({ page }) => {
    const firstOfKind = ofEachKind(1);
    let rows = 0;
    for (const text of firstOfKind) {
      await expectCalm(page, ['/en/', '/zh/articles/line-1'], async () => {
        const answered = page.waitForResponse(/\/api\/v1\/search\?/);
        await page.getByRole('searchbox').first().fill(`tea ${text}`);
        await answered;
        await page.locator('.panel li, .answer .row').first().waitFor();
        rows += await page.locator('.panel li, .answer .row').count();
      });
    }
    // The searches found articles, and these contain hostile texts too.
    expect(rows).toBeGreaterThan(firstOfKind.length);
  });
});
