// What a client of an SDK sees of the product, over one connection; over HTTP and over stdio alike.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAnswer, ClientKind, McpClient } from './clients.ts';

const promptReference = { type: 'ref/prompt', name: 'answer_with_citations' } as const;

/** The data of an answer, which stands in it twice: as JSON, and as the same JSON in text. */
function dataOf({ content, structuredContent, isError }: CallAnswer) {
  expect(isError ?? false).toBe(false);
  expect(content).toHaveLength(1);
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  return structuredContent;
}

function textOf({ content, isError }: CallAnswer): string {
  expect(isError).toBe(true);
  return content[0]?.text ?? '';
}

/** Declares the tests of one connection. */
export function describeClient(way: string, kind: ClientKind, connect: (kind: ClientKind) => Promise<McpClient>): void {
  describe(`over ${way}, to a client of the SDK (${kind})`, () => {
    let client: McpClient;
    beforeAll(async () => {
      client = await connect(kind);
    });
    afterAll(() => client.close());

    it('lists two tools that only read, with the shapes of what they take and answer', async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search', 'fetch']);
      for (const { annotations, description, outputSchema } of tools) {
        expect(annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
        expect(description?.length).toBeLessThan(160);
        expect(outputSchema?.type).toBe('object');
      }
      const [search, fetch] = tools.map(({ inputSchema }) => inputSchema);
      expect(search).toMatchObject({
        properties: {
          q: { type: 'string' },
          domain: { enum: expect.arrayContaining(['tools_postgres']) },
          status: { enum: ['verified', 'partial', 'unverified'] },
          lang: { enum: ['zh', 'en'] },
          page: { type: 'integer' },
          pageSize: { type: 'integer', maximum: 100 },
          minConfidence: { type: 'integer' },
          maxRisk: { enum: ['low', 'medium', 'high'] },
        },
      });
      expect(fetch).toMatchObject({
        properties: { id: { type: 'string' }, lang: { enum: ['zh', 'en'] } },
        required: ['id'],
      });
    });

    it('fetches what fits into a budget, and names the calls for what was left out', async () => {
      const { tools } = await client.listTools();
      const shape = tools.find(({ name }) => name === 'fetch')?.outputSchema ?? false;
      const given = { id: 'penguin-handshake', lang: 'en', max_tokens: 50 };
      const data = dataOf(await client.callTool({ name: 'fetch', arguments: given }));
      expect(new Ajv2020({ strict: false }).validate(shape, data)).toBe(true);
      expect(data.tokens).toBeLessThanOrEqual(50);
      expect([data.truncated, data.content]).toEqual([true, undefined]);
      expect(data.omitted.length).toBeGreaterThan(0);
      for (const { section, call } of data.omitted) {
        const part = dataOf(await client.callTool({ name: call.tool, arguments: call.arguments }));
        expect(part.sections[0]).toMatchObject({ lang: 'en', section });
      }
      expect(data.nextStep).toEqual(data.omitted[0].call);
    });

    it('answers a question with passages within a budget, and follows their citations', async () => {
      const { tools } = await client.listTools();
      const shape = tools.find(({ name }) => name === 'search')?.outputSchema ?? false;
      const given = { q: 'How does a penguin shake hands?', maxTokens: 120 };
      const data = dataOf(await client.callTool({ name: 'search', arguments: given }));
      expect(new Ajv2020({ strict: false }).validate(shape, data)).toBe(true);
      expect(data.tokens).toBeLessThanOrEqual(120);
      expect(data.passages.length).toBeGreaterThan(0);
      expect(data.nextStep).toEqual(data.passages[0].call);
      for (const { slug, section, citation, call } of data.passages) {
        const part = dataOf(await client.callTool({ name: call.tool, arguments: call.arguments }));
        expect(part).toMatchObject({ slug, sections: expect.arrayContaining([expect.objectContaining({ section })]) });
        const cited = dataOf(await client.callTool({ name: 'fetch', arguments: { id: citation } }));
        expect(`${cited.citation}#${cited.sections[0].section}`).toBe(citation);
      }
    });

    it('names the present text to those who cite one that is not kept', async () => {
      const cited = { id: 'teapot-that-plans', digest: 'sha256-0123456789ab' };
      const lost = await client.callTool({ name: 'fetch', arguments: cited });
      expect(textOf(lost)).toMatch(
        /The text that succeeds it is teapot-that-plans@sha256-[0-9a-f]{64}.*Next: call fetch with \{"id":"teapot-that-plans"\}/,
      );
    });

    it('finds an article and fetches it as the answer suggests, in the shapes that it lists', async () => {
      const { tools } = await client.listTools();
      const isValid = (name: string, data: unknown): boolean =>
        new Ajv2020({ strict: false }).validate(tools.find((tool) => tool.name === name)?.outputSchema ?? false, data);
      const found = dataOf(
        await client.callTool({ name: 'search', arguments: { q: '茶壶 计划', lang: 'en', pageSize: 1 } }),
      );
      expect(found.items).toHaveLength(1);
      expect(isValid('search', found)).toBe(true);
      expect(found.nextStep).toEqual({ tool: 'fetch', arguments: { id: 'teapot-that-plans', lang: 'en' } });
      const article = dataOf(await client.callTool({ name: found.nextStep.tool, arguments: found.nextStep.arguments }));
      expect(article).toMatchObject({ slug: 'teapot-that-plans', title: { en: 'The teapot that plans ahead' } });
      expect(article.digest).toMatch(/^sha256-/);
      expect(Object.keys(article.content)).toEqual(['en']);
      expect(isValid('fetch', article)).toBe(true);
    });

    it('says what to call when nothing is found', async () => {
      const { suggestions } = dataOf(
        await client.callTool({ name: 'search', arguments: { q: 'teapot', domain: 'tools_github' } }),
      );
      expect(suggestions[0]).toEqual({ tool: 'search', arguments: { q: 'teapot' } });
      const again = await client.callTool({ name: 'search', arguments: suggestions[0].arguments });
      expect(dataOf(again).pagination.total).toBeGreaterThan(0);
    });

    it('tells the model what is wrong, what is allowed and what to do', async () => {
      const wrong = await client.callTool({ name: 'search', arguments: { q: 'tea', colour: 'green', pageSize: 500 } });
      expect(textOf(wrong)).toMatch(
        /colour: only the arguments q, .*pageSize: a whole number from 1 to 100.*pageSize=100/s,
      );
      const misspelt = await client.callTool({ name: 'fetch', arguments: { id: 'teapot-that-plan' } });
      expect(textOf(misspelt)).toContain(
        'Did you mean teapot-that-plans? Next: call fetch with {"id":"teapot-that-plans"}.',
      );
      const nothing = await client.callTool({ name: 'fetch', arguments: {} });
      expect(textOf(nothing)).toContain('the slug or id of an article');
    });

    it('lists the articles as resources and reads them as Markdown', async () => {
      const { resources } = await client.listResources();
      expect(resources).toHaveLength(10);
      expect(resources[0]).toMatchObject({ uri: 'kb://articles/teapot-that-plans', mimeType: 'text/markdown' });
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates).toMatchObject([{ uriTemplate: 'kb://articles/{slug}', mimeType: 'text/markdown' }]);
      const { contents } = await client.readResource({ uri: 'kb://articles/teapot-that-plans' });
      expect(contents).toMatchObject([{ uri: 'kb://articles/teapot-that-plans', mimeType: 'text/markdown' }]);
      expect(contents[0]?.text).toMatch(/^# 会做计划的茶壶 \/ The teapot that plans ahead\n/);
      const byId = await client.readResource({ uri: 'kb://articles/art_teapotplans1' });
      expect(byId.contents[0]?.text).toBe(contents[0]?.text);
      await expect(client.readResource({ uri: 'kb://articles/teapot-that-plan' })).rejects.toThrow(
        /Did you mean teapot-that-plans\?/,
      );
    });

    it('has a prompt that names what the search finds and asks for citations, in the language of the question', async () => {
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
        /in English.*kb:\/\/articles\/teapot-that-plans The teapot that plans ahead \(verified, 97%\)/,
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

    it('tells the client what the service is for', async () => {
      expect(client.getInstructions()).toMatch(/^10 knowledge articles in Chinese and English\./);
    });
  });
}
