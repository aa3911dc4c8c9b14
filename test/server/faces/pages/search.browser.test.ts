// Tests searching in a real browser: results while typing, the keyboard, filters, the history, the limit and lost connections.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { addressOf, reaches, testsOf } from '../../../browser.ts';
import { startContract } from '../../../contract/contract.ts';
import { manyArticles } from '../../../contract/many-articles.ts';
import { movableClock, stateFor } from '../../../server.ts';

const contract = await startContract(await manyArticles());
afterAll(() => contract.server.close());
const it = testsOf(contract.server.origin);

const box = (page: Page) => page.getByRole('searchbox');
const answerOf = async (query: string) =>
  (await contract.api(`/api/v1/search?${query}&facets=true&snippet=true`)).body.data;
const titles = (page: Page): Promise<string[]> => page.locator('.answer .row h3').allTextContents();
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
const found = (page: Page, text: string | RegExp) =>
  page
    .locator('.results .found')
    .filter({ hasText: typeof text === 'string' ? new RegExp(`^${text}`) : text })
    .waitFor();
/** Opens a page and waits until its script runs. Before that, the form and the links load whole pages. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('.note').waitFor({ state: 'attached' });
}
const count = async (query: string): Promise<number> => (await answerOf(query)).pagination.total;

describe('results while typing', () => {
  it('equal the results that the server sends for the same address, in both languages', async ({ page }) => {
    for (const [language, q] of [
      ['en', 'teapot'],
      ['zh', '茶壶'],
      ['en', '企鹅'],
      ['zh', 'xyzzy'],
      ['en', '<b>teapot</b> & "kite"'],
    ] as const) {
      await open(page, `/${language}/`);
      await box(page).fill(q);
      await found(page, /./);
      const typed = [await page.locator('.results').innerHTML(), await page.title(), addressOf(page)];
      await page.reload();
      const served = [await page.locator('.results').innerHTML(), await page.title(), addressOf(page)];
      expect(typed, q).toEqual(served);
      const answer = await answerOf(`q=${encodeURIComponent(q)}`);
      expect(await titles(page), q).toEqual(
        answer.items.map(({ title }: { title: Record<string, string> }) => title[language]),
      );
    }
  });

  it('need two characters or one Han character, and only one request for a word that is typed fast', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/v1/search') asked.push(searchParams.get('q') ?? '');
    });
    await page.clock.install();
    await open(page, '/en/');
    // The test moves the clock of the page, so that typing is fast even on a slow machine.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.keyboard.press('/');
    await page.keyboard.type('t');
    await page.clock.runFor(1_000);
    for (const key of 'eapot') {
      await page.keyboard.type(key);
      await page.clock.runFor(80);
    }
    await page.clock.resume();
    await found(page, /articles/);
    expect(asked).toEqual(['teapot']);
    await box(page).fill('x');
    await page.locator('.welcome').waitFor();
    await reaches(page, '/en/');
    expect([await page.title(), asked.length]).toEqual(['Stele', 1]);
    await box(page).fill('茶');
    await found(page, /articles/);
    await box(page).fill('teapot');
    await found(page, `${await count('q=teapot')} articles`);
    expect(asked).toEqual(['teapot', '茶']);
  });

  it('are never replaced by the late answer to an earlier query', async ({ page }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late = page.waitForRequest(/q=piano/);
    await page.route(/q=piano/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await open(page, '/en/');
    await box(page).fill('piano');
    await late;
    await box(page).fill('teapot');
    await found(page, `${await count('q=teapot')} articles`);
    const shown = await titles(page);
    release();
    await page.evaluate(() => fetch('/api/v1/search?q=kite').then((response) => response.text()));
    expect([await titles(page), addressOf(page)]).toEqual([shown, '/en/?q=teapot']);
  });

  it('are not requested while an input method composes a word', async ({ page }) => {
    await open(page, '/zh/');
    await box(page).focus();
    const client = await page.context().newCDPSession(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await client.send('Input.imeSetComposition', { text: 'chahu', selectionStart: 5, selectionEnd: 5 });
    await page.keyboard.press('Enter');
    // Waits longer than the page waits between a keystroke and its request.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect([asked, addressOf(page)]).toEqual([[], '/zh/']);
    await client.send('Input.insertText', { text: '茶壶' });
    await found(page, `共 ${await count('q=茶壶')} 篇`);
    await reaches(page, '/zh/?q=茶壶');
  });
});

describe('the search box with the keyboard', () => {
  it('a slash focuses the search box, arrows and Enter open a result, and Escape returns to the box', async ({
    page,
  }) => {
    await open(page, '/en/');
    await page.keyboard.press('/');
    await page.keyboard.type('teapot');
    await found(page, /articles/);
    const [first = '', second = ''] = await titles(page);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(first);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(second);
    await page.keyboard.press('Escape');
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await box(page).inputValue()).toBe('teapot');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/en\/articles\//);
    expect(await page.locator('h1').textContent()).toBe(first);
    await page.goBack();
    expect(await titles(page)).toContain(second);
  });

  it('Enter sets and clears a filter, which keeps the focus', async ({ page }) => {
    await open(page, '/en/?q=teapot');
    const filter = page.getByRole('link', { name: /^verified/ });
    await filter.press('Enter');
    await page.waitForURL('/en/?q=teapot&status=verified');
    await found(page, `${await count('q=teapot&status=verified')} articles`);
    expect(await focused(page)).toContain('verified');
    expect(await filter.getAttribute('aria-current')).toBe('true');
    await page.keyboard.press('Enter');
    await found(page, `${await count('q=teapot')} articles`);
    await reaches(page, '/en/?q=teapot');
    expect(await filter.getAttribute('aria-current')).toBe(null);
  });

  it('a slash that is typed into the search box is text', async ({ page }) => {
    await page.goto('/en/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('a/b');
    expect(await box(page).inputValue()).toBe('a/b');
  });
});

describe('the filters', () => {
  it('show the same counts as the API', async ({ page }) => {
    await open(page, '/en/?q=teapot&maxRisk=medium');
    const { facets } = await answerOf('q=teapot&maxRisk=medium');
    const shown = await page
      .locator('.filters li')
      .evaluateAll((items) => items.map((item) => Number(item.querySelector('.count')?.textContent)));
    expect(shown).toEqual(
      ['domain', 'status', 'maxRisk', 'minConfidence'].flatMap((name) => Object.values(facets[name])),
    );
  });

  it('are kept on the next page of results and for a new query', async ({ page }) => {
    await open(page, '/zh/?maxRisk=high');
    await page.getByRole('link', { name: '下一页' }).click();
    await found(page, /第 2 \/ 7 页/);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await box(page).fill('茶壶');
    await found(page, `共 ${await count('q=茶壶')} 篇`);
    await reaches(page, '/zh/?q=茶壶&maxRisk=high');
  });

  it('are kept, but the query is dropped, by the search that is suggested when nothing is found', async ({ page }) => {
    await open(page, '/en/?domain=mcp');
    await box(page).fill('xyzzy');
    await found(page, 'No article was found.');
    const { suggestions } = await answerOf('q=xyzzy&domain=mcp');
    const links = page.locator('.instead a');
    expect(await links.count()).toBe(suggestions.length);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.answer .row').first().waitFor();
    await reaches(page, '/en/?domain=mcp');
    expect(await box(page).inputValue()).toBe('');
  });
});

describe('navigation', () => {
  it('adds one history entry per submitted query and filter, not per letter, and restores each', async ({ page }) => {
    await page.goto('/en/docs');
    await open(page, '/en/');
    const before = await page.evaluate(() => history.length);
    await box(page).pressSequentially('tea');
    await box(page).pressSequentially('pot', { delay: 250 });
    await found(page, `${await count('q=teapot')} articles`);
    expect(await page.evaluate(() => history.length)).toBe(before);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await page.getByRole('link', { name: /^verified/ }).click();
    await found(page, `${await count('q=teapot&status=verified')} articles`);
    await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
    await page.waitForFunction(() => history.state?.scrollY === 400);
    await page.goBack();
    await found(page, `${await count('q=teapot')} articles`);
    await reaches(page, '/en/?q=teapot');
    expect(await page.locator('a[aria-current=true]').count()).toBe(0);
    await page.goBack();
    await page.locator('.welcome').waitFor();
    await reaches(page, '/en/');
    expect([await box(page).inputValue(), await page.title()]).toEqual(['', 'Stele']);
    await page.goForward();
    await page.goForward();
    await found(page, `${await count('q=teapot&status=verified')} articles`);
    expect([await box(page).inputValue(), await page.evaluate(() => window.scrollY)]).toEqual(['teapot', 400]);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.waitForURL('/en/docs');
  });

  it('by the language switch leads to the same search in the other language', async ({ page }) => {
    await open(page, '/en/');
    await box(page).fill('teapot');
    await found(page, /articles/);
    await page.getByRole('link', { name: '中文' }).click();
    await found(page, '共');
    await reaches(page, '/zh/?q=teapot');
    await page.getByRole('link', { name: 'English' }).click();
    await reaches(page, '/en/?q=teapot');
  });
});

describe('a search over the rate limit or without a connection', () => {
  async function limitedTo(limit: number) {
    const clock = movableClock();
    const state = stateFor(clock, { keyless: { limit, windowMs: 2000 } });
    const { server } = await contract.another({ clock, state });
    return { clock, visitor: { origin: server.origin, expects: /429/ } };
  }

  it('keeps the earlier results, says when it will continue, and continues by itself', async ({ visit }) => {
    const { clock, visitor } = await limitedTo(2);
    await visit(visitor, async (page) => {
      await open(page, '/en/');
      await box(page).fill('teapot');
      await page.waitForURL('**/en/?q=teapot');
      await box(page).fill('piano');
      // Both queries may find the same number of articles, so the test first waits for the address.
      await page.waitForURL('**/en/?q=piano');
      await found(page, `${await count('q=piano')} articles`);
      const shown = await titles(page);
      await box(page).fill('kite');
      const note = page.locator('.note');
      await note.getByRole('status').filter({ hasText: 'continues automatically' }).waitFor();
      expect(await note.locator('.countdown').textContent()).toMatch(/^[12] s$/);
      expect([await titles(page), addressOf(page)]).toEqual([shown, '/en/?q=piano']);
      // The page shows a cached answer even while the limit is exceeded.
      await box(page).fill('teapot');
      await found(page, `${await count('q=teapot')} articles`);
      await box(page).fill('kite');
      clock.advance(2000);
      await found(page, `${await count('q=kite')} articles`);
      expect([addressOf(page), await note.getByRole('status').textContent()]).toEqual(['/en/?q=kite', '']);
    });
  });

  it('stays on the page on Enter, puts the new query in the address, and is repeated after the wait', async ({
    visit,
  }) => {
    const { clock, visitor } = await limitedTo(1);
    await visit(visitor, async (page) => {
      await open(page, '/en/');
      await box(page).fill('teapot');
      await found(page, /articles/);
      await box(page).fill('kite');
      await page.locator('.note [role=status]').filter({ hasText: 'continues automatically' }).waitFor();
      await page.keyboard.press('Enter');
      await reaches(page, '/en/?q=kite');
      expect(await titles(page)).not.toEqual([]);
      clock.advance(2000);
      await found(page, `${await count('q=kite')} articles`);
    });
  });

  it('is repeated when the connection is back, and after an error when the reader presses “Try again”', ({ visit }) =>
    visit({ expects: /500|ERR_INTERNET_DISCONNECTED/ }, async (page) => {
      await open(page, '/zh/');
      await page.context().setOffline(true);
      await box(page).fill('茶壶');
      const again = page.getByRole('button', { name: '重试' });
      await again.waitFor();
      await page.context().setOffline(false);
      await found(page, `共 ${await count('q=茶壶')} 篇`);
      expect(await again.isVisible()).toBe(false);
      await page.route(/q=teapot/, (route) => route.fulfill({ status: 500, json: { data: null } }));
      await box(page).fill('teapot');
      await again.waitFor();
      await page.unroute(/q=teapot/);
      await again.click();
      await found(page, `共 ${await count('q=teapot')} 篇`);
    }));
});

describe('the search box in the header of other pages', () => {
  it('shows the best results in a panel that the keyboard reaches and Escape closes', async ({ page }) => {
    await page.goto('/en/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('teapot');
    const panel = page.locator('.panel');
    await panel
      .getByRole('status')
      .filter({ hasText: `${await count('q=teapot')} articles` })
      .waitFor();
    const { items } = await answerOf('q=teapot&pageSize=5');
    expect(await panel.locator('li a').allTextContents()).toEqual(
      items.map(({ title }: { title: Record<string, string> }) => title.en),
    );
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(items[0].title.en);
    await page.keyboard.press('Escape');
    expect([
      await panel.isVisible(),
      await box(page).evaluate((element) => element === document.activeElement),
    ]).toEqual([false, true]);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(items[0].title.en);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('s');
    await panel.getByRole('status').filter({ hasText: 'article' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await box(page).inputValue()).toBe('teapots');
    await page.keyboard.press('Enter');
    await page.waitForURL('/en/?q=teapots');
    expect((await titles(page)).length).toBeGreaterThan(0);
  });

  it('closes its panel when it loses the focus, and the panel links to all results', async ({ page }) => {
    await page.goto('/zh/docs');
    await box(page).fill('茶壶');
    await page.locator('.panel li').first().waitFor();
    await page.mouse.click(5, 500);
    expect(await page.locator('.panel').isVisible()).toBe(false);
    await box(page).click();
    await page.getByRole('link', { name: '查看全部结果' }).click();
    await reaches(page, '/zh/?q=茶壶');
  });
});

describe('without scripts', () => {
  it('searching, filtering and paging work with links and the form', ({ visit }) =>
    visit({ javaScript: false, width: 360 }, async (page) => {
      await page.goto('/en/');
      await box(page).fill('teapot');
      await box(page).press('Enter');
      await found(page, `${await count('q=teapot')} articles`);
      if (!(await page.locator('.filters a').first().isVisible())) await page.locator('.filters summary').click();
      await page.getByRole('link', { name: /^verified/ }).click();
      await found(page, `${await count('q=teapot&status=verified')} articles`);
      await box(page).fill('kite');
      await page.getByRole('button', { name: 'Search' }).click();
      await found(page, `${await count('q=kite&status=verified')} article`);
      await reaches(page, '/en/?q=kite&status=verified');
      expect(await page.locator('.row mark').count()).toBeGreaterThan(0);
      await page.goto('/en/?maxRisk=high');
      await page.getByRole('link', { name: 'Next' }).click();
      await found(page, /page 2 of 7/);
      await page.goto('/en/?q=xyzzy&domain=mcp');
      await page.locator('.instead a').first().click();
      await page.locator('.row').first().waitFor();
    }));
});

it.for(['light', 'dark'] as const)(
  'axe finds no violation in the panel of results in the %s theme',
  (theme, { visit }) =>
    visit({ theme }, async (page) => {
      await page.goto('/en/docs');
      await box(page).fill('茶壶');
      await page.locator('.panel li').first().waitFor();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }),
);
