// Input for tests of single stages of the compiler: one article from the template of test/site.ts, parsed by the compiler.
import { join } from 'node:path';
import type { Edition } from '../../build/assemble.ts';
import { textsOf } from '../../build/bodies/html.ts';
import { type Circumstances, type PublishedArticle, publish } from '../../build/bodies/published-article.ts';
import { check } from '../../build/compile.ts';
import { type BodyName, catalogue, placeOf } from '../../build/edition/catalogue.ts';
import { catalogueFile, packFile } from '../../build/edition/locations.ts';
import { defaultSite } from '../../build/edition/site-settings.ts';
import type { Language } from '../../build/edition/vocabulary.ts';
import type { Message } from '../../build/messages.ts';
import { renderArticlePage } from '../../build/pages/article-page.tsx';
import { readContent } from '../../build/read.ts';
import { type Draft, readDraft } from '../../build/source/draft.ts';
import type { SourceEntry } from '../../build/source/entry.ts';
import { type SourceArticle, toArticle } from '../../build/source/source-article.ts';
import { type ArticleParts, articleText, compileFolder, fixtures } from '../site.ts';

/** The path of the template article, unless a test gives another one. */
export const articlePath = 'mcp/teapot.md';

export function entryOf(content: string | Uint8Array, path = articlePath): SourceEntry {
  return { path, kind: 'file', bytes: typeof content === 'string' ? Buffer.from(content) : content };
}

/** The draft of a file with this content. */
export function draftOf(content: string | Uint8Array, path = articlePath): Draft {
  return readDraft(entryOf(content, path));
}

/** The draft of an article from the template. */
export const draftWith = (parts: ArticleParts): Draft => draftOf(articleText(parts));

export function articleWith(parts: ArticleParts): SourceArticle {
  const article = toArticle(draftWith(parts));
  if (article === undefined) throw new Error('the front matter of the template is broken');
  return article;
}

/** The primary sources of the default site, and a day on which no verification record of the fixtures is old enough to count less. */
export const circumstances: Circumstances = { sources: defaultSite.sources, day: '2026-05-01' };

export function publishedWith(parts: ArticleParts): PublishedArticle {
  return publish(articleWith(parts), circumstances);
}

/** The published articles of test/fixtures/site, by slug. */
export async function publishedSite(): Promise<Map<string, PublishedArticle>> {
  const entries = await readContent(join(fixtures, 'site'));
  const articles = entries
    .flatMap((entry) => toArticle(readDraft(entry)) ?? [])
    .map((article) => publish(article, circumstances));
  return new Map(articles.map((article) => [article.source.slug, article]));
}

/** The page of an article in one language, without related articles. */
export function pageOf(article: PublishedArticle, language: Language): string {
  const text = textsOf(article.source)[language];
  return renderArticlePage({
    article,
    text,
    language,
    base: { styles: '/assets/site.css', site: defaultSite, hasTrustGuide: false },
  });
}

/** A function that reads a body of an article, with its related articles, from an edition. */
export function bodiesIn(edition: Edition | undefined): (slug: string, name: BodyName) => string {
  const content = (path: string): Buffer => Buffer.from(edition?.files.get(path) ?? []);
  const { articles } = catalogue.parse(JSON.parse(content(catalogueFile).toString('utf8')));
  return (slug, name) => {
    const row = articles.find((candidate) => candidate.slug === slug);
    if (row === undefined) throw new Error(`the site has no ${slug}`);
    const [offset, length] = placeOf(row.bodies, name);
    return content(packFile(row.shard)).toString('utf8', offset, offset + length);
  };
}

/** The bodies of the articles of test/fixtures/site, which is compiled for this. */
export const bodiesOfSite = async (): Promise<(slug: string, name: BodyName) => string> =>
  bodiesIn((await compileFolder(join(fixtures, 'site'))).edition);

/** The messages of the compiler about a site with these files. The keys are paths. */
export function messagesOf(files: Record<string, string | Uint8Array>): Message[] {
  return check({ entries: Object.entries(files).map(([path, content]) => entryOf(content, path)) }).messages;
}

/** Messages as `path:line:column rule`, for tests about locations and not about wording. */
export const placesOf = (messages: readonly Message[]): string[] =>
  messages.map(({ path, place, rule }) => `${path}:${place.line}:${place.column} ${rule}`);
