// Tests the page of an article in a real browser: contents list, language switch, copying, both languages side by side, print.
import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { reaches, testsOf } from '../../../browser.ts';
import { startServer } from '../../../server.ts';
import { articleText, contentOf, publishFolder } from '../../../site.ts';

const filler = (word: string): string => `${word} `.repeat(400);
const code = 'const pot = "tea";\n\n\tbrew(pot); // 茶';
const fence = `\`\`\`js\n${code}\n\`\`\``;
const wide = `| ${Array(30).fill('teapotteapot').join(' | ')} |\n|${' - |'.repeat(30)}`;
const body = (word: string, heads: [string, string, string, string], questions: [string, string, string]): string =>
  [
    ...heads.slice(0, 3).flatMap((head) => [`## ${head}`, filler(word)]),
    ...[`### ${heads[3]}`, `${word}[^1]`, fence, '```output\n418\n```', wide, '- [x] 1\n- [ ] 2', '[^1]: 3'],
    ...[`## ${questions[0]}`, `### ${questions[1]}`, filler(word), `### ${questions[2]}`, word],
  ].join('\n\n');
const en = body('tea', ['Leaves', 'Water', 'Steam', 'Deeper'], ['Q&A', 'Does it drip?', 'Is it hot?']);
const zh = body('茶', ['茶叶', '水', '蒸汽', '更深'], ['问答', '漏吗？', '烫吗？']);
const record = '[{ verifier: taster, result: passed, at: 2026-01-02T00:00:00Z, notes: { zh: 好喝, en: tasty } }]';
const pot = (id: string, zhTitle: string, enTitle: string, updatedAt = '2026-01-03T00:00:00Z') =>
  articleText({ id, zhTitle, enTitle, fields: { updatedAt } });
const folder = await contentOf({
  'mcp/teapot.md': articleText({ zh, en, fields: { verification: record } }),
  'mcp/older.md': pot('art_older', '旧壶', 'Old pot', '2026-01-02T12:00:00Z'),
  'mcp/newer.md': pot('art_newer', '新壶', 'New pot', '2026-01-04T00:00:00Z'),
  'agent/other.md': pot('art_other', '别的', 'Another'),
});
const server = await startServer(await publishFolder(folder));
afterAll(() => server.close());
const it = testsOf(server.origin);

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
/** Presses a button, waits for its confirmation, and returns the text that it copied. */
async function copied(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button }).first().click();
  await page
    .getByRole('status')
    .filter({ hasText: /Copied|已复制/ })
    .waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}
/** Scrolls to the heading with this text. */
async function readFrom(page: Page, name: string): Promise<void> {
  await page.evaluate((text) => {
    const heading = [...document.querySelectorAll('h2, h3')].find(({ textContent }) => textContent === text);
    heading?.scrollIntoView({ behavior: 'instant' });
  }, name);
}

describe('the pages of an article', () => {
  it('need no horizontal scrolling at widths from 320 px', async ({ visit }) => {
    for (const width of [320, 800, 1100]) {
      await visit({ width }, async (page) => {
        for (const path of ['/articles/teapot', '/articles/teapot/parallel']) {
          await page.goto(`/en${path}`);
          const over = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(over, `${path} at ${width}`).toBeLessThanOrEqual(0);
        }
      });
    }
  });
});

describe('the contents list', () => {
  it('stays visible beside the text on wide screens, and marks the current section', async ({ page }) => {
    await page.goto('/en/articles/teapot');
    const list = page.getByRole('navigation', { name: 'Contents' });
    const titles = ['Leaves', 'Water', 'Steam', 'Deeper', 'Q&A', 'Does it drip?', 'Is it hot?'];
    expect(await list.locator('li a').allTextContents()).toEqual(titles);
    expect(await list.locator('[aria-current]').count()).toBe(0);
    for (const title of ['Water', 'Deeper', 'Leaves']) {
      await readFrom(page, title);
      await page.locator('.contents [aria-current]', { hasText: title }).waitFor();
      expect(await list.locator('[aria-current="location"]').allTextContents()).toEqual([title]);
      expect((await list.boundingBox())?.y).toBeLessThan(100);
    }
    await list.getByRole('link', { name: 'Is it hot?' }).click();
    await page.locator('.contents [aria-current]', { hasText: 'Is it hot?' }).waitFor();
  });

  it('opens above the text on small screens', async ({ visit }) => {
    await visit({ width: 360, javaScript: false }, async (page) => {
      await page.goto('/zh/articles/teapot');
      const link = page.locator('.contents').getByRole('link', { name: '蒸汽' });
      expect(await link.isVisible()).toBe(false);
      await page.locator('.contents summary').click();
      await link.click();
      await reaches(page, '/zh/articles/teapot#蒸汽');
    });
  });
});

describe('the language switch', () => {
  it('leads to the same section in the other language, and in both languages side by side', async ({ page }) => {
    await page.goto('/en/articles/teapot');
    await readFrom(page, 'Steam');
    await page.locator('.contents [aria-current]', { hasText: 'Steam' }).waitFor();
    await page.waitForFunction(() => {
      const other = document.querySelector('header nav a[hreflang]')?.getAttribute('href') ?? '';
      return decodeURIComponent(other).endsWith('/zh/articles/teapot#蒸汽');
    });
    await page.getByRole('link', { name: 'In Chinese' }).click();
    await reaches(page, '/zh/articles/teapot#蒸汽');
    await page.locator('.contents [aria-current]', { hasText: '蒸汽' }).waitFor();
    await page.getByRole('link', { name: '对照着读这一节' }).click();
    await reaches(page, '/zh/articles/teapot/parallel#zh.蒸汽');
    const back = page.locator('.one-language a[href*="#steam"]');
    expect((await back.boundingBox())?.y, 'in sight at the section').toBeGreaterThanOrEqual(0);
    await back.click();
    await reaches(page, '/en/articles/teapot#steam');
  });

  it('stays visible, and does not scroll the page when it gets the focus', async ({ visit }) => {
    await visit({ width: 800 }, async (page) => {
      for (const [path, links] of [
        ['/en/articles/teapot', '.places :is(a, button)'],
        ['/en/articles/teapot', '.contents summary'],
        ['/en/articles/teapot/parallel', '.one-language a'],
      ] as const) {
        await page.goto(path);
        await readFrom(page, 'Steam');
        const before = await page.evaluate(() => scrollY);
        for (const link of await page.locator(links).all()) {
          await link.focus();
          expect(await page.evaluate(() => scrollY), `${path} ${links}`).toBe(before);
          expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(0);
        }
      }
    });
  });
});

describe('a copy button', () => {
  it('copies code unchanged, and confirms it', async ({ visit }) => {
    await visit({ more: clipboard }, async (page) => {
      await page.goto('/en/articles/teapot');
      expect(await copied(page, 'Copy this code')).toBe(code);
    });
  });

  it('copies the Markdown version of the page, byte for byte', async ({ visit }) => {
    await visit({ language: 'zh', more: clipboard }, async (page) => {
      await page.goto('/zh/articles/teapot');
      const twin = await (await server.get('/zh/articles/teapot.md')).text();
      expect(await copied(page, '复制 Markdown')).toBe(twin);
    });
  });

  it('copies citations of the article and the current section, which the API resolves', async ({ visit }) => {
    const { digest } = (await server.json('/api/v1/articles/teapot')).body.data;
    await visit({ more: clipboard }, async (page) => {
      await page.goto('/en/articles/teapot');
      await page.locator('.cite summary').click();
      expect(await copied(page, 'Copy the citation of the article')).toBe(`teapot@${digest}`);
      await page.locator('.said:empty').waitFor({ state: 'attached' });
      await page.locator('.contents').getByRole('link', { name: 'Water' }).click();
      await page.locator('.contents [aria-current]', { hasText: 'Water' }).waitFor();
      const citation = await copied(page, 'Cite section');
      expect(citation).toBe(`teapot@${digest}#water`);
      expect((await server.get(`/api/v1/articles/${encodeURIComponent(citation)}`)).status).toBe(301);
    });
  });

  it('reports that it could not copy', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.goto('/en/articles/teapot');
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('status').filter({ hasText: 'could not be copied' }).waitFor();
  });

  it('is hidden without scripts, while the rest of the page works', async ({ visit }) => {
    await visit({ javaScript: false }, async (page) => {
      await page.goto('/en/articles/teapot');
      expect(await page.locator('article button:visible').count()).toBe(0);
      expect(await page.locator('.contents li a:visible').count()).toBe(7);
      await page.locator('.trust summary').click();
      expect(await page.locator('.trust').textContent()).toMatch(
        /taster: passed, 2026-01-02 \(not about the present text\) — tasty/,
      );
    });
  });
});

describe('both languages side by side', () => {
  it('have corresponding sections beside each other on wide screens, and in sequence on small screens', async ({
    visit,
  }) => {
    for (const width of [1000, 360]) {
      await visit({ width }, async (page) => {
        await page.goto('/en/articles/teapot/parallel');
        for (const [left, right] of [
          ['水', 'Water'],
          ['更深', 'Deeper'],
          ['烫吗？', 'Is it hot?'],
        ]) {
          const [zhBox, enBox] = await Promise.all(
            [left, right].map((name = '') => page.getByRole('heading', { name, exact: true }).boundingBox()),
          );
          if (!zhBox || !enBox) throw new Error(`${left} is not shown`);
          if (width === 1000) {
            expect(Math.abs(zhBox.y - enBox.y), `${left}`).toBeLessThan(4);
            expect(enBox.x).toBeGreaterThan(zhBox.x + 300);
          } else {
            expect(enBox.y).toBeGreaterThan(zhBox.y);
            expect(enBox.x).toBe(zhBox.x);
          }
        }
        const [zhCode, enCode] = await Promise.all(
          ['zh-Hans', 'en'].map((lang) => page.locator(`[lang="${lang}"] > .code`).first().boundingBox()),
        );
        if (width === 1000) expect(zhCode?.y).toBe(enCode?.y);
      });
    }
  });

  it('have the canonical address of the article, and Markdown in both languages', async () => {
    const page = await server.get('/zh/articles/teapot/parallel');
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain(`<link rel="canonical" href="${server.origin}/zh/articles/teapot"/>`);
    expect(html).not.toContain('hreflang="x-default"');
    expect(html).not.toContain('\0');
    expect(page.headers.get('link')).toContain(`<${server.origin}/zh/articles/teapot>; rel="canonical"`);
    const twin = await (await server.get('/articles/teapot.md')).text();
    expect(await (await server.get('/zh/articles/teapot/parallel.md')).text()).toBe(twin);
    expect(await (await server.get('/zh/articles/teapot/parallel', { accept: 'text/markdown' })).text()).toBe(twin);
    expect((await server.get('/articles/art_older/parallel')).headers.get('location')).toBe(
      `${server.origin}/articles/older/parallel`,
    );
    expect((await server.get('/en/articles/nowhere/parallel')).status).toBe(404);
  });
});

describe('the end of an article', () => {
  it('links to the previous and the next article in the list of its domain', async ({ page }) => {
    await page.goto('/en/domains/mcp');
    const listed = await page.locator('.row h3').allTextContents();
    expect(listed).toEqual(['New pot', 'Teapot', 'Old pot']);
    await page.goto('/en/articles/teapot');
    const neighbours = page.getByRole('navigation', { name: 'Other articles of this domain' }).getByRole('link');
    expect(await neighbours.allTextContents()).toEqual(['Previous New pot', 'Next Old pot']);
    await neighbours.last().click();
    await page.waitForURL('**/en/articles/older');
    expect(await neighbours.allTextContents()).toEqual(['Previous Teapot']);
    await page.goto('/en/articles/other');
    expect(await neighbours.count()).toBe(0);
  });
});

describe('headings', () => {
  it('have a link to themselves that is visible when it has the keyboard focus', async ({ page }) => {
    await page.goto('/en/articles/teapot');
    const link = page.getByRole('link', { name: 'Link to “Water”' });
    const opacity = (): Promise<string> => link.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe('0');
    await page.keyboard.press('Tab');
    await link.focus();
    expect(await opacity()).toBe('1');
    await page.keyboard.press('Enter');
    await reaches(page, /#water$/);
  });
});

describe('a printed article', () => {
  it('has its whole text, without buttons and navigation', async ({ page }) => {
    await page.goto('/en/articles/teapot');
    await page.locator('.questions summary').first().click();
    await page.emulateMedia({ media: 'print' });
    const shown = (selector: string): Promise<boolean> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
    for (const part of [
      '.trust dl',
      '.trust code',
      '.questions .content p',
      '.cite code',
      '.content pre',
      '.about dd',
    ]) {
      expect(await shown(part), part).toBe(true);
    }
    for (const part of ['.contents', '.copy', '.anchor', '.actions > button', '.neighbours', 'header form']) {
      expect(await shown(part), part).toBe(false);
    }
  });
});
