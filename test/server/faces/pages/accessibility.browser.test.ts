// Runs axe on every type of page in both themes. The rules of WCAG 2.0, 2.1 and 2.2 at the levels A and AA must pass, and so must
// the best practices of axe.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, expect } from 'vitest';
import { testsOf } from '../../../browser.ts';
import { fixtureSite } from '../../../contract/contract.ts';
import { known } from '../../../contract/samples.ts';
import { startServer } from '../../../server.ts';
import { copyOf, publishFolder } from '../../../site.ts';

// An earlier edition without one article and with another text: the page of changes then shows a new and a changed article.
const earlier = await copyOf(fixtureSite);
await rm(join(earlier, 'tools_postgres', 'vacuum-the-cat.md'));
const lemons = join(earlier, 'skill', 'juggling-three-lemons.md');
await writeFile(lemons, (await readFile(lemons, 'utf8')).replaceAll('lemon', 'orange'));
const folder = await publishFolder(earlier);
const server = await startServer(await publishFolder(fixtureSite, folder));
afterAll(() => server.close());
const it = testsOf(server.origin);

const { library } = server.currentEdition;
const { body } = library;
library.body = (position, name) => {
  // Reading a page of this article fails, so the server sends its error page.
  if (library.articles[position]?.slug === known.bare && name.startsWith('page.')) throw new Error('a fault');
  return body(position, name);
};

/** One prebuilt page of each folder. A new type of page is thus tested without a change here. */
const prebuilt = Object.keys(library.pages)
  .filter((name) => name.startsWith('en/') && !/\.md$|^en\/(?:home|search|not-found|error|parallel)$/.test(name))
  .map((name) => name.slice('en'.length));
const types = new Map(prebuilt.map((path) => [path.replace(/^(\/[^/]+\/).+/, '$1'), path]));

const pages: readonly (readonly [path: string, status: number])[] = [
  ...[...types.values(), '/', '/?q=penguin&status=partial', '/?q=xyzzy', `/domains/${known.emptyDomain}`].map(
    (path) => [path, 200] as const,
  ),
  ...[known.complete, `${known.complete}/parallel`, known.verified].map((path) => [`/articles/${path}`, 200] as const),
  ['/nowhere/penguin', 404],
  ['/articles/xyzzy', 404],
  [`/articles/${known.bare}`, 500],
];

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** At least this many rules must pass on each page; otherwise axe has not seen its content. */
const seenMin = 11;

// The test opens about twenty pages, and each takes some seconds. The timeout is in milliseconds.
it('axe finds no violation on any type of page in both themes', { timeout: 180_000 }, async ({ visit }) => {
  const found: string[] = [];
  await visit({ theme: 'light' }, async (page) => {
    const examine = async (name: string, axe: AxeBuilder, passesMin: number): Promise<void> => {
      const { violations, passes } = await axe.analyze();
      expect(passes.length, name).toBeGreaterThanOrEqual(passesMin);
      for (const { id, nodes } of violations)
        found.push(`${name} ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`);
    };
    for (const [path, status] of pages) {
      const response = await page.goto(`/en${path}`);
      expect(response?.status(), path).toBe(status);
      await page.locator('details').evaluateAll((all) => {
        for (const part of all) part.setAttribute('open', '');
      });
      await examine(`${path} light`, new AxeBuilder({ page }).withTags(rules), seenMin);
      // The dark theme changes nothing but colours.
      await page.emulateMedia({ colorScheme: 'dark' });
      await examine(`${path} dark`, new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']), 1);
      await page.emulateMedia({ colorScheme: 'light' });
    }
  });
  expect(found).toEqual([]);
});
