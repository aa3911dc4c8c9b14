// Runs axe on every type of page, in both themes. The rules of WCAG 2.0, 2.1 and 2.2 at the levels A and AA must pass, and so must
// its best practices.
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, expect } from 'vitest';
import { testsOf } from '../../../browser.ts';
import { startSite } from '../../../page-types.ts';

const site = await startSite();
afterAll(() => site.server.close());
const it = testsOf(site.server.origin);

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** At least this many rules must apply to each page. */
const seenMin = 11;

/** Some twenty pages, one or two seconds each. */
const timeout = 180_000;

it.for(['light', 'dark'] as const)(
  'axe finds nothing on any type of page, in the %s theme',
  { timeout },
  async (theme, { visit }) => {
    const found: string[] = [];
    await visit({ theme }, async (page) => {
      for (const { name, paths, status } of site.types) {
        for (const path of paths) {
          const response = await page.goto(`/en${path}`);
          expect(response?.status(), path).toBe(status);
          await page.locator('details').evaluateAll((all) => {
            for (const part of all) part.setAttribute('open', '');
          });
          const { violations, passes } = await new AxeBuilder({ page }).withTags(rules).analyze();
          expect(passes.length, `${path} ${theme}`).toBeGreaterThanOrEqual(seenMin);
          for (const { id, nodes } of violations)
            found.push(`${name} ${path} ${theme} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`);
        }
      }
    });
    expect(found).toEqual([]);
  },
);
