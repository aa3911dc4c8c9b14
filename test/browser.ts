// The one helper that opens a browser: a real Chromium, where there is one.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
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
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox'],
  });
  onTestFinished(() => browser.close());
  return browser;
}
