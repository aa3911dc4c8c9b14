// Tests in a real browser what all pages share: width, theme and header. `accessibility.browser.test.ts` runs axe.
import type { Page } from 'playwright-core';
import { afterAll, describe, expect } from 'vitest';
import { reaches, testsOf } from '../../../browser.ts';
import { startContract } from '../../../contract/contract.ts';
import { known } from '../../../contract/samples.ts';

const { server } = await startContract();
afterAll(() => server.close());
const it = testsOf(server.origin);

const paths = [
  '/',
  '/domains/mcp',
  '/docs',
  '/docs/asking-politely',
  `/articles/${known.complete}`,
  '/?q=penguin',
  '/?q=xyzzy',
  '/nowhere/penguin',
];
const ground = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = 'rgb(253, 252, 250)';
const dark = 'rgb(22, 21, 19)';

describe('every kind of page', () => {
  it('needs no horizontal scrolling at widths from 320 px', async ({ visit }) => {
    for (const width of [320, 768, 1280]) {
      await visit({ width }, async (page) => {
        for (const path of paths) {
          await page.goto(`/en${path}`);
          const { scrollWidth, clientWidth } = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return { scrollWidth, clientWidth };
          });
          expect(scrollWidth, `${path} at ${width}`).toBeLessThanOrEqual(clientWidth);
        }
      });
    }
  });

  it('lets the keyboard focus code blocks and tables that scroll, even if the style sheet arrives late', async ({
    page,
  }) => {
    // Without the style sheet all code fits. In the two columns that the style sheet makes, some code does not, in any font.
    await page.setViewportSize({ width: 1000, height: 800 });
    let parsed = (): void => undefined;
    const isParsed = new Promise<void>((resolve) => {
      parsed = resolve;
    });
    await page.route('**/*.css', async (route) => {
      await isParsed;
      await route.continue();
    });
    page.once('domcontentloaded', () => parsed());
    await page.goto(`/en/articles/${known.complete}/parallel`);
    const stops = await page
      .locator('pre, .table')
      .evaluateAll((parts) =>
        parts.flatMap((part) => (part.scrollWidth > part.clientWidth ? [(part as HTMLElement).tabIndex] : [])),
      );
    expect(stops.length).toBeGreaterThan(0);
    expect(stops.filter((stop) => stop !== 0)).toEqual([]);
  });
});

/** An element that a layout shift has moved (https://wicg.github.io/layout-instability/). */
interface Moved {
  node: Element | null;
  previousRect: DOMRectReadOnly;
  currentRect: DOMRectReadOnly;
}

describe('the theme', () => {
  const names = ['as the system. Switch to light', 'light. Switch to dark', 'dark. Switch to that of the system'];

  it('follows the system until the reader chooses one, and a choice survives a reload', async ({ visit }) => {
    await visit({ theme: 'dark' }, async (page) => {
      await page.goto('/en/docs');
      const button = page.getByRole('button', { name: /^Theme/ });
      const seen: string[][] = [];
      for (let state = 0; state < names.length; state += 1) {
        seen.push([(await button.getAttribute('aria-label')) ?? '', await ground(page)]);
        await page.reload();
        expect([await button.getAttribute('aria-label'), await ground(page)]).toEqual(seen.at(-1));
        await button.click();
      }
      expect(seen).toEqual(names.map((name, index) => [`Theme: ${name}`, index === 1 ? light : dark]));
      expect(await ground(page)).toBe(dark);
      await page.goto('/zh/docs');
      expect(await page.getByRole('button', { name: '主题：跟随系统。切换到浅色' }).isVisible()).toBe(true);
    });
  });

  it('is set before the first paint, without layout shifts', async ({ visit }) => {
    await visit({ theme: 'light' }, async (page) => {
      await page.addInitScript(() => {
        localStorage.setItem('theme', 'dark');
        // Records the background in the first frame in which the page has a body.
        const look = (): void => {
          if (document.body === null) requestAnimationFrame(look);
          else document.documentElement.dataset.first = getComputedStyle(document.body).backgroundColor;
        };
        requestAnimationFrame(look);
      });
      for (const path of paths) {
        await page.goto(`/en${path}`);
        expect(await page.locator('html').getAttribute('data-first'), path).toBe(dark);
        const moved = await page.evaluate(
          () =>
            new Promise<string[]>((resolve) => {
              const moved: string[] = [];
              const isAboveFooter = ({ node }: Moved): boolean => node?.parentElement?.closest('footer') == null;
              const add = (entries: PerformanceEntryList): void => {
                for (const entry of entries as (PerformanceEntry & { value: number; sources: Moved[] })[]) {
                  // On a busy machine a page may be painted in two pieces, and the links of the header move when the last one of them
                  // arrives, which gives 0.0004. A bar of 90 pixels that a script adds gives more than 0.01.
                  if (entry.value < 0.001) continue;
                  // On a busy machine the text of the footer arrives in two pieces. Nothing below it can shift.
                  for (const { node, previousRect, currentRect } of entry.sources.filter(isAboveFooter))
                    moved.push(`${entry.value} ${JSON.stringify([previousRect, currentRect])} ${node?.outerHTML}`);
                }
              };
              const observer = new PerformanceObserver((list) => add(list.getEntries()));
              observer.observe({ type: 'layout-shift', buffered: true });
              // Buffered entries arrive before the second frame from now.
              requestAnimationFrame(() =>
                requestAnimationFrame(() => {
                  add(observer.takeRecords());
                  resolve(moved);
                }),
              );
            }),
        );
        expect(moved, path).toEqual([]);
      }
    });
  });

  it('follows the system without scripts, and the button for it is hidden', async ({ visit }) => {
    for (const [theme, colour] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      await visit({ theme, javaScript: false }, async (page) => {
        await page.goto('/en/');
        expect(await ground(page)).toBe(colour);
        expect(await page.locator('.theme').isVisible()).toBe(false);
      });
    }
  });
});

describe('the header', () => {
  it('has its name, search box, links and theme button on one line at a width of 768 px', async ({ visit }) => {
    await visit({ width: 768 }, async (page) => {
      for (const language of ['zh', 'en']) {
        await page.goto(`/${language}/docs`);
        const boxes = await Promise.all(
          ['.brand', 'header search', 'header nav', '.theme'].map((part) => page.locator(part).boundingBox()),
        );
        const middles = boxes.map((box) => (box === null ? Number.NaN : box.y + box.height / 2));
        expect(Math.max(...middles) - Math.min(...middles), language).toBeLessThan(4);
      }
    });
  });

  it('begins with a link that lets the keyboard skip to the content', async ({ page }) => {
    await page.goto('/en/docs');
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await reaches(page, '/en/docs#page.main');
  });
});
