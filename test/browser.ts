// Opens pages of one server in Chromium. If a page sends a request to another server, the test fails.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished, type TestAPI, type TestContext, test } from 'vitest';
import { noBrowser } from './browser-server.ts';
import { isAllHere } from './needed.ts';

/** Connects to the browser that `test/browser-server.ts` started for the run. Without a browser it skips the test. */
async function connect({ skip }: Pick<TestContext, 'skip'>): Promise<Browser> {
  const endpoint = inject('browserEndpoint');
  if (isAllHere(endpoint === undefined ? noBrowser : undefined) && endpoint !== undefined)
    return chromium.connect(endpoint);
  return skip(noBrowser);
}

/** Connects to the browser, and closes the connection after the test. */
export async function openBrowser(context: Pick<TestContext, 'skip'>): Promise<Browser> {
  const browser = await connect(context);
  onTestFinished(() => browser.close());
  return browser;
}

interface Pages {
  browser: Browser;
  /** Opens a page with these settings and runs `look`. */
  visit(visitor: Partial<Visitor>, look: (page: Page) => Promise<void>): Promise<void>;
  /** A page with the default settings. */
  page: Page;
}

/** The `test` function for pages of the server at this origin. */
export const testsOf = (origin: string): TestAPI<Pages> =>
  test.extend<Pages>({
    browser: async ({ skip }, use) => use(await openBrowser({ skip })),
    visit: ({ browser }, use) => use((visitor, look) => visit(browser, { origin, ...visitor }, look)),
    page: ({ visit }, use) => visit({}, use),
  });

export interface Visitor {
  /** The origin of all pages. A request to any other origin fails the test. */
  origin: string;
  language?: 'zh' | 'en';
  theme?: 'light' | 'dark';
  /** The width of the viewport in CSS pixels. */
  width?: number;
  javaScript?: boolean;
  /** A pattern of expected console messages, which do not fail the test. */
  expects?: RegExp;
  more?: BrowserContextOptions;
}

/** The decoded path, query and fragment of a page. */
export const addressOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return decodeURIComponent(pathname + search + hash);
};

/** Waits until the decoded path, query and fragment of a page equal the text or match the pattern. */
export const reaches = (page: Page, address: string | RegExp): Promise<void> =>
  page.waitForURL(
    ({ pathname, search, hash }) => {
      const at = decodeURIComponent(pathname + search + hash);
      return typeof address === 'string' ? at === address : address.test(at);
    },
    { waitUntil: 'commit' },
  );

/**
 * Opens a page with these settings and runs `look`. Then fails if the page sent a request to another server, if a script threw, or
 * if the console has an unexpected error or warning, such as a violation of the content security policy.
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
  // The time-out is below that of the test, so that the error names the missing element. A busy machine may need seconds for a page.
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
    // The browser logs an error for a page with status 404 or 500, which is not a fault of the page.
    const isOfPage = url === message.page()?.url() && /\b(?:404|500)\b/.test(message.text());
    const isExpected = isOfPage || expects?.test(message.text()) === true;
    if (/error|warning/.test(message.type()) && !isExpected) faults.push(`${message.text()} (${url})`);
  });
  try {
    const result = await look(await context.newPage());
    if (faults.length > 0) throw new Error('the browser reported faults');
    return result;
  } catch (error) {
    if (error instanceof Error && faults.length > 0) error.message += ` (in the browser: ${faults.join('; ')})`;
    throw error;
  } finally {
    await context.close();
  }
}
