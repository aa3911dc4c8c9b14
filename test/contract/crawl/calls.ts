// The requests from which the crawl starts. For every article: each format, small values of maxTokens, misspelt names and words,
// and citations.

import fc from 'fast-check';
import type { Bilingual } from '../../../build/edition/vocabulary.ts';
import { reader } from '../../answers.ts';
import { documentTargets } from '../../fuzz/document-targets.ts';
import type { Started } from '../../server.ts';
import { badPaths, discoveryTexts, goodPaths } from '../samples.ts';
import type { ToolCall } from './tools.ts';

interface Item {
  id: string;
  slug: string;
  title: Bilingual;
}

export interface Calls {
  paths: string[];
  tools: ToolCall[];
  /** A citation of an article, `slug@digest`. */
  citation: string;
  /** A query that finds an article. */
  word: string;
}

/** Misspells a word by removing its middle character. */
function misspelt(word: string): string {
  const characters = [...word];
  const middle = Math.floor(characters.length / 2);
  return [...characters.slice(0, middle), ...characters.slice(middle + 1)].join('');
}

const unknownDigest = `sha256-${'0'.repeat(64)}`;

function pathsOf({ id, slug, title }: Item, digest: string, anchor: string): string[] {
  const article = `/api/v1/articles/${slug}`;
  const [zh, en] = [title.zh, title.en].map(encodeURIComponent);
  return [
    ...[article, `/api/v1/articles/${id}`, `/api/v1/articles/${misspelt(slug)}`, `${article}@${digest}`],
    ...['format=markdown', 'lang=zh', 'maxTokens=100', 'maxTokens=100&format=markdown&lang=en'].map(
      (query) => `${article}?${query}`,
    ),
    ...[`digest=${digest}&lang=en`, `digest=${unknownDigest}`, 'section=nothing'].map((query) => `${article}?${query}`),
    ...[`q=${en}&code=false`, `q=${zh}&format=markdown&maxTokens=100`].map((query) => `${article}?${query}`),
    `${article}?section=${encodeURIComponent(misspelt(anchor))}`,
    `/api/v1/search?q=${en}&snippet=true&facets=true`,
    `/api/v1/search?q=${zh}&pageSize=1`,
    `/api/v1/search?q=${encodeURIComponent(misspelt(title.en.toLowerCase()))}&domain=tools_github`,
    `/api/v1/context?q=${en}`,
    `/api/v1/context?q=${en}&maxTokens=200`,
    `/api/v1/changes?have=${slug}@${digest},${slug}@0123456789ab,${misspelt(slug)}@0123456789ab`,
    `/en/?q=${en}`,
    `/articles/${id}`,
  ];
}

const toolsOf = ({ id, slug, title }: Item): ToolCall[] => [
  { tool: 'search', arguments: { query: title.en } },
  { tool: 'context', arguments: { query: title.zh } },
  { tool: 'search', arguments: { query: title.en, domain: 'tools_github', status: 'verified' } },
  { tool: 'fetch', arguments: { id } },
  { tool: 'fetch', arguments: { id: slug, maxTokens: 100 } },
  { tool: 'fetch', arguments: { id: slug, query: title.en } },
  { tool: 'fetch', arguments: { id: misspelt(slug) } },
];

const otherPaths = [
  ...['/', '/zh/', '/en/docs/', '/api', '/api/v1', '/api/v1/openapi.json', '/healthz', '/readyz'],
  ...[...discoveryTexts, '/llms-full.txt', '/.well-known/mcp.json'],
  ...['/en/docs/nothing', '/domains/none', '/en/?q=xyzzyplugh', '/?q=%3F&page=7', '/api/v1/search?q=xyzzyplugh'],
  ...['/api/v1/changes?since=1970-01-01', '/api/v1/changes?since=2026-02-15', '/api/v1/context?q=xyzzyplugh'],
];

export async function callsOf(server: Started): Promise<Calls> {
  const items: Item[] = (await server.json('/api/v1/search?pageSize=100')).body.data.items;
  const articles = await Promise.all(
    items.map(async (item) => {
      const { digest, content } = (await server.json(`/api/v1/articles/${item.slug}`)).body.data;
      return { item, digest: digest as string, heading: /^## (.+)$/m.exec(content.en)?.[1] ?? 'cause' };
    }),
  );
  const [first] = articles;
  if (first === undefined) throw new Error('there are no articles to ask for');
  return {
    paths: [
      ...otherPaths,
      ...goodPaths,
      ...badPaths.map(([path]) => path),
      ...articles.flatMap(({ item, digest, heading }) =>
        pathsOf(item, digest, heading.toLowerCase().replaceAll(' ', '-')),
      ),
    ],
    tools: items.flatMap(toolsOf),
    citation: `${first.item.slug}@${first.digest}`,
    word: first.item.title.en,
  };
}

/** `count` random request targets, made from the operations and parameters in the OpenAPI document. */
export const randomPaths = (count: number, names: readonly string[]): string[] =>
  fc.sample(documentTargets(reader(), names), { numRuns: count });
