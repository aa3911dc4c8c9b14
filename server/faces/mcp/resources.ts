// Articles as resources: `kb://articles/{slug}`, as Markdown, listed in pages and completed by what a slug begins with or holds.
import type { Library } from '../../library.ts';
import { getArticle } from '../../operations/get-article.ts';
import type { Context, Outcome } from '../../operations/operation.ts';
import { followed, textOf } from './tool-answer.ts';

export const articleTemplate = 'kb://articles/{slug}';
export const articleUri = (slug: string): string => `kb://articles/${slug}`;
export const markdownType = 'text/markdown';

/** Articles on one page of the list. */
const pageSize = 100;
/** Slugs offered at most; the protocol allows no more. */
const completionsMax = 100;

export interface ListedArticle {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  annotations: { lastModified: string; priority: number };
}

export interface ListPage {
  resources: ListedArticle[];
  nextCursor?: string;
}

/** A page of the list, newest articles first; undefined for a cursor that none of these pages ended with. */
export function listArticles(library: Library, cursor: string | undefined): ListPage | undefined {
  const [buildId = '', place = ''] = (cursor ?? `${library.buildId}:0`).split(':');
  const from = Number(place);
  // A cursor of another edition would skip articles or give them twice.
  if (buildId !== library.buildId || !/^\d{1,9}$/.test(place) || from > library.size) return undefined;
  const to = Math.min(from + pageSize, library.size);
  const resources = library.articles.slice(from, to).map((_, index) => listed(library, from + index));
  return { resources, ...(to < library.size && { nextCursor: `${library.buildId}:${to}` }) };
}

function listed(library: Library, position: number): ListedArticle {
  const item = JSON.parse(library.body(position, 'item.both').toString('utf8'));
  return {
    uri: articleUri(item.slug),
    name: item.slug,
    title: `${item.title.zh} / ${item.title.en}`,
    description: item.summary.en,
    mimeType: markdownType,
    annotations: { lastModified: item.updatedAt, priority: item.confidenceScore / 100 },
  };
}

/** An article as Markdown in both languages, by its slug, a former one or its id; a problem when there is none. */
export function readArticle(context: Context, slug: string): Outcome {
  return followed(
    getArticle.run(context, { slug, format: 'markdown', lang: undefined }),
    { operation: getArticle },
    context,
  );
}

export const markdownOf = (outcome: Outcome & { kind: 'markdown' }): string => textOf(outcome.pieces);

/** Slugs that begin with what was typed, then those that hold it. */
export function completeSlug(library: Library, typed: string): string[] {
  const slugs = library.articles.map(({ slug }) => slug);
  const beginning = slugs.filter((slug) => slug.startsWith(typed)).sort();
  const holding = slugs.filter((slug) => !slug.startsWith(typed) && slug.includes(typed)).sort();
  return [...beginning, ...holding].slice(0, completionsMax);
}
