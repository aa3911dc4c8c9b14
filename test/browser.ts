// The one helper that opens a browser: a real Chromium, where there is one, on pages that may ask nobody else for anything.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished, type TestContext } from 'vitest';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));

/** Opens the browser for one test; a machine without one skips it and says so, but never in CI. */
export async function openBrowser({ skip }: Pick<TestContext, 'skip'>): Promise<Browser> {
  if (executablePath === undefined) {
    const reason = 'there is no Chromium on this machine (apt-get install chromium, or name one in CHROMIUM)';
    if (process.env.CI === 'true') throw new Error(reason);
    console.warn(`not checked: ${reason}`);
    skip(reason);
  }
  const browser = await launch();
  onTestFinished(() => browser.close());
  return browser;
}

/** One browser for all tests of a file: opened by the first that asks, as `openBrowser` does; `close` belongs into afterAll. */
export function sharedBrowser(): { of: typeof openBrowser; close(): Promise<void> } {
  let browser: Promise<Browser> | undefined;
  return {
    of(context) {
      if (executablePath === undefined) return openBrowser(context);
      browser ??= launch();
      return browser;
    },
    close: async () => (await browser)?.close(),
  };
}

const launch = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] });

export interface Visitor {
  /** Everything is below this; whatever asks for something else fails the test. */
  origin: string;
  language?: 'zh' | 'en';
  theme?: 'light' | 'dark';
  /** In CSS pixels. */
  width?: number;
  javaScript?: boolean;
  /** Messages on the console that are no fault. */
  expects?: RegExp;
  more?: BrowserContextOptions;
}

/** Where a page is, without the origin and with nothing escaped. What a click leads to may take a moment: poll for it. */
export const addressOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return decodeURIComponent(pathname + search + hash);
};

/**
 * Visits pages as somebody with these settings. Afterwards nothing may have gone wrong that the test did not look for: no
 * request to elsewhere, no message on the console (breaches of the policy show there), no error of a script.
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
  // Less than a test may take, so that what is missing is named; more than a busy machine needs for a page.
  context.setDefaultTimeout(60_000);
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
    // That a page is not there, or has a fault, is told on the console too.
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
