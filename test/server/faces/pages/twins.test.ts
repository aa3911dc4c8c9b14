// The twin of a page is its Markdown version. The twin of an article is the Markdown of the API with absolute links and one
// additional line.
import { afterAll, describe, expect, it } from 'vitest';
import { startContract, textAt } from '../../../contract/contract.ts';
import { known } from '../../../contract/samples.ts';
import { pagePaths } from './site.ts';

const contract = await startContract();
afterAll(() => contract.server.close());

const markdown = (path: string, headers = {}): Promise<string> => textAt(contract, path, 'text/markdown', headers);

const twinOf = (page: string): string => (page.endsWith('/') ? `${page}index.md` : `${page}.md`);
const linksIn = (text: string): string[] =>
  [...text.replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1$/gm, '').matchAll(/\]\(([^)\s]+)/g)].map(([, link = '']) => link);

describe('the Markdown twin of a page', () => {
  it('exists for every page in both languages, at its path with .md and through the Accept header', async () => {
    for (const path of await pagePaths(contract)) {
      for (const language of ['zh', 'en']) {
        const page = `/${language}${path}`;
        const twin = await markdown(twinOf(page));
        expect(twin, page).toMatch(/^# .+\n\n/);
        expect(await markdown(page, { accept: 'text/markdown' }), page).toBe(twin);
        expect(await markdown(page, { accept: 'text/markdown, text/html;q=0.9, */*;q=0.1' }), page).toBe(twin);
      }
    }
  });

  it('follows Accept-Language if its path names no language; the twin of an article then has both languages', async () => {
    for (const page of ['/', '/docs', '/docs/asking-politely', '/domains/mcp']) {
      for (const [accepted, language] of [
        ['zh-CN', 'zh'],
        ['en', 'en'],
      ] as const) {
        const response = await contract.get(twinOf(page), { 'accept-language': accepted });
        expect(await response.text(), page).toBe(await markdown(twinOf(`/${language}${page}`)));
        expect(response.headers.get('vary'), page).toBe('Accept-Encoding, Accept-Language');
      }
    }
    const article = await markdown(`/articles/${known.complete}.md`, { 'accept-language': 'zh' });
    expect(article).toContain("# 企鹅的握手协议 / The penguins' handshake protocol\n");
  });

  it('links to llms.txt near its top, in a sentence in its own language', async () => {
    for (const path of await pagePaths(contract)) {
      const zh = await markdown(twinOf(`/zh${path}`));
      const en = await markdown(twinOf(`/en${path}`));
      const link = `[llms.txt](${contract.server.origin}/llms.txt)`;
      expect(zh.split('\n\n').slice(1, 3), path).toContain(`完整的文档索引见 ${link}。`);
      expect(en.split('\n\n').slice(1, 3), path).toContain(`For the complete documentation index, see ${link}.`);
    }
  });

  it('has only absolute links', async () => {
    const links = new Set<string>();
    for (const path of await pagePaths(contract)) {
      for (const prefix of ['', '/zh', '/en']) {
        for (const link of linksIn(await markdown(twinOf(`${prefix}${path}`)))) links.add(link.split('#')[0] ?? '');
      }
    }
    const others = [...links].filter((link) => link !== '' && !/^https?:\/\//.test(link));
    expect(others).toEqual([]);
    // test/contract/crawl.test.ts follows these links.
    expect(links.size).toBeGreaterThan(40);
  });

  it('does not exist for search results and missing pages', async () => {
    const results = await contract.get('/en/?q=penguin', { accept: 'text/markdown' });
    expect(results.headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const path of ['/domains/nothing.md', '/home.md', '/en/search.md', '/.md', '/docs.md.md'])
      expect((await contract.get(path)).status, path).toBe(404);
  });
});

describe('the Markdown twin of an article', () => {
  it('equals the Markdown of the API except for its links and the line about llms.txt', async () => {
    const { items } = (await contract.api('/api/v1/search')).body.data;
    const { origin } = contract.server;
    for (const { slug } of items) {
      for (const [prefix, choice] of [
        ['', ''],
        ['/zh', '&lang=zh'],
        ['/en', '&lang=en'],
      ] as const) {
        const twin = await markdown(`${prefix}/articles/${slug}.md`);
        const paragraphs = twin.split('\n\n');
        expect(paragraphs.splice(2, 1).join(), slug).toContain('/llms.txt');
        const relative = paragraphs
          .join('\n\n')
          .replaceAll(`](${origin}${prefix}/articles/`, '](/articles/')
          .replaceAll(`](${origin}${prefix}/docs/`, '](/docs/')
          .replaceAll(`](${origin}/`, '](/')
          .replaceAll(`]: ${origin}${prefix}/articles/`, ']: /articles/');
        expect(relative, slug).toBe(await markdown(`/api/v1/articles/${slug}?format=markdown${choice}`));
      }
    }
  });
});
