// Opens pages in a real browser. The content security policy must block nothing that they need, including the JSON-LD for crawlers.
import { afterAll, expect } from 'vitest';
import { testsOf } from '../../../browser.ts';
import { startContract } from '../../../contract/contract.ts';
import { known } from '../../../contract/samples.ts';

const { server } = await startContract();
afterAll(() => server.close());

// The browser reports violations on its console, and any console message fails the test.
testsOf(server.origin)('pages do not violate their content security policy, and link to llms.txt', async ({ page }) => {
  for (const path of ['/en/', '/zh/docs', '/en/domains/mcp', `/zh/articles/${known.complete}`, '/en/?q=penguin']) {
    await page.goto(path);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    for (const text of data) expect(JSON.parse(text)['@context'], path).toBe('https://schema.org');
    expect(data.length, path).toBe(path.includes('?q=') ? 0 : 1);
    expect(await page.locator('header a[href="/llms.txt"]').isVisible(), path).toBe(true);
  }
});
