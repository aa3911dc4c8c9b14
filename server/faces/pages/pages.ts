// Serves the prebuilt pages, and fills their slots. The language comes from the path, otherwise from the browser's preference.
import { extname } from 'node:path';
import { type Request, type Response, Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import { changesPath, pagePath, twinPath } from '../../../build/edition/locations.ts';
import { escapeHtml, fillSlots, type SlotName } from '../../../build/edition/slots.ts';
import { type Language, languages } from '../../../build/edition/vocabulary.ts';
import { type Link, linkHeader } from '../../discovery.ts';
import { shortName } from '../../history/history.ts';
import type { Library } from '../../library.ts';
import { contextOf } from '../../request-context.ts';
import { cacheControls, contentTypes, send } from '../http/send.ts';
import { addressOf, articleOf, type PageAddress, pageOfTwin, pathIn, preferredLanguage } from './addresses.ts';
import { changesHtml } from './changes.tsx';
import { resultsFor } from './results.ts';
import { isOfSite, type Twin, twinAt } from './twins.ts';

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
    const page = pageAt(library, address.path, language, request);
    if (page === undefined) {
      context.route = 'unknown';
      return next();
    }
    const canonical = pathIn({ ...address, path: page.repeats ?? address.path }, language);
    const links: Link[] = [
      { path: canonical, rel: 'canonical' },
      { path: twinPath(canonical), rel: 'alternate', type: 'text/markdown' },
    ];
    if (page.negotiated) response.set('Link', linkHeader(origin(), links));
    const html = fillSlots(page.template, { ...frameSlots(library, origin()), ...page.slots });
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

/**
 * The path to redirect to; undefined when the path is right. A former name or an id of an article leads to its present path. The home page
 * of a language ends in a slash (`/zh/`), and other pages do not (`/docs`).
 */
function movedPath(library: Library, { language, path }: PageAddress): string | undefined {
  if (languages.some((candidate) => path === `/${candidate}`)) return `${path}/`;
  const spelt = path.replace(/\/$/, '');
  if (spelt !== path && isPage(library, spelt)) return pathIn({ language, path: spelt }, language);
  const [, name, suffix = ''] = articleAddress.exec(path) ?? [];
  const row = library.articles[library.positionOfOtherName.get(name ?? '') ?? -1];
  return row === undefined ? undefined : `${pagePath(row.slug, language)}${suffix}`;
}

interface FoundPage {
  template: string;
  slots?: Partial<Record<SlotName, string>>;
  /** Whether the same address also serves Markdown. All pages do, except changes and search results. */
  negotiated: boolean;
  /** The path of the page that this page is a variant of. */
  repeats?: string;
}

function pageAt(library: Library, path: string, language: Language, request: Request): FoundPage | undefined {
  const prebuilt = (name: string): string => library.pages[`${language}/${name}`] ?? '';
  if (path === '/') {
    const slots = resultsFor(library, language, request.originalUrl);
    if (slots !== undefined) return { template: prebuilt('search'), slots, negotiated: false };
    return { template: prebuilt('home'), negotiated: true };
  }
  if (path === changesPath) {
    const results = changesHtml(library, language, request.originalUrl);
    return { template: prebuilt('changes'), slots: { results }, negotiated: false };
  }
  const { slug, isParallel } = articleOf(path) ?? {};
  const position = library.positionOfSlug.get(slug ?? '');
  if (slug !== undefined && position !== undefined) {
    if (!isParallel) return { template: library.body(position, `page.${language}`).toString('utf8'), negotiated: true };
    const { title, summary } = JSON.parse(library.body(position, `item.${language}`).toString('utf8'));
    const slots = {
      slug: escapeHtml(slug),
      title: escapeHtml(title[language]),
      summary: escapeHtml(summary[language]),
      parallel: library.body(position, 'parallel.both').toString('utf8'),
    };
    return { template: prebuilt('parallel'), slots, negotiated: true, repeats: pagePath(slug) };
  }
  return isPage(library, path) ? { template: prebuilt(path.slice(1)), negotiated: true } : undefined;
}

/** Whether there is a page, other than the home page, at a path without language. */
const isPage = (library: Library, path: string): boolean =>
  path === changesPath ||
  library.positionOfSlug.has(articleOf(path)?.slug ?? '') ||
  (isOfSite(path) && `en${path}` in library.pages);

export function frameSlots(
  { buildId, size }: Library,
  origin: string,
): Pick<Record<SlotName, string>, 'origin' | 'edition' | 'articles'> {
  return {
    origin: escapeHtml(origin),
    edition: shortName(buildId),
    articles: String(size),
  };
}
