// Tests the page of a domain, the page of changes and the API reference in a real browser.
import { afterAll, expect } from 'vitest';
import { reaches, testsOf } from '../../../browser.ts';
import { startContract } from '../../../contract/contract.ts';
import { startServer } from '../../../server.ts';
import { articleText, contentOf, guidesAlone, publishFolder } from '../../../site.ts';

const { server } = await startContract();
afterAll(() => server.close());
const it = testsOf(server.origin);

it('a domain page has a search box, and links to a filtered search and to the neighbouring domains', async ({
  page,
}) => {
  await page.goto('/en/domains/mcp');
  await page.locator('main').getByRole('searchbox').fill('penguin');
  await page.locator('main').getByRole('searchbox').press('Enter');
  await page.waitForURL('**/en/?domain=mcp&q=penguin');
  await page.goto('/en/domains/mcp');
  await page.getByRole('link', { name: 'filter by status, risk and more' }).click();
  await page.waitForURL('**/en/?domain=mcp');
  await page.goto('/en/domains/mcp');
  const around = page.getByRole('navigation', { name: 'Other domains' });
  expect(await around.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    ['/en/domains/agent', '/en/domains/skill'],
  );
});

it('the page of changes has a form that shows the changes since a given day', async ({ visit }) => {
  const cup = (en: string) => contentOf({ 'mcp/cup.md': articleText({ en: `## Cause\n\n${en}` }) });
  const folder = await publishFolder(await cup('Clay.'));
  await publishFolder(await cup('Glass.'), folder);
  const { origin } = await startServer(folder);
  await visit({ origin, javaScript: false }, async (page) => {
    await page.goto('/en/changes');
    await page.getByLabel('Since the day').fill('2026-01-01');
    await page.getByRole('button', { name: 'Show what changed' }).click();
    await page.waitForURL('**/en/changes?since=2026-01-01');
    expect(await page.getByRole('heading', { name: /^Since edition/ }).count()).toBe(1);
    expect(await page.locator('.changes li').count()).toBe(1);
  });
});

it('the API reference has its contents list beside it on wide screens, and fits narrow screens', async ({ visit }) => {
  const { origin } = await startServer(await publishFolder(await guidesAlone()));
  for (const width of [360, 1280]) {
    await visit({ origin, width }, async (page) => {
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
