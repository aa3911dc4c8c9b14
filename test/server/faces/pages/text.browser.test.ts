// Tests how a real browser shows tables and pictures of articles.
import { afterAll, expect } from 'vitest';
import { testsOf } from '../../../browser.ts';
import { startServer } from '../../../server.ts';
import { articleText, contentOf, publishFolder } from '../../../site.ts';

const long = 'Converts office files such as documents and slides into Markdown for better processing of what they say.';
const table = `| Name | Chunk structure | Index method | Retrieval setting | Description |
| --- | --- | --- | --- | --- |
| Teapot | Question and answer | High quality | Hybrid search | ${long} |`;
const narrow = '| Code | Meaning |\n| --- | --- |\n| 418 | teapot |';

const en = `## Tables\n\n${table}\n\n${narrow}\n\n![A pot, from the side](/pots/side.png)\n\n![A pot, from above](https://pots.example/above.png)`;
const zh = `## 表格\n\n| 名称 | 分段结构 | 说明 |\n| --- | --- | --- |\n| 茶壶 | 问答 | ${'把办公文件转换成便于处理的文本。'.repeat(4)} |`;
const server = await startServer(await publishFolder(await contentOf({ 'mcp/teapot.md': articleText({ en, zh }) })));
afterAll(() => server.close());
const it = testsOf(server.origin);

it('on a phone a long table cell is wide enough to read, and a small table is as wide as its text', async ({
  visit,
}) => {
  for (const [language, words] of [
    ['zh', 3],
    ['en', 5],
  ] as const) {
    await visit({ language, width: 360, javaScript: false }, async (page) => {
      await page.route('**/pots/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }));
      await page.goto(`/${language}/articles/teapot`);
      const cells = page.locator('table').first().locator('td');
      expect(await cells.count()).toBe(words);
      const last = await cells.last().boundingBox();
      expect(last?.width).toBeGreaterThan(120);
      expect(last?.height).toBeLessThan(260);
      if (language === 'zh') return;
      expect((await page.locator('table').last().boundingBox())?.width).toBeLessThan(200);
    });
  }
});

it('a picture that is missing or on another site is replaced by its alternative text', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/en/articles/teapot`);
  const words = page.getByText(/^A pot, from/);
  await words.nth(1).waitFor();
  expect(await words.count()).toBe(2);
  expect((await words.last().boundingBox())?.width).toBeGreaterThan(100);
  expect(await page.locator('main img').count()).toBe(0);
  await page.close();
});
