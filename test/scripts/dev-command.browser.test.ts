import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openBrowser, visit } from '../browser.ts';
import { articleText } from '../site.ts';
import { steleDev, teapot } from './dev.ts';

it('stele dev reloads an open page after an edit, and shows errors over it in its language', async (context) => {
  const browser = await openBrowser(context);
  const dev = await steleDev({ 'mcp/teapot.md': teapot('One.') });
  const path = join(dev.content, 'mcp/teapot.md');
  const { buildId } = await dev.receives(() => true);
  await visit(browser, { origin: dev.origin }, async (page) => {
    // The server publishes the edit before the page connects to its events, so the page must notice that it is old.
    const saved = writeFile(path, teapot('Two.')).then(() => dev.receives((state) => state.buildId !== buildId));
    await page.route('**/_dev/events', (route) => saved.then(() => route.continue()), { times: 1 });
    await page.goto('/en/articles/teapot');
    await page.getByText('Two.').waitFor();
    await writeFile(path, teapot('Three.'));
    await page.getByText('Three.').waitFor();
    await writeFile(path, teapot('Four.', { riskLevel: 'boiling' }));
    const overlay = page.getByRole('alert');
    await overlay.filter({ hasText: 'mcp/teapot.md:8:12' }).waitFor();
    expect(await overlay.textContent()).toContain('expected one of low, medium, high');
    expect(await page.getByText('Three.').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await overlay.isVisible()).toBe(false);
    await page.goto('/zh/articles/teapot');
    await overlay.filter({ hasText: '内容有错误' }).waitFor();
    await writeFile(path, articleText({ zh: '## 原因\n\n水流下来了。' }));
    await page.getByText('水流下来了。').waitFor();
    expect(await overlay.isVisible()).toBe(false);
  });
});
