// The page of a domain, the changes of a day, and the API reference, in a real browser.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reaches, sharedBrowser, visit } from '../../../browser.ts';
import { type Contract, startContract } from '../../../contract/contract.ts';
import { startServer } from '../../../server.ts';
import { articleText, contentOf, guidesAlone, publishFolder } from '../../../site.ts';

let contract: Contract;
const shared = sharedBrowser();
beforeAll(async () => {
  contract = await startContract();
});
afterAll(async () => {
  await shared.close();
  await contract.server.close();
});

describe('a domain', () => {
  it('can be searched, and links to its articles with filters and to the previous and next domain', async (context) => {
    const browser = await shared.of(context);
    await visit(browser, { origin: contract.server.origin }, async (page) => {
      await page.goto('/en/domains/mcp');
      await page.locator('main').getByRole('searchbox').fill('penguin');
      await page.locator('main').getByRole('searchbox').press('Enter');
      await page.waitForURL('**/en/?domain=mcp&q=penguin');
      await page.goto('/en/domains/mcp');
      await page.getByRole('link', { name: 'filter by status, risk and more' }).click();
      await page.waitForURL('**/en/?domain=mcp');
      await page.goto('/en/domains/mcp');
      const around = page.getByRole('navigation', { name: 'Other domains' });
      expect(
        await around.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ).toEqual(['/en/domains/agent', '/en/domains/skill']);
    });
  });
});

describe('the changes of a day', () => {
  it('are requested with a form', async (context) => {
    const browser = await shared.of(context);
    const cup = (en: string) => contentOf({ 'mcp/cup.md': articleText({ en: `## Cause\n\n${en}` }) });
    const folder = await publishFolder(await cup('Clay.'));
    await publishFolder(await cup('Glass.'), folder);
    const server = await startServer(folder);
    await visit(browser, { origin: server.origin, javaScript: false }, async (page) => {
      await page.goto('/en/changes');
      await page.getByLabel('Since the day').fill('2026-01-01');
      await page.getByRole('button', { name: 'Show what changed' }).click();
      await page.waitForURL('**/en/changes?since=2026-01-01');
      expect(await page.getByRole('heading', { name: /^Since edition/ }).count()).toBe(1);
      expect(await page.locator('.changes li').count()).toBe(1);
    });
  });
});

describe('the API reference', () => {
  it('has its contents beside it on wide screens, above it on narrow ones, and fits the width', async (context) => {
    const browser = await shared.of(context);
    const { server } = await startContract(await guidesAlone());
    onTestFinished(() => server.close());
    for (const width of [360, 1280]) {
      await visit(browser, { origin: server.origin, width }, async (page) => {
        await page.goto('/en/docs/api');
        const contents = page.getByRole('navigation', { name: 'On this page' });
        const [list, text] = [await contents.boundingBox(), await page.locator('article').boundingBox()];
        expect((list?.x ?? 0) > (text?.x ?? 0) + (text?.width ?? 0), String(width)).toBe(width === 1280);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await contents.getByRole('link', { name: 'Limits' }).click();
        await reaches(page, '/en/docs/api#limits');
      });
    }
  });
});
