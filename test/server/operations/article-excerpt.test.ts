import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArticleExcerpt, articleExcerpt } from '../../../build/edition/article.ts';
import { type Contract, startContract } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf } from '../../site.ts';
import { tokensBySomebodyElse } from '../../tokens.ts';

const long = (word: string): string => `${word} and more of it. `.repeat(40).trim();
const files = {
  'mcp/teapot.md': articleText({
    fields: { aliases: '[kettle]' },
    zh: `## 壶身\n\n${'水很热。'.repeat(60)}\n\n## 壶盖\n\n短。\n\n## 问答\n\n### 谁洗壶？\n\n企鹅。`,
    en: `## The body\n\n${long('Water')}\n\n### Handle\n\nHot.\n\n## The lid\n\nShort.\n\n## Q&A\n\n### Who cleans it?\n\nPenguins.`,
  }),
};
let contract: Contract;
beforeAll(async () => {
  contract = await startContract(await contentOf(files));
});
afterAll(() => contract.server.close());

const excerptAt = async (query: string): Promise<ArticleExcerpt> => {
  const { status, body } = await contract.api(`/api/v1/articles/teapot?${query}`);
  expect(status).toBe(200);
  return articleExcerpt.parse(body.data);
};
const markdownAt = async (query: string): Promise<string> => {
  const response = await contract.server.get(`/api/v1/articles/teapot?format=markdown&${query}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  return response.text();
};

describe('a section of an article', () => {
  it('is answered with what stands below its heading, and what it costs', async () => {
    const { sections, omitted, truncated, citation, digest } = await excerptAt('section=the-body');
    expect(sections.map(({ lang, section }) => [lang, section])).toEqual([
      ['en', 'the-body'],
      ['en', 'handle'],
    ]);
    expect([omitted, truncated, citation]).toEqual([[], false, `teapot@${digest}`]);
    for (const { text, tokens } of sections) expect(tokensBySomebodyElse(text)).toBeLessThanOrEqual(tokens);
    expect(sections[1]?.text).toBe('### Handle\n\nHot.');
  });

  it('can be a question, in the language that has it', async () => {
    const { sections, title } = await excerptAt(`section=${encodeURIComponent('谁洗壶')}`);
    expect(sections).toMatchObject([{ lang: 'zh', title: '谁洗壶？', text: '### 谁洗壶？\n\n企鹅。' }]);
    expect(title).toEqual({ zh: '茶壶', en: 'Teapot' });
  });

  it('is Markdown when that is asked for', async () => {
    expect(await markdownAt('section=the-lid')).toMatch(
      /^# Teapot\n\n> .*\n\nunverified · Confidence \d+% · Risk low · teapot@sha256-[0-9a-f]{12}\n\n## The lid\n\nShort\.\n$/,
    );
  });

  it.each([
    ['the-lit', 'Did you mean the-lid?'],
    ['nothing-like-it', 'It has: 壶身, 壶盖, 谁洗壶, the-body, handle, the-lid, who-cleans-it.'],
  ])('that does not exist (%s) is not found, with one that does', async (section, hint) => {
    const { status, body } = await contract.api(`/api/v1/articles/teapot?section=${section}`);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(body.error.hint).toContain(hint);
    expect((await followed(contract, body)).status).toBe(200);
  });

  it('that does not exist is not looked for under the present name', async () => {
    const { status, body } = await contract.api('/api/v1/articles/kettle?section=the-lit');
    expect([status, body.error.hint]).toEqual([404, expect.stringContaining('Did you mean the-lid?')]);
  });
});

describe('a budget', () => {
  it('is kept, what is left out is named, and every request for it answers', async () => {
    const { sections, omitted, truncated, tokens } = await excerptAt('maxTokens=60&lang=en');
    expect(sections.map(({ section }) => section)).toEqual(['handle', 'the-lid', 'who-cleans-it']);
    expect(truncated).toBe(true);
    expect(tokens).toBe(sections.reduce((sum, section) => sum + section.tokens, 0));
    expect(omitted.map(({ section }) => section)).toEqual(['the-body']);
    const { meta } = (await contract.api('/api/v1/articles/teapot?maxTokens=60&lang=en')).body;
    expect(meta.nextStep).toBe('GET /api/v1/articles/teapot?format=markdown&lang=en&section=the-body');
    for (const { get, title } of omitted) {
      const response = await contract.server.get(get.replace(/^GET /, ''));
      expect([response.status, (await response.text()).includes(title)]).toEqual([200, true]);
    }
  });

  it('holds for the whole of a Markdown answer', async () => {
    for (const maxTokens of [50, 80, 200, 400, 2000]) {
      const text = await markdownAt(`maxTokens=${maxTokens}`);
      expect(text).not.toBe('');
      expect(tokensBySomebodyElse(text)).toBeLessThanOrEqual(maxTokens);
    }
    expect(await markdownAt('maxTokens=120&lang=en')).toContain('section=…');
  });
});
