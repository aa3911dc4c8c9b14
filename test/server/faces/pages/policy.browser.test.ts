// A real browser on the real pages: the policy blocks nothing that they need, including the data for crawlers, and nothing else runs.
import { expect, it } from 'vitest';
import { openBrowser } from '../../../browser.ts';
import { startContract } from '../../../contract/contract.ts';
import { known } from '../../../contract/samples.ts';

it('pages violate no policy in a browser, and link to the index', async (context) => {
  const { server } = await startContract();
  const browser = await openBrowser(context);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Browsers request a default icon, which does not exist.
    if (!message.location().url.endsWith('/favicon.ico')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const path of ['/en/', '/zh/docs', '/en/domains/mcp', `/zh/articles/${known.complete}`, '/en/?q=penguin']) {
    await page.goto(`${server.origin}${path}`);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    for (const text of data) expect(JSON.parse(text)['@context'], path).toBe('https://schema.org');
    expect(data.length, path).toBe(path.includes('?q=') ? 0 : 1);
    expect(await page.locator('header a[href="/llms.txt"]').isVisible(), path).toBe(true);
  }
  expect(complaints).toEqual([]);
});
