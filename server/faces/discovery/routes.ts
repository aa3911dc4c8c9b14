// Discovery resources. They are outside the API, and requests for them are not limited. The index for agents and the sitemap are
// prebuilt. robots.txt, the catalogue of APIs and the text of all articles are made here.
import { type Request, type Response, Router } from 'express';
import { fingerprint } from '../../../build/edition/hash.ts';
import {
  apiCatalogPath,
  apiPrefix,
  llmsFullPath,
  llmsPath,
  openApiDocumentPath,
  pagePath,
  robotsPath,
  sitemapPath,
  twinPath,
} from '../../../build/edition/locations.ts';
import { fillByteSlots } from '../../../build/edition/slots.ts';
import { htmlLanguage } from '../../../build/edition/vocabulary.ts';
import type { Library } from '../../library.ts';
import type { Piece } from '../../operations/operation.ts';
import { contextOf } from '../../request-context.ts';
import { type Body, cacheControls, contentTypes, send, sendStream } from '../http/send.ts';
import { mcpPath } from '../mcp/route.ts';

export function discoveryRoutes({ origin }: { origin: () => string }): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(robotsPath, (request, response) => {
    const text = robotsText(origin());
    return sendFound(request, response, { contentType: contentTypes.text, pieces: [text], tag: text });
  });
  router.get(apiCatalogPath, (request, response) => {
    const text = apiCatalogText(origin());
    return sendFound(request, response, { contentType: contentTypes.linkset, pieces: [text], tag: text });
  });
  router.get(llmsFullPath, (request, response) => {
    const context = contextOf(response);
    context.route = 'discovery';
    return sendStream(request, response, {
      status: 200,
      contentType: contentTypes.text,
      pieces: everyArticle(context.library, origin()),
      etag: tagOf(`${context.library.buildId}\n${origin()}`),
      cacheControl: cacheControls.page,
    });
  });
  router.get(/.*/, (request, response, next) => {
    const template = contextOf(response).library.discovery.get(request.path);
    if (template === undefined) return next();
    return sendFound(request, response, {
      contentType: request.path.endsWith('.xml') ? contentTypes.xml : contentTypes.text,
      pieces: fillByteSlots(template.content(), { origin: origin() }),
      tag: `${template.tag}\n${origin()}`,
    });
  });
  return router;
}

function sendFound(
  request: Request,
  response: Response,
  { tag, ...body }: Pick<Body, 'contentType' | 'pieces'> & { tag: string },
): Promise<void> {
  contextOf(response).route = 'discovery';
  return send(request, response, { status: 200, ...body, etag: tagOf(tag), cacheControl: cacheControls.page });
}

const tagOf = (text: string): string => `"${fingerprint(text)}"`;

/** The API catalogue (RFC 9727), as a linkset (RFC 9264). */
function apiCatalogText(origin: string): string {
  const target = (path: string, type: string) => ({ href: `${origin}${path}`, type });
  const documentation = [
    { ...target('/docs', 'text/html'), hreflang: Object.values(htmlLanguage) },
    target('/docs.md', 'text/markdown'),
  ];
  const linkset = [
    {
      anchor: `${origin}${apiCatalogPath}`,
      item: [apiPrefix, mcpPath].map((path) => ({ href: `${origin}${path}` })),
    },
    {
      anchor: `${origin}${apiPrefix}`,
      'service-desc': [target(openApiDocumentPath, 'application/json')],
      'service-doc': documentation,
      'service-meta': [target(llmsPath, 'text/plain')],
      status: [target('/readyz', 'application/json')],
    },
    { anchor: `${origin}${mcpPath}`, 'service-doc': documentation },
  ];
  return JSON.stringify({ linkset });
}

function* everyArticle(library: Library, origin: string): Generator<Piece> {
  yield `# ${library.site.name.en}\n\n> ${library.size} articles, newest first · ${library.size} 篇文章，最近更新的在前\n\n`;
  for (const [position, { slug }] of library.articles.entries()) {
    yield `---\n\nSource: ${origin}${twinPath(pagePath(slug))}\n\n`;
    yield* fillByteSlots(library.body(position, 'markdown.both'), { origin });
  }
}

function robotsText(origin: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${origin}${sitemapPath}\n`;
}
