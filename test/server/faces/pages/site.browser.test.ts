// Trying requests in the API reference, filtering a domain, and the pages around them, in a real browser.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, reaches, sharedBrowser, visit } from '../../../browser.ts';
import { publishedWith } from '../../../build/sources.ts';
import { type Contract, startContract } from '../../../contract/contract.ts';
import { movableClock, startServer, stateFor } from '../../../server.ts';
import { articleText, contentOf, publishFolder } from '../../../site.ts';

let contract: Contract;
const shared = sharedBrowser();
beforeAll(async () => {
  contract = await startContract();
});
afterAll(async () => {
  await shared.close();
  await contract.server.close();
});

const formOf = (page: Page, path: string) => page.getByRole('form', { name: `Try it: ${path}`, exact: true });

describe('trying a request', () => {
  it('sends what the form says to this server, and shows status, headers and JSON', async (context) => {
    const browser = await shared.of(context);
    await visit(browser, { origin: contract.server.origin }, async (page) => {
      await page.goto('/en/docs/api');
      const form = formOf(page, '/api/v1/search');
      await form.getByLabel('q', { exact: true }).fill('penguin & <b>');
      await form.getByLabel('snippet').selectOption('false');
      await form.getByLabel('pageSize').fill('1');
      await form.getByLabel('maxRisk').selectOption('high');
      expect(await form.locator('.try-request').textContent()).toBe(
        'GET /api/v1/search?q=penguin+%26+%3Cb%3E&maxRisk=high&pageSize=1&snippet=false',
      );
      await form.getByRole('button', { name: 'Send' }).click();
      await form.getByText('Answered: 200 OK').waitFor();
      const { data } = JSON.parse((await form.locator('.try-body').textContent()) ?? '');
      const asked = '/api/v1/search?q=penguin%20%26%20%3Cb%3E&pageSize=1&maxRisk=high';
      expect(data).toEqual((await contract.api(asked)).body.data);
      expect(await form.locator('.try-headers').textContent()).toMatch(/^content-type: application\/json/);
      expect(addressOf(page)).toBe('/en/docs/api');
    });
  });

  it('shows what is wrong with a request, and encodes what goes into a path', async (context) => {
    const browser = await shared.of(context);
    // The browser itself tells of answers that are no 2xx.
    const paths: string[] = [];
    const page = await (await browser.newContext({ baseURL: contract.server.origin, locale: 'en-GB' })).newPage();
    page.on('request', (request) => paths.push(request.url()));
    await page.goto('/en/docs/api');
    const article = formOf(page, '/api/v1/articles/{slug}');
    await article.getByLabel('slug').fill('../../domains?x=//evil.example');
    await article.getByRole('button', { name: 'Send' }).click();
    await article.getByText(/Answered: 404/).waitFor();
    expect(paths.at(-1)).toContain('/api/v1/articles/..%2F..%2Fdomains%3Fx%3D%2F%2Fevil.example');
    expect(paths.filter((path) => !path.startsWith(contract.server.origin))).toEqual([]);
    const search = formOf(page, '/api/v1/search');
    await search.getByLabel('pageSize').fill('500');
    await search.getByLabel('pageSize').press('Enter');
    await search.getByText('Answered: 400 Bad Request').waitFor();
    expect(await search.locator('.try-body').textContent()).toContain('a whole number from 1 to 100');
    await page.context().close();
  });

  it('names the agent where an operation needs one', async (context) => {
    const browser = await shared.of(context);
    await visit(browser, { origin: contract.server.origin, language: 'zh' }, async (page) => {
      await page.goto('/zh/docs/api');
      const form = page.getByRole('form', { name: '试一试: /api/v1/agents/me' });
      await form.getByLabel('x-agent-id').fill('tea-taster');
      await form.getByRole('button', { name: '发送' }).click();
      await form.getByText('回答：200 OK').waitFor();
      expect(await form.locator('.try-body').textContent()).toContain('tea-taster');
    });
  });

  it('waits when the limit is reached, says for how long, and goes on', async (context) => {
    const browser = await shared.of(context);
    const clock = movableClock();
    const state = stateFor(clock, { keyless: { limit: 1, windowMs: 6_000 } });
    const server = await startServer(contract.editionFolder, { clock, state });
    const page = await (await browser.newContext({ baseURL: server.origin, locale: 'en-GB' })).newPage();
    await page.goto('/en/docs/api');
    const form = formOf(page, '/api/v1/domains');
    const button = form.getByRole('button');
    await button.click();
    await form.getByText('Answered: 200 OK').waitFor();
    await button.click();
    await form.getByText('Answered: 429 Too Many Requests').waitFor();
    expect(await button.textContent()).toMatch(/^Room again in \d s$/);
    let asked = 0;
    page.on('request', () => {
      asked += 1;
    });
    await button.click({ force: true });
    expect(asked).toBe(0);
    clock.advance(7_000);
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await form.getByText('Answered: 200 OK').waitFor();
    await page.context().close();
  });

  it('opens the answer without scripts', async (context) => {
    const browser = await shared.of(context);
    await visit(browser, { origin: contract.server.origin, javaScript: false }, async (page) => {
      for (const path of ['/api/v1/search', '/api/v1/articles/{slug}', '/api/v1/changes', '/api/v1/domains']) {
        await page.goto('/en/docs/api');
        const form = formOf(page, path);
        const [response] = await Promise.all([
          page.waitForResponse(/\/api\/v1\//),
          form.getByRole('button', { name: 'Send' }).click(),
        ]);
        expect(response.status(), response.url()).toBe(200);
        await page.waitForURL(response.url());
      }
    });
  });
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

  it('can be searched in, and leads to the one before and the one after', async (context) => {
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
  it('are asked for with a form', async (context) => {
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

describe('the contents of a page of the documentation', () => {
  it('stand beside it where there is room, above it where there is none, and lead to their headings', async (context) => {
    const browser = await shared.of(context);
    for (const width of [360, 1280]) {
      await visit(browser, { origin: contract.server.origin, width }, async (page) => {
        await page.goto('/en/docs/api');
        const contents = page.getByRole('navigation', { name: 'On this page' });
        const [list, first] = [await contents.boundingBox(), await page.locator('.operation').first().boundingBox()];
        expect((list?.x ?? 0) > (first?.x ?? 0) + (first?.width ?? 0), String(width)).toBe(width === 1280);
        await contents.getByRole('link', { name: 'Limits' }).click();
        await reaches(page, '/en/docs/api#limits');
      });
    }
  });
});
