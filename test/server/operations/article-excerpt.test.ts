import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../../build/compile.ts';
import { type ArticleExcerpt, articleExcerpt } from '../../../build/edition/article.ts';
import { readAssets, readContent } from '../../../build/read.ts';
import { type Library, openLibrary } from '../../../server/library.ts';
import { getArticle } from '../../../server/operations/get-article.ts';
import type { Outcome } from '../../../server/operations/operation.ts';
import { type Contract, startContract } from '../../contract/contract.ts';
import { followed } from '../../contract/follow.ts';
import { articleText, contentOf, repositoryRoot } from '../../site.ts';
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

  it('is found by a former name of the article as well', async () => {
    const { headers } = await contract.api('/api/v1/articles/kettle?section=the-lid&maxTokens=100');
    expect(headers.get('location')).toBe(
      `${contract.server.origin}/api/v1/articles/teapot?section=the-lid&maxTokens=100`,
    );
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
    for (const { get, title } of omitted) {
      const response = await contract.server.get(get.replace(/^GET /, ''));
      expect([response.status, (await response.text()).includes(title)]).toEqual([200, true]);
    }
  });

  it('leads on to the first part that was left out', async () => {
    const { body } = await contract.api('/api/v1/articles/teapot?maxTokens=60&lang=en');
    expect(body.meta.nextStep).toBe('GET /api/v1/articles/teapot?format=markdown&lang=en&section=the-body');
    expect((await followed(contract, body)).status).toBe(200);
  });

  it('with room for everything leaves nothing out', async () => {
    const { sections, omitted, truncated } = await excerptAt('maxTokens=20000');
    expect([sections.length, omitted, truncated]).toEqual([7, [], false]);
  });

  it('holds for the whole of a Markdown answer', async () => {
    for (const maxTokens of [50, 80, 200, 400, 2000]) {
      const text = await markdownAt(`maxTokens=${maxTokens}`);
      expect(text).not.toBe('');
      expect(tokensBySomebodyElse(text)).toBeLessThanOrEqual(maxTokens);
    }
    expect(await markdownAt('maxTokens=120&lang=en')).toContain('section=…');
  });

  it.each(['49', '20001', '1e3', '-1', ''])('of %s is refused', async (maxTokens) => {
    const { status, body } = await contract.api(`/api/v1/articles/teapot?maxTokens=${maxTokens}`);
    expect([status, body.error.details[0].parameter]).toEqual([400, 'maxTokens']);
  });

  it('has a tag of its own', async () => {
    const ask = async (query: string): Promise<string | null> =>
      (await contract.server.get(`/api/v1/articles/teapot?${query}`)).headers.get('etag');
    const tags = await Promise.all(
      ['', 'maxTokens=60', 'maxTokens=61', 'section=the-lid', 'maxTokens=60&lang=en'].map(ask),
    );
    expect(new Set(tags).size).toBe(5);
    expect(await ask('maxTokens=60')).toBe(tags[1]);
  });
});

const corpus = join(repositoryRoot, '../shared/corpus');

it('keeps every budget in 364 real articles, gives something that fits, and names the rest', async ({ skip }) => {
  if (!existsSync(corpus)) {
    const reason = 'there is no corpus at ../shared/corpus beside the repository';
    console.warn(`not checked: ${reason}`);
    skip(reason);
  }
  for (const folder of ['articles', 'xquad/articles']) {
    const library = await libraryOf(join(corpus, folder));
    const budgets = fc.sample(fc.integer({ min: 50, max: 20_000 }), library.size);
    library.articles.forEach(({ slug }, position) => {
      const lang = position % 2 === 0 ? 'zh' : 'en';
      // Half of the budgets are small: there is little to choose within large ones.
      const maxTokens = position % 4 < 2 ? (budgets[position] ?? 50) : 50 + ((budgets[position] ?? 50) % 1000);
      keepsBudget(library, { slug, lang, maxTokens: Math.min(maxTokens, 20_000) });
    });
  }
});

async function libraryOf(folder: string): Promise<Library> {
  // Every fifth of them, which names none of the others: compiling takes longer than what is tried here.
  const some = (await readContent(folder)).filter((_, at) => at % 5 === 0);
  const entries = some.map((entry) => {
    const text = Buffer.from(entry.bytes).toString('utf8');
    return { ...entry, bytes: Buffer.from(text.replace(/^related: .*\n/m, '')) };
  });
  const { edition } = compile({ entries, assets: await readAssets(repositoryRoot) });
  if (edition === undefined) throw new Error(`${folder} does not compile`);
  return openLibrary({
    manifest: edition.manifest,
    files: new Map([...edition.files].map(([path, content]) => [path, Buffer.from(content)])),
  });
}

type Asked = { slug: string; lang: 'zh' | 'en'; maxTokens?: number; section?: string };

function answer(library: Library, asked: Asked, format: 'json' | 'markdown'): Outcome {
  const context = { library, origin: 'https://stele.example', preferredFormat: 'json' as const, agent: undefined };
  return getArticle.run(context, { section: undefined, maxTokens: undefined, ...asked, format });
}

const textOf = (outcome: Outcome): string => {
  if (outcome.kind !== 'data' && outcome.kind !== 'markdown') throw new Error(`${outcome.kind} is no answer`);
  return Buffer.concat(outcome.pieces.map((piece) => Buffer.from(piece))).toString('utf8');
};

function keepsBudget(library: Library, asked: Asked & { maxTokens: number }): void {
  const { tokens, sections, omitted } = articleExcerpt.parse(JSON.parse(textOf(answer(library, asked, 'json'))));
  expect(tokens).toBeLessThanOrEqual(asked.maxTokens);
  expect(tokensBySomebodyElse(sections.map(({ text }) => text).join('\n\n'))).toBeLessThanOrEqual(tokens);
  const smallest = Math.min(...omitted.map((part) => part.tokens));
  expect(tokens + smallest, asked.slug).toBeGreaterThan(asked.maxTokens);
  for (const { section } of omitted) {
    const part = textOf(answer(library, { slug: asked.slug, lang: asked.lang, section }, 'markdown'));
    expect(part.length).toBeGreaterThan(0);
  }
  const markdown = textOf(answer(library, asked, 'markdown'));
  expect(tokensBySomebodyElse(markdown), asked.slug).toBeLessThanOrEqual(asked.maxTokens);
}
