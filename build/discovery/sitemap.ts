// Writes the sitemap (sitemaps.org 0.9): every page in both languages, each with the time of its last change and a link to the same
// page in the other language.
import { domainPath, guidePath, pagePath, sitemapPartPath, sitemapPath, trustPath } from '../edition/locations.ts';
import { slot } from '../edition/slots.ts';
import { defaultLanguage, htmlLanguage, type Language, languages } from '../edition/vocabulary.ts';
import type { ListedArticle } from '../pages/article-row.tsx';

/** A page without its language prefix. `lastmod` is in ISO 8601. */
interface MappedPage {
  path: string;
  /** Undefined for a site without articles. */
  lastmod: string | undefined;
}

interface MappedSite {
  guides: readonly { slug: string }[];
  domains: readonly { id: string }[];
}

/** The maximum number of pages in one file. Each has two addresses, and the protocol allows 50,000 addresses and 50 MB per file. */
const pagesPerFile = 5_000;

/**
 * The texts of `/sitemap.xml` and its parts by path, with slots for the public address, which the server fills. There are parts only
 * when one file is too small.
 */
export function sitemapFiles(
  articles: readonly ListedArticle[],
  { guides, domains }: MappedSite,
  perFile = pagesPerFile,
): Map<string, string> {
  const pages = pagesOf(articles, { guides, domains });
  if (pages.length <= perFile) return new Map([[sitemapPath, urlSet(pages)]]);
  const parts = Array.from({ length: Math.ceil(pages.length / perFile) }, (_, index) =>
    pages.slice(index * perFile, (index + 1) * perFile),
  );
  const files = parts.map((part, index): [string, string] => [sitemapPartPath(index + 1), urlSet(part)]);
  const entries = files.map(([path]) => `<sitemap><loc>${slot('origin')}${path}</loc></sitemap>`);
  const index = `${declaration}<sitemapindex xmlns="${namespace}">\n${entries.join('\n')}\n</sitemapindex>\n`;
  return new Map([[sitemapPath, index], ...files]);
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function pagesOf(articles: readonly ListedArticle[], { guides, domains }: MappedSite): MappedPage[] {
  // `articles` are sorted newest first, so the first one of each domain is the newest.
  const newestOf = (own: readonly ListedArticle[]): string | undefined => own[0]?.row.updatedAt;
  // Guides and empty domains have no date of their own. They get the date of the newest article.
  const newest = newestOf(articles);
  return [
    ...['/', '/docs', trustPath].map((path) => ({ path, lastmod: newest })),
    ...guides.map(({ slug }) => ({ path: guidePath(slug), lastmod: newest })),
    ...domains.map(({ id }) => ({
      path: domainPath(id),
      lastmod: newestOf(articles.filter(({ row }) => row.domain === id)) ?? newest,
    })),
    ...articles.map(({ row }) => ({ path: pagePath(row.slug), lastmod: row.updatedAt })),
  ];
}

function urlSet(pages: readonly MappedPage[]): string {
  const entries = pages.flatMap((page) => languages.map((language) => entryOf(page, language)));
  return `${declaration}<urlset xmlns="${namespace}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
}

/** The entry of one page. Nothing is escaped, because slugs, domains and addresses contain no character that XML reserves. */
function entryOf({ path, lastmod }: MappedPage, language: Language): string {
  const address = (prefix: string): string => `${slot('origin')}${prefix}${path}`;
  const alternates = [
    ...languages.map((other): [string, string] => [htmlLanguage[other], address(`/${other}`)]),
    ['x-default', address(`/${defaultLanguage}`)],
  ].map(([name, href]) => `<xhtml:link rel="alternate" hreflang="${name}" href="${href}"/>`);
  const changed = lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`;
  return `<url><loc>${address(`/${language}`)}</loc>${changed}${alternates.join('')}</url>`;
}
