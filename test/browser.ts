// Pages in a real Chromium, which may not send requests to any other server.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished, type TestAPI, type TestContext, test } from 'vitest';
import { noBrowser } from './browser-server.ts';
import { isAllHere } from './needed.ts';

/** Connects to the browser that `test/browser-server.ts` started for the run; a machine without one skips the test with the reason. */
async function connect({ skip }: Pick<TestContext, 'skip'>): Promise<Browser> {
  const endpoint = inject('browserEndpoint');
  if (isAllHere(endpoint === undefined ? noBrowser : undefined) && endpoint !== undefined)
    return chromium.connect(endpoint);
  return skip(noBrowser);
}

/** A browser for one test. */
export async function openBrowser(context: Pick<TestContext, 'skip'>): Promise<Browser> {
  const browser = await connect(context);
  onTestFinished(() => browser.close());
  return browser;
}

interface Pages {
  browser: Browser;
  /** Opens a page with these settings. */
  visit(visitor: Partial<Visitor>, look: (page: Page) => Promise<void>): Promise<void>;
  /** A page with the usual settings. */
  page: Page;
}

/** Declares tests of the pages of a server. */
export const testsOf = (origin: string): TestAPI<Pages> =>
  test.extend<Pages>({
    browser: async ({ skip }, use) => use(await openBrowser({ skip })),
    visit: ({ browser }, use) => use((visitor, look) => visit(browser, { origin, ...visitor }, look)),
    page: ({ visit }, use) => visit({}, use),
  });

export interface Visitor {
  /** The base of all pages; a request to any other origin fails the test. */
  origin: string;
  language?: 'zh' | 'en';
  theme?: 'light' | 'dark';
  /** In CSS pixels. */
  width?: number;
  javaScript?: boolean;
  /** Console messages that are expected. */
  expects?: RegExp;
  more?: BrowserContextOptions;
}

/** The address of a page, without the origin and decoded. */
export const addressOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return decodeURIComponent(pathname + search + hash);
};

/** Waits until the address of a page equals this or matches. */
export const reaches = (page: Page, address: string | RegExp): Promise<void> =>
  page.waitForURL(
    ({ pathname, search, hash }) => {
      const at = decodeURIComponent(pathname + search + hash);
      return typeof address === 'string' ? at === address : address.test(at);
    },
    { waitUntil: 'commit' },
  );

/**
 * Visits pages with these settings. Afterwards it fails on a request to another server, on a console message (policy
 * violations appear there) and on an error of a script, unless the test expects it.
 */
export async function visit<Result>(
  browser: Browser,
  { origin, language = 'en', theme = 'light', width = 1280, javaScript = true, expects, more = {} }: Visitor,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    colorScheme: theme,
    viewport: { width, height: 800 },
    javaScriptEnabled: javaScript,
    ...more,
  });
  // Shorter than the test timeout, so that the missing element is named; longer than a busy machine needs for a page.
  context.setDefaultTimeout(30_000);
  const faults: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      faults.push(`a request to ${route.request().url()}`);
      return route.abort();
    },
  );
  context.on('weberror', (error) => faults.push(`an error: ${error.error().message}`));
  context.on('console', (message) => {
    const { url } = message.location();
    // The console also reports missing pages and error pages.
    const isOfPage = url === message.page()?.url() && /\b(?:404|500)\b/.test(message.text());
    const isExpected = isOfPage || expects?.test(message.text()) === true;
    if (/error|warning/.test(message.type()) && !isExpected) faults.push(`${message.text()} (${url})`);
  });
  try {
    const result = await look(await context.newPage());
    if (faults.length > 0) throw new Error('something else went wrong');
    return result;
  } catch (error) {
    if (error instanceof Error && faults.length > 0) error.message += ` (in the browser: ${faults.join('; ')})`;
    throw error;
  } finally {
    await context.close();
  }
}
