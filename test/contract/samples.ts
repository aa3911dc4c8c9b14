// Requests of every kind, and articles of the fixture site that tests refer to.
import { type Answer, type Contract, everyItem } from './contract.ts';

export const known = {
  /** A verified article with Q&A, records and related articles. */
  verified: 'teapot-that-plans',
  /** An article with the status `partial` and with everything that an article can have, also former slugs and a Q&A placeholder. */
  complete: 'penguin-handshake',
  completeId: 'art_penguinshake',
  formerSlug: 'penguin-greeting',
  /** An article without Q&A, records, related articles and keywords. */
  bare: 'what-is-a-spoon',
  /** A domain without articles. */
  emptyDomain: 'tools_github',
} as const;

export const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/** Paths that answer 200 with the envelope. */
export const goodPaths = [
  '/api/v1/search',
  '/api/v1/search?q=%E4%BC%81%E9%B9%85',
  '/api/v1/search?q=teapot&lang=en&pageSize=1',
  '/api/v1/search?q=%3F',
  '/api/v1/search?page=1000000',
  `/api/v1/search?domain=${known.emptyDomain}`,
  `/api/v1/articles/${known.verified}`,
  `/api/v1/articles/${known.complete}?format=json`,
  `/api/v1/articles/${known.bare}?lang=zh`,
  '/api/v1/domains',
  '/api/v1/changes?since=2026-02-01',
  `/api/v1/changes?have=${known.complete}@0123456789ab,art_nothing@0123456789ab`,
] as const;

/** Files for crawlers, except `/llms-full.txt`, which is streamed. */
export const discoveryTexts = ['/llms.txt', '/robots.txt', '/sitemap.xml', '/.well-known/api-catalog'] as const;

/** Paths that are answered with a problem, and the status. */
export const badPaths = [
  ['/api/v1/search?pageSize=101', 400],
  ['/api/v1/search?query=teapot', 400],
  ['/api/v1/search?q=', 400],
  ['/api/v1/articles/no-such-teapot', 404],
  ['/api/v1/articles/No%20Slug?format=markdown', 404],
  [`/api/v1/articles/${known.complete}?format=xml`, 400],
  ['/api/v1/domains?x=1', 400],
  ['/api/v1/changes', 400],
  ['/api/v1/changes?since=0123456789ab', 404],
  ['/api/v1/changes?have=teapot', 400],
  ['/api/v1/agents/me', 400],
  ['/api/v1/nothing', 404],
  ['/nothing', 404],
] as const satisfies readonly (readonly [string, number])[];

export const answersTo = (contract: Contract, paths: readonly string[]): Promise<Answer[]> =>
  Promise.all(paths.map((path) => contract.api(path)));

/** The JSON representation of every article. */
export async function everyArticle(contract: Contract): Promise<Answer['body']['data'][]> {
  const items = await everyItem(contract);
  const answers = await answersTo(
    contract,
    items.map(({ slug }) => `/api/v1/articles/${slug}`),
  );
  return answers.map(({ body }) => body.data);
}

export async function markdownOf(contract: Contract, slug: string, query = ''): Promise<string> {
  const response = await contract.get(`/api/v1/articles/${slug}?format=markdown${query}`);
  return response.text();
}
