// Filtering a domain, the changes of a day, and the API reference, in a real browser.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { reaches, sharedBrowser, visit } from '../../../browser.ts';
import { publishedWith } from '../../../build/sources.ts';
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
  it('is filtered by status and risk without scripts, and says when nothing has both', async (context) => {
    const browser = await shared.of(context);
    const parts = (index: number) => ({ id: `art_${index}`, enTitle: `Cup ${index}` });
    const files = Array.from({ length: 8 }, (_, index) => {
      const record = `[{ verifier: Li, result: passed, at: 2026-01-01T00:00:00Z, digest: ${publishedWith(parts(index)).digest} }]`;
      const fields = { riskLevel: index < 5 ? 'low' : 'high', ...(index < 3 && { verification: record }) };
      return [`mcp/cup-${index}.md`, articleText({ ...parts(index), fields })] as const;
    });
    const server = await startServer(await publishFolder(await contentOf(Object.fromEntries(files))));
    await visit(browser, { origin: server.origin, javaScript: false }, async (page) => {
      await page.goto('/en/domains/mcp');
      const shown = () => page.locator('.row:visible').count();
      const status = page.getByRole('group', { name: 'Status' });
      const risk = page.getByRole('group', { name: 'Risk' });
      expect(await shown()).toBe(8);
      await status.getByRole('radio', { name: 'verified 3', exact: true }).check();
      expect(await shown()).toBe(3);
      expect(await page.locator('.row:visible .badge.verified').count()).toBe(3);
      await risk.getByRole('radio', { name: 'high 3' }).check();
      expect([await shown(), await page.getByText('No article has both.').isVisible()]).toEqual([0, true]);
      await status.getByRole('radio', { name: 'all 8' }).check();
      expect([await shown(), await page.getByText('No article has both.').isVisible()]).toEqual([3, false]);
      await risk.getByRole('radio', { name: 'all 8' }).press('ArrowRight');
      expect(await shown()).toBe(5);
    });
  });

  it('can be searched, and links to the previous and the next one', async (context) => {
    const browser = await shared.of(context);
    await visit(browser, { origin: contract.server.origin }, async (page) => {
      await page.goto('/en/domains/mcp');
      await page.locator('main').getByRole('searchbox').fill('penguin');
      await page.locator('main').getByRole('searchbox').press('Enter');
      await page.waitForURL('**/en/?domain=mcp&q=penguin');
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
