// What axe finds on every type of page, in both themes and languages, on a telephone and on a desk. The rules of WCAG 2.0, 2.1
// and 2.2 at the levels A and AA count; what axe thinks good besides is said.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sharedBrowser, visit } from '../../../browser.ts';
import { type Site, startSite } from '../../../page-types.ts';

let site: Site;
const shared = sharedBrowser();
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  await shared.close();
  await site.server.close();
});

const required = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const advised = 'best-practice';
/** The second theme moves nothing, which is tested here: only these can find something new in it. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** So many rules find something to hold on any page of ours, and one of those of colours. */
const seenMin = { light: 11, dark: 1 };
type Theme = keyof typeof seenMin;

/** Where everything on a page is, and how large. */
const layoutOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.tagName} ${getComputedStyle(element).visibility} ${x} ${y} ${width} ${height}`;
    }),
  );

/** Looks again where the page's own program was still adding something. */
const themesMoveNothing = (page: Page): Promise<void> =>
  vi.waitFor(
    async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      const light = await layoutOf(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await layoutOf(page), page.url()).toEqual(light);
    },
    { timeout: 10_000 },
  );

/** What axe finds. Where it saw hardly anything of a page, that page is said and loaded again, once. */
async function lookedAt(page: Page, theme: Theme): ReturnType<AxeBuilder['analyze']> {
  const axe = new AxeBuilder({ page });
  if (theme === 'light') axe.withTags([...required, advised]);
  else axe.withRules(ofColours);
  const first = await axe.analyze();
  if (first.passes.length >= seenMin[theme]) return first;
  console.warn(`axe saw ${first.passes.length} rules at work on ${page.url()}: ${await page.content()}`);
  await page.reload();
  return axe.analyze();
}

describe.each(['zh', 'en'] as const)('every type of page in %s', (language) => {
  it.for([360, 1280])('has nothing that axe finds at %i px, in either theme', async (width, context) => {
    const browser = await shared.of(context);
    const found: string[] = [];
    await visit(browser, { origin: site.server.origin, language, width }, async (page) => {
      for (const { name, paths, status } of site.types) {
        for (const path of paths) {
          const response = await page.goto(`/${language}${path}`);
          expect(response?.status(), path).toBe(status);
          await themesMoveNothing(page);
          for (const theme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme: theme });
            const { violations, passes } = await lookedAt(page, theme);
            expect(passes.length, `${path} ${theme}`).toBeGreaterThanOrEqual(seenMin[theme]);
            for (const { id, tags, nodes } of violations) {
              const line = `${name} ${path} ${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`;
              if (tags.includes(advised)) console.info(`advised by axe: ${line}`);
              else found.push(line);
            }
          }
        }
      }
    });
    expect(found).toEqual([]);
  });
});
