// The pages face: prebuilt pages with their slots filled, in the language of the path or of the browser.
import { type Request, type Response, Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import { pagePath } from '../../../build/edition/locations.ts';
import { escapeHtml, fillSlots, type SlotName } from '../../../build/edition/slots.ts';
import { type Language, languages } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';
import { getArticle } from '../../operations/get-article.ts';
import type { Operation } from '../../operations/operation.ts';
import { contextOf } from '../../request-context.ts';
import { sendOutcome } from '../http/routes.ts';
import { cacheControls, contentTypes, send } from '../http/send.ts';
import { referenceHtml } from './reference.ts';
import { resultsFor } from './results.ts';

export interface PagesSettings {
  origin: () => string;
  operations: readonly Operation[];
}

interface PageAddress {
  /** Undefined when the path names none: then the browser's preference decides. */
  language: Language | undefined;
  /** The path without its language. */
  path: string;
}

export function pageRoutes({ origin, operations }: PagesSettings): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const reference = { zh: referenceHtml(operations, 'zh'), en: referenceHtml(operations, 'en') };
  router.get('/assets/:name', async (request, response, next) => {
    const content = contextOf(response).library.assets.get(request.path);
    if (content === undefined) return next();
    contextOf(response).route = 'asset';
    await send(request, response, {
      status: 200,
      contentType: contentTypes.css,
      pieces: [content],
      cacheControl: cacheControls.asset,
    });
  });
  router.get(/.*/, async (request, response, next) => {
    const context = contextOf(response);
    const { library } = context;
    const address = addressOf(request.path);
    context.route = 'page';
    const markdown = markdownAt(library, address, request);
    if (markdown !== undefined) {
      context.route = 'markdown-page';
      const { slug, negotiated } = markdown;
      const outcome = getArticle.run(
        { library, origin: origin(), preferredFormat: 'markdown', agent: undefined },
        { slug, format: 'markdown', lang: address.language },
      );
      return sendOutcome(outcome.kind === 'markdown' ? { ...outcome, negotiated } : outcome, request, response, {
        origin: origin(),
      });
    }
    const moved = movedPath(library, address);
    if (moved !== undefined) {
      context.route = 'redirect';
      return sendMoved(request, response, `${origin()}${moved}`);
    }
    const language = address.language ?? preferredLanguage(request);
    const page = pageAt(library, address, language, request);
    if (page === undefined) {
      context.route = 'unknown';
      return next();
    }
    const html = fillSlots(page.template, {
      origin: escapeHtml(origin()),
      reference: reference[language],
      ...page.slots,
    });
    await send(request, response, {
      status: 200,
      contentType: contentTypes.html,
      pieces: [html],
      etag: `"${fingerprint(html)}"`,
      cacheControl: cacheControls.page,
      vary: [...(page.negotiated ? ['Accept'] : []), ...(address.language === undefined ? ['Accept-Language'] : [])],
    });
  });
  return router;
}

function sendMoved(request: Request, response: Response, location: string): Promise<void> {
  response.setHeader('Location', location);
  return send(request, response, {
    status: 301,
    contentType: contentTypes.text,
    pieces: [`${location}\n`],
    cacheControl: cacheControls.page,
  });
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

/** The article that is asked for as Markdown: by the suffix `.md`, or by the Accept header. */
function markdownAt(
  library: Library,
  { path }: PageAddress,
  request: Request,
): { slug: string; negotiated: boolean } | undefined {
  const [, slug, suffix] = articleAddress.exec(path) ?? [];
  if (slug === undefined || !library.positionOfSlug.has(slug)) return undefined;
  if (suffix !== undefined) return { slug, negotiated: false };
  return request.accepts(['html', 'text/markdown']) === 'text/markdown' ? { slug, negotiated: true } : undefined;
}

/** Where the article of a former name or an id is now, and the one spelling of a path: `/zh/`, but `/docs`. */
function movedPath(library: Library, { language, path }: PageAddress): string | undefined {
  if (languages.some((candidate) => path === `/${candidate}`)) return `${path}/`;
  const spelt = path.replace(/\/$/, '');
  if (spelt !== path && templateAt(library, spelt, language ?? 'en') !== undefined) {
    return `${language === undefined ? '' : `/${language}`}${spelt}`;
  }
  const [, name, suffix = ''] = articleAddress.exec(path) ?? [];
  const row = library.articles[library.positionOfOtherName.get(name ?? '') ?? -1];
  return row === undefined ? undefined : `${pagePath(row.slug, language)}${suffix}`;
}

interface FoundPage {
  template: string;
  slots: Partial<Record<SlotName, string>>;
  /** Whether the same address also answers with Markdown. */
  negotiated: boolean;
}

function pageAt(library: Library, { path }: PageAddress, language: Language, request: Request): FoundPage | undefined {
  if (path === '/') return homePage(library, language, request);
  const template = templateAt(library, path, language);
  return template === undefined ? undefined : { template, slots: {}, negotiated: articleAddress.test(path) };
}

/** The page of an article, a domain, the docs or a guide. */
function templateAt(library: Library, path: string, language: Language): string | undefined {
  const position = library.positionOfSlug.get(/^\/articles\/([^/]+)$/.exec(path)?.[1] ?? '');
  if (position !== undefined) return library.body(position, `page.${language}`).toString('utf8');
  const name = `${language}${path}`;
  const isListed = /^\/(?:docs|docs\/[^/]+|domains\/[^/]+)$/.test(path) && Object.hasOwn(library.pages, name);
  return isListed ? library.pages[name] : undefined;
}

/** The home page, or the results when the form was sent. */
function homePage(library: Library, language: Language, request: Request): FoundPage {
  const slots = resultsFor(library, language, request.originalUrl);
  const name = slots === undefined ? 'home' : 'search';
  return { template: library.pages[`${language}/${name}`] ?? '', slots: slots ?? {}, negotiated: false };
}
