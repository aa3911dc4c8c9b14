// The pages face: prebuilt pages with their slots filled, in the language of the path or of the browser.
import { type Request, type Response, Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import { markdownPagePath, pagePath } from '../../../build/edition/locations.ts';
import { escapeHtml, fillSlots, type SlotName } from '../../../build/edition/slots.ts';
import { type Language, languages } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';
import { getArticle } from '../../operations/get-article.ts';
import type { Operation } from '../../operations/operation.ts';
import { queryLengthMax } from '../../operations/parameters.ts';
import { findMatches } from '../../operations/search.ts';
import { contextOf } from '../../request-context.ts';
import { readQuery } from '../http/query-string.ts';
import { sendOutcome } from '../http/routes.ts';
import { cacheControls, contentTypes, send } from '../http/send.ts';
import { referenceHtml } from './reference.ts';

export interface PagesSettings {
  origin: () => string;
  operations: readonly Operation[];
}

/** Results shown on the search page. */
const resultsShown = 20;

interface PageAddress {
  /** Undefined when the path names none: then the browser's preference decides. */
  language: Language | undefined;
  /** The path without its language. */
  path: string;
}

export function pageRoutes({ origin, operations }: PagesSettings): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/assets/:name', async (request, response, next) => {
    const content = contextOf(response).library.assets.get(request.path);
    if (content === undefined) return next();
    await send(request, response, {
      status: 200,
      contentType: contentTypes.css,
      pieces: [content],
      cacheControl: cacheControls.asset,
    });
  });
  router.get(/.*/, async (request, response, next) => {
    const { library } = contextOf(response);
    const address = addressOf(request.path);
    const language = address.language ?? preferredLanguage(request);
    const markdown = markdownSlug(library, address, request);
    if (markdown !== undefined) {
      const outcome = getArticle.run(
        { library, origin: origin(), preferredFormat: 'markdown', agent: undefined },
        { slug: markdown, format: 'markdown', lang: address.language },
      );
      return sendOutcome(outcome.kind === 'markdown' ? { ...outcome, negotiated: true } : outcome, request, response, {
        origin: origin(),
      });
    }
    const moved = movedArticle(library, address);
    if (moved !== undefined) {
      response.setHeader('Location', `${origin()}${moved}`);
      response.status(301).end();
      return;
    }
    const page = pageAt(library, address, language, request);
    if (page === undefined) return next();
    const html = fillSlots(page.template, {
      origin: escapeHtml(origin()),
      reference: referenceHtml(operations, language),
      ...page.slots,
    });
    await send(request, response, {
      status: 200,
      contentType: contentTypes.html,
      pieces: [html],
      etag: `"${fingerprint(html)}"`,
      cacheControl: cacheControls.page,
      vary: address.language === undefined ? ['Accept', 'Accept-Language'] : ['Accept'],
    });
  });
  return router;
}

/** The page for a path that leads nowhere, for those who read HTML. */
export async function sendNotFoundPage(request: Request, response: Response, origin: string): Promise<void> {
  const language = addressOf(request.path).language ?? preferredLanguage(request);
  const template = contextOf(response).library.pages[`${language}/not-found`] ?? '';
  await send(request, response, {
    status: 404,
    contentType: contentTypes.html,
    pieces: [fillSlots(template, { origin: escapeHtml(origin) })],
    cacheControl: cacheControls.never,
    vary: ['Accept', 'Accept-Language'],
  });
}

/** True for a caller who says that it prefers HTML to JSON, as browsers do. */
export const prefersHtml = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

function addressOf(path: string): PageAddress {
  const language = languages.find((candidate) => path.startsWith(`/${candidate}/`));
  return { language, path: language === undefined ? path : path.slice(language.length + 1) };
}

function preferredLanguage(request: Request): Language {
  const accepted = request.acceptsLanguages(['en', 'zh', 'zh-CN', 'zh-Hans', 'zh-TW', 'zh-HK']);
  return typeof accepted === 'string' && accepted.startsWith('zh') ? 'zh' : 'en';
}

const articleAddress = /^\/articles\/([^/]+?)(\.md)?$/;

/** The slug of the article that is asked for as Markdown: by the suffix `.md`, or by the Accept header. */
function markdownSlug(library: Library, { path }: PageAddress, request: Request): string | undefined {
  const [, slug, suffix] = articleAddress.exec(path) ?? [];
  if (slug === undefined || !library.positionOfSlug.has(slug)) return undefined;
  const wantsMarkdown = suffix !== undefined || request.accepts(['html', 'text/markdown']) === 'text/markdown';
  return wantsMarkdown ? slug : undefined;
}

function movedArticle(library: Library, { language, path }: PageAddress): string | undefined {
  const [, name, suffix] = articleAddress.exec(path) ?? [];
  const row = library.articles[library.positionOfOtherName.get(name ?? '') ?? -1];
  if (row === undefined) return undefined;
  return suffix === undefined ? pagePath(row.slug, language) : markdownPagePath(row.slug);
}

interface FoundPage {
  template: string;
  slots: Partial<Record<SlotName, string>>;
}

function pageAt(library: Library, { path }: PageAddress, language: Language, request: Request): FoundPage | undefined {
  const position = library.positionOfSlug.get(/^\/articles\/([^/]+)$/.exec(path)?.[1] ?? '');
  if (position !== undefined)
    return { template: library.body(position, `page.${language}`).toString('utf8'), slots: {} };
  if (path === '/') return homePage(library, language, request);
  const name = `${language}${path}`;
  const isListed = /^\/(?:docs|docs\/[^/]+|domains\/[^/]+)$/.test(path) && Object.hasOwn(library.pages, name);
  return isListed ? { template: library.pages[name] ?? '', slots: {} } : undefined;
}

/** The home page, or the results when the form was sent. */
function homePage(library: Library, language: Language, request: Request): FoundPage {
  const query = readQuery(request.originalUrl).values.q;
  const text = [...(query ?? '').normalize('NFKC').trim()].slice(0, queryLengthMax).join('');
  if (text === '') return { template: library.pages[`${language}/home`] ?? '', slots: {} };
  const matches = findMatches(library, { q: text });
  const rows = matches
    .slice(0, resultsShown)
    .map((position) => library.body(position, `row.${language}`).toString('utf8'));
  const count = {
    zh: `共 ${matches.length} 篇，最相关的在前。`,
    en: `${matches.length} articles, the most relevant first.`,
  }[language];
  return {
    template: library.pages[`${language}/search`] ?? '',
    slots: { query: escapeHtml(text), results: `<p>${count}</p><ul class="rows">${rows.join('')}</ul>` },
  };
}
