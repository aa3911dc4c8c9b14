// Starts from usual and from wrong requests, and follows every address in the answers: next steps, links, omitted parts and
// suggested calls. All of them must be answered with 2xx.
import { expect, it } from 'vitest';
import { startServer } from '../server.ts';
import { articleText, contentOf, publishFolder } from '../site.ts';
import { crawl } from './crawl/crawl.ts';

const sentences = (zh: string, en: string) => ({
  zh: `## 原因\n\n${zh.repeat(30)}\n\n## 后果\n\n${zh.repeat(30)}`,
  en: `## Cause\n\n${en.repeat(30)}\n\n## Effect\n\n${en.repeat(30)}`,
});

/** Two articles that link to each other and are longer than small values of maxTokens. */
const articles = {
  'mcp/teapot.md': articleText({
    fields: { related: '[art_kettle]', aliases: '[old-teapot]' },
    ...sentences('水沿着壶嘴流下来。', 'Water clings to the spout. '),
  }),
  'agent/kettle.md': articleText({
    id: 'art_kettle',
    zhTitle: '水壶',
    enTitle: 'Singing kettle',
    fields: { related: '[art_teapot]' },
    ...sentences('蒸汽会唱歌，见[茶壶](../mcp/teapot.md)。', 'Steam sings, see [the teapot](../mcp/teapot.md). '),
  }),
};

// The test needs a long time-out, because it reads about 250 answers.
it('every address in an answer leads to an answer with a 2xx status', { timeout: 30_000 }, async () => {
  const { faults, answered, named } = await crawl(await startServer(await publishFolder(await contentOf(articles))));
  expect(faults).toEqual([]);
  // The test is only meaningful if every kind of answer and of address occurred.
  expect([...answered]).toEqual(expect.arrayContaining([200, 301, 400, 404]));
  expect(kindsOfAddresses.filter((kind) => !named.has(kind))).toEqual([]);
});

/** The places where addresses occur: API answers and problems, headers, pages, Markdown, discovery files and MCP tools. */
const kindsOfAddresses = [
  ...['meta.nextStep', 'problem: meta.nextStep', 'problem: error.hint', 'data.suggestions', 'data.items.nextStep'],
  ...['data.omitted.get', 'data.passages.get', 'data.relatedArticles.id', 'left out in Markdown'],
  ...['html', 'json', 'markdown', 'search'].map((name) => `data.links.${name}`),
  ...['service-desc', 'service-doc', 'describedby', 'api-catalog', 'canonical', 'alternate'].map(
    (rel) => `Link rel=${rel}`,
  ),
  ...['X-Agent-API-Endpoint', 'X-Agent-API-Docs', 'Location'],
  ...['<a href>', '<link href>', 'JSON-LD', 'Markdown', 'text'],
  ...['path in an index', 'OpenAPI'],
  ...['MCP results', 'MCP passages', 'MCP omitted', 'MCP notice', 'MCP problem', 'MCP.results.url', 'MCP.url'],
];
