// The pages face: prebuilt pages with their slots filled, in the language of the path or of the browser.
import { extname } from 'node:path';
import { type Request, type Response, Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import { changesPath, pagePath, twinPath } from '../../../build/edition/locations.ts';
import { escapeHtml, fillSlots, type SlotName } from '../../../build/edition/slots.ts';
import { type Language, languages } from '../../../build/edition/vocabulary.ts';
import { type Link, linkHeader } from '../../discovery.ts';
import type { Library } from '../../library.ts';
import { contextOf } from '../../request-context.ts';
import { cacheControls, contentTypes, send } from '../http/send.ts';
import { addressOf, articleOf, type PageAddress, pageOfTwin, pathIn, preferredLanguage } from './addresses.ts';
import { changesHtml } from './changes.tsx';
import { resultsFor } from './results.ts';
import { hasTwin, isOfSite, type Twin, twinAt } from './twins.ts';

const assetTypes: Readonly<Record<string, string>> = {
  '.css': contentTypes.css,
  '.js': contentTypes.javascript,
  '.svg': contentTypes.svg,
};

export function pageRoutes(origin: () => string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/assets/:name', async (request, response, next) => {
    const content = contextOf(response).library.assets.get(request.path);
    if (content === undefined) return next();
    contextOf(response).route = 'asset';
    await send(request, response, {
      status: 200,
      contentType: assetTypes[extname(request.path)] ?? contentTypes.text,
      pieces: [content],
      name: request.path,
      cacheControl: cacheControls.asset,
    });
  });
  router.get(/.*/, async (request, response, next) => {
    const context = contextOf(response);
    const { library } = context;
    const address = addressOf(request.path);
    context.route = pageOfTwin(address.path) === undefined ? 'page' : 'markdown-page';
    const twin = twinAt(library, address, request, origin());
    if (twin !== undefined) {
      context.route = 'markdown-page';
      return sendTwin(twin, request, response, origin());
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
    const canonical = pathIn({ ...address, path: page.repeats ?? address.path }, language);
    if (page.negotiated) response.set('Link', linkHeader(origin(), linksOf(canonical)));
    const html = fillSlots(page.template, {
      ...frameSlots(library, origin()),
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

/** A page's one address and its Markdown twin. */
const linksOf = (page: string): Link[] => [
  { path: page, rel: 'canonical' },
  { path: twinPath(page), rel: 'alternate', type: 'text/markdown' },
];

function sendTwin(
  { pieces, tag, page, vary }: Twin,
  request: Request,
  response: Response,
  origin: string,
): Promise<void> {
  const links: Link[] = [
    { path: page, rel: 'canonical' },
    { path: page, rel: 'alternate', type: 'text/html' },
  ];
  response.set('Link', linkHeader(origin, links));
  return send(request, response, {
    status: 200,
    contentType: contentTypes.markdown,
    pieces,
    etag: `"${fingerprint(`markdown\n${tag}\n${origin}`)}"`,
    cacheControl: cacheControls.page,
    vary,
  });
}

function sendMoved(request: Request, response: Response, location: string): Promise<void> {
  response.set('Location', location);
  return send(request, response, {
    status: 301,
    contentType: contentTypes.text,
    pieces: [`${location}\n`],
    cacheControl: cacheControls.page,
  });
}

const articleAddress = /^\/articles\/([^/]+?)((?:\/parallel)?(?:\.md)?)$/;

/** Where the article of a former name or an id is now, and the one spelling of a path: `/zh/`, but `/docs`. */
function movedPath(library: Library, { language, path }: PageAddress): string | undefined {
  if (languages.some((candidate) => path === `/${candidate}`)) return `${path}/`;
  const spelt = path.replace(/\/$/, '');
  if (spelt !== path && isPage(library, spelt, language ?? 'en')) {
    return `${language === undefined ? '' : `/${language}`}${spelt}`;
  }
  const [, name, suffix = ''] = articleAddress.exec(path) ?? [];
  const row = library.articles[library.positionOfOtherName.get(name ?? '') ?? -1];
  return row === undefined ? undefined : `${pagePath(row.slug, language)}${suffix}`;
}

interface FoundPage {
  template: string;
  slots: Partial<Record<SlotName, string>>;
  /** Whether the same address also answers with Markdown: every page but the results of a search has a twin. */
  negotiated: boolean;
  /** The path of the page that this one shows in another way. */
  repeats?: string;
}

function pageAt(library: Library, { path }: PageAddress, language: Language, request: Request): FoundPage | undefined {
  if (path === '/') return homePage(library, language, request);
  if (path === changesPath) return changesPage(library, language, request);
  const article = articleOf(path);
  if (article?.isParallel) {
    const page = parallelPage(library, article.slug, language);
    return page && { ...page, negotiated: true };
  }
  const template = templateAt(library, path, language);
  return template === undefined ? undefined : { template, slots: {}, negotiated: true };
}

const isPage = (library: Library, path: string, language: Language): boolean =>
  path === changesPath ||
  library.positionOfSlug.has(articleOf(path)?.slug ?? '') ||
  templateAt(library, path, language) !== undefined;

/** The page of an article, a domain, the docs or a guide. */
function templateAt(library: Library, path: string, language: Language): string | undefined {
  const position = library.positionOfSlug.get(articleOf(path)?.slug ?? '');
  if (position !== undefined) return library.body(position, `page.${language}`).toString('utf8');
  const name = `${language}${path}`;
  const isListed = isOfSite(path) && Object.hasOwn(library.pages, name);
  return isListed ? library.pages[name] : undefined;
}

/** The home page, or the results when the form was sent. */
function homePage(library: Library, language: Language, request: Request): FoundPage {
  const slots = resultsFor(library, language, request.originalUrl);
  const name = slots === undefined ? 'home' : 'search';
  const negotiated = hasTwin(library, '/', request);
  return { template: library.pages[`${language}/${name}`] ?? '', slots: slots ?? {}, negotiated };
}

function changesPage(library: Library, language: Language, request: Request): FoundPage {
  const results = changesHtml(library, language, request.originalUrl);
  return { template: library.pages[`${language}${changesPath}`] ?? '', slots: { results }, negotiated: false };
}

export interface ParallelPage {
  template: string;
  slots: Partial<Record<SlotName, string>>;
  /** The path of the page that this one shows in another way. */
  repeats: string;
}

export function parallelPage(library: Library, slug: string, language: Language): ParallelPage | undefined {
  const position = library.positionOfSlug.get(slug);
  const template = library.pages[`${language}/parallel`];
  if (position === undefined || template === undefined) return undefined;
  const item = JSON.parse(library.body(position, `item.${language}`).toString('utf8'));
  const slots = {
    slug: escapeHtml(slug),
    title: escapeHtml(item.title[language]),
    summary: escapeHtml(item.summary[language]),
    parallel: library.body(position, 'parallel.both').toString('utf8'),
  };
  return { template, slots, repeats: pagePath(slug) };
}

/** So many characters of a `buildId` tell editions apart at a glance. */
const buildIdShown = 12;

export function frameSlots(
  { buildId, size }: Library,
  origin: string,
): Pick<Record<SlotName, string>, 'origin' | 'edition' | 'articles'> {
  return {
    origin: escapeHtml(origin),
    edition: escapeHtml(buildId.slice(0, buildIdShown)),
    articles: String(size),
  };
}
