// Tests what an MCP client of an SDK gets from the server. The same tests run over HTTP and over stdio.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensBySomebodyElse } from '../../../tokens.ts';
import type { McpClient } from './clients.ts';

const promptReference = { type: 'ref/prompt', name: 'answer_with_citations' } as const;

type CallAnswer = Awaited<ReturnType<McpClient['callTool']>>;

const textOf = ({ content: [only] }: CallAnswer): string => (only?.type === 'text' ? only.text : '');

/** Returns the data of an answer. An answer contains its data twice: as structured content, and as the same JSON in a text. */
function dataOf(answer: CallAnswer) {
  expect([answer.isError ?? false, answer.content.length]).toEqual([false, 1]);
  const data = JSON.parse(textOf(answer));
  expect(data).toEqual(answer.structuredContent);
  return data;
}

function errorOf(answer: CallAnswer): string {
  expect(answer.isError).toBe(true);
  return textOf(answer);
}

/** Returns a copy of a schema that forbids additional properties. */
function closed(schema: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (_name, value) =>
    value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
  );
}

/** Declares the tests of one kind of client over one transport. */
export function describeClient(way: string, connect: () => Promise<McpClient>): void {
  describe(`the MCP server over ${way}`, () => {
    let client: McpClient;
    beforeAll(async () => {
      client = await connect();
    });
    afterAll(() => client.close());
    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    const dataFrom = async (name: string, given: Record<string, unknown>) => dataOf(await call(name, given));

    it('lists three read-only tools, with the schemas of their arguments and answers', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search', 'context', 'fetch']);
      for (const { annotations, outputSchema } of tools) {
        expect(annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
        expect(outputSchema?.type).toBe('object');
      }
      const [search, context, fetch] = tools.map(({ inputSchema }) => inputSchema);
      expect(search).toMatchObject({
        properties: { query: { type: 'string' }, pageSize: { type: 'integer', maximum: 100, default: 5 } },
        required: ['query'],
      });
      expect(context).toMatchObject({ properties: { maxTokens: { default: 800 } }, required: ['query'] });
      expect(fetch).toMatchObject({ properties: { id: { type: 'string' } }, required: ['id'] });
    });

    it('describes its tools to a model in fewer than 550 tokens, and itself in fewer than 60', async () => {
      const { tools } = await client.listTools();
      const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
      expect(tokensBySomebodyElse(JSON.stringify(shown))).toBeLessThan(550);
      expect(tokensBySomebodyElse(JSON.stringify(tools))).toBeLessThan(1_200);
      expect(tokensBySomebodyElse(client.getInstructions() ?? '')).toBeLessThan(60);
    });

    // Source: https://platform.openai.com/docs/mcp. `search` takes one text, and `fetch` takes the id of a result. Each answers
    // with one text that is the JSON of the properties asserted below.
    it('fulfils the contract that chat clients require of the tools search and fetch', async () => {
      const { results } = await dataFrom('search', { query: 'penguin handshake' });
      expect(results.length).toBeGreaterThan(0);
      for (const { id, title, url } of results) {
        expect([typeof id, typeof title, new URL(url).pathname]).toEqual(['string', 'string', `/en/articles/${id}`]);
        const article = await dataFrom('fetch', { id });
        expect(article).toMatchObject({ id, title, url, text: expect.stringContaining('## '), metadata: {} });
        for (const value of Object.values(article.metadata)) expect(['string', 'number']).toContain(typeof value);
      }
    });

    it('finds five articles with snippets, in the language of the query, in fewer than 1,000 tokens', async () => {
      for (const [query, language, title] of [
        ['teapot plans', 'en', 'The teapot that plans ahead'],
        ['茶壶 计划', 'zh', '会做计划的茶壶'],
        ['茶壶 teapot', 'zh', '会做计划的茶壶'],
      ]) {
        const answer = await call('search', { query });
        const { results, total } = dataOf(answer);
        expect(results.length).toBe(Math.min(5, total));
        expect(results[0]).toMatchObject({ id: 'teapot-that-plans', title, status: 'verified', confidence: 72 });
        expect(results[0].snippet).toMatch(/\*\*(?:teapot|茶壶)/i);
        for (const { url, snippet } of results) {
          expect(url).toContain(`/${language}/articles/`);
          expect(snippet).not.toBe('');
        }
        expect(tokensBySomebodyElse(textOf(answer))).toBeLessThan(1_000);
      }
      const named = { query: '茶壶 计划', lang: 'en', page_size: 1 };
      const { results } = await dataFrom('search', named);
      expect(results).toMatchObject([{ title: 'The teapot that plans ahead' }]);
    });

    it('begins an answer without results with a notice and the next call, in the language of the query', async () => {
      for (const [query, notice] of [
        ['teapot', /^Nothing here answers this question\. Next: call search with \{"query":"teapot"/],
        ['茶壶', /^这里没有内容能回答这个问题。下一步：调用 search，参数 \{"query":"茶壶"/],
      ] as const) {
        const given = { query, domain: 'tools_github' };
        const answer = await call('search', given);
        expect(dataOf(answer).notice).toMatch(notice);
        expect(textOf(answer)).toMatch(/^\{(?:"match":"none",)?"notice":/);
        const [, next = ''] = / search(?: with|，参数) (\{.*\})[.。]$/.exec(dataOf(answer).notice) ?? [];
        expect((await dataFrom('search', JSON.parse(next))).total).toBeGreaterThan(0);
      }
    });

    it('answers a question with passages, and the citation of each passage leads to its section', async () => {
      const given = { query: 'How does a penguin shake hands?', maxTokens: 120 };
      const { passages } = await dataFrom('context', given);
      expect(passages.length).toBeGreaterThan(0);
      expect(JSON.stringify(passages)).not.toMatch(/%[0-9A-F]{2}|[0-9a-f]{13}/);
      for (const { title, section, citation, status, text } of passages) {
        expect(citation).toMatch(new RegExp(`^[a-z-]+@[0-9a-f]{12}#${section}$`));
        const part = await dataFrom('fetch', { id: citation });
        expect(part).toMatchObject({ title, metadata: { status, citation: citation.split('#')[0] } });
        expect(part.text).toContain(text.split('\n')[0]);
      }
    });

    it('reads an article by its slug, id, citation, resource URI or page URL', async () => {
      const read = async (id: string, more = {}) => await dataFrom('fetch', { id, ...more });
      const whole = await read('teapot-that-plans');
      expect(whole.title).toBe('The teapot that plans ahead');
      expect(whole.metadata).toMatchObject({ lang: 'en', status: 'verified' });
      for (const id of ['art_teapotplans1', whole.metadata.citation, 'kb://articles/teapot-that-plans'])
        expect(await read(id)).toEqual(whole);
      const zh = await read('https://kb.example.org/zh/articles/teapot-that-plans');
      expect(zh).toMatchObject({ title: '会做计划的茶壶', metadata: { lang: 'zh' } });
      expect(await read('teapot-that-plans', { lang: 'zh' })).toEqual(zh);
      expect(new URL(zh.url).pathname).toBe('/zh/articles/teapot-that-plans');
    });

    it('reads a section in the language of its heading', async () => {
      const read = async (id: string, section?: string) => await dataFrom('fetch', { id, section });
      const whole = await read('https://kb.example.org/zh/articles/teapot-that-plans');
      const heading = /^## (.+)$/m.exec(whole.text)?.[1] ?? '';
      const part = await read('teapot-that-plans', heading);
      expect(part.metadata.lang).toBe('zh');
      expect(part.text.startsWith(`## ${heading}`)).toBe(true);
      expect(await read(`${whole.metadata.citation}#${heading}`)).toEqual(part);
    });

    it('reads the sections that answer a query, in the language of the query, and says if none does', async () => {
      const read = async (query: string, more = {}) =>
        await dataFrom('fetch', { id: 'penguin-handshake', query, ...more });
      const whole = await dataFrom('fetch', { id: 'penguin-handshake' });
      const heading = /^### (.+)$/m.exec(whole.text)?.[1] ?? '';
      const { text, omitted, metadata } = await read(heading, { maxTokens: 100 });
      expect(text).toContain(`### ${heading}`);
      expect(tokensBySomebodyElse(text)).toBeLessThanOrEqual(100);
      expect([omitted.length > 0, metadata.lang]).toEqual([true, 'en']);
      expect((await read('企鹅')).metadata.lang).toBe('zh');
      const nothing = await read('zyzzyva');
      expect(nothing).toMatchObject({ match: 'none', notice: expect.stringMatching(/Next: call search with \{/) });
      expect(whole.text.startsWith(nothing.text.slice(0, 20))).toBe(true);
    });

    it('gives answers that match the listed schemas and have no other properties', async () => {
      const { tools } = await client.listTools();
      for (const [name, given] of [
        ['search', { query: 'penguin' }],
        ['search', { query: 'zyzzyva', domain: 'mcp' }],
        ['context', { query: 'penguin', maxTokens: 100 }],
        ['fetch', { id: 'penguin-handshake', maxTokens: 60 }],
      ] as const) {
        const schema = closed(tools.find((tool) => tool.name === name)?.outputSchema);
        const validate = new Ajv2020({ strict: false }).compile(schema);
        validate(await dataFrom(name, given));
        expect([name, validate.errors]).toEqual([name, null]);
      }
    });

    it('tells the model what is wrong with its arguments, what is allowed, and what to call next', async () => {
      const given = { query: 'tea', colour: 'green', pageSize: 500 };
      expect(errorOf(await call('search', given))).toMatch(
        /colour: only the arguments query, .*pageSize: a whole number from 1 to 100.*pageSize=100/s,
      );
      const misspelt = await call('fetch', { id: 'teapot-that-plan' });
      expect(errorOf(misspelt)).toMatch(
        /Did you mean teapot-that-plans\? Next: call fetch with \{"id":"teapot-that-plans"/,
      );
      const unasked = await call('context', {});
      expect(errorOf(unasked)).toContain('query: words, a question or an error message');
    });

    it('lists the articles as resources and reads them as Markdown', async () => {
      const { resources } = await client.listResources();
      expect(resources).toHaveLength(10);
      expect(resources[0]).toMatchObject({ uri: 'kb://articles/teapot-that-plans', mimeType: 'text/markdown' });
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates).toMatchObject([{ uriTemplate: 'kb://articles/{slug}', mimeType: 'text/markdown' }]);
      const { contents } = await client.readResource({ uri: 'kb://articles/teapot-that-plans' });
      const text = expect.stringMatching(/^# 会做计划的茶壶 \/ The teapot that plans ahead\n/);
      const [article] = contents;
      expect(contents).toEqual([
        { ...article, uri: 'kb://articles/teapot-that-plans', mimeType: 'text/markdown', text },
      ]);
      const byId = await client.readResource({ uri: 'kb://articles/art_teapotplans1' });
      expect(byId.contents).toEqual([{ ...article, uri: 'kb://articles/art_teapotplans1' }]);
      await expect(client.readResource({ uri: 'kb://articles/teapot-that-plan' })).rejects.toThrow(
        /Did you mean teapot-that-plans\?/,
      );
    });

    it('has a prompt that contains search hits and asks for citations, in the language of the question', async () => {
      const { prompts } = await client.listPrompts();
      expect(prompts).toMatchObject([
        {
          name: 'answer_with_citations',
          arguments: [
            { name: 'question', required: true },
            { name: 'language', required: false },
          ],
        },
      ]);
      const promptFor = async (given: Record<string, string>): Promise<string> => {
        const { messages } = await client.getPrompt({ name: 'answer_with_citations', arguments: given });
        return JSON.stringify(messages);
      };
      expect(await promptFor({ question: 'How does a teapot plan?' })).toMatch(
        /in English.*- teapot-that-plans The teapot that plans ahead \(verified, 72%\)/,
      );
      expect(await promptFor({ question: '茶壶怎样做计划？' })).toMatch(/用中文回答.*会做计划的茶壶/);
      expect(await promptFor({ question: '茶壶怎样做计划？', language: 'en' })).toMatch(/in English/);
      await expect(promptFor({ language: 'en' })).rejects.toThrow(/question/);
    });

    it('completes slugs and languages', async () => {
      const template = { type: 'ref/resource', uri: 'kb://articles/{slug}' } as const;
      const slugs = await client.complete({ ref: template, argument: { name: 'slug', value: 'tea' } });
      expect(slugs.completion.values).toEqual(['teapot-refuses-coffee', 'teapot-that-plans', 'committee-of-teaspoons']);
      const languages = await client.complete({ ref: promptReference, argument: { name: 'language', value: '' } });
      expect(languages.completion.values).toEqual(['zh', 'en']);
    });
  });
}
