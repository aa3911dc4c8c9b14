// Paths: the files of an edition, the folders around it, and the addresses of a server. Reads nothing.
import { sha256 } from './hash.ts';
import type { Language, LanguageChoice } from './vocabulary.ts';

/** The folder of editions and the pointer to the served one, relative to the output folder. */
export const editionsFolder = 'editions';
export const pointerFile = 'current';

export const manifestFile = 'manifest.json';
export const catalogueFile = 'catalogue.json';
/** A part of the catalogue, when it does not fit into one file. */
export const cataloguePart = (part: number): string => `catalogue/${String(part).padStart(4, '0')}.json`;
/** Whether a file is the catalogue, or a part of it. */
export const isCatalogue = (path: string): boolean => path === catalogueFile || path.startsWith('catalogue/');
/** The versions that an edition was made with. A listed file, so that the edition's name changes with the analyser. */
export const makingFile = 'making.json';
/** The site settings. */
export const siteFile = 'site.json';
export const facetsFile = 'facets.json';
/** The location of each page in its pack. */
export const pagesFile = 'pages.json';
export const pagesPackFile = 'pages.pack';

/** A pack contains the bodies of some articles one after the other; the catalogue has the location of each. */
export const packFile = (shard: number): string => `bodies/${String(shard).padStart(4, '0')}.pack`;
/** Whether a file is read in parts on demand; a file for crawlers is one part and seldom requested. */
export const isPackFile = (path: string): boolean => path.endsWith('.pack') || path.startsWith('discovery/');
export const searchIndexFile = (part: number): string => `search/${String(part).padStart(4, '0')}.json`;
/** Whether a file is a part of the FlexSearch index. */
export const isIndexPart = (path: string): boolean => /^search\/.*\.json$/.test(path);
/** The search data beside the index. */
export const searchTablesFile = 'search/tables.bin';
export const assetFile = (name: string): string => `assets/${name}`;
/** A text by which agents and crawlers find everything else, stored under the path that it is served at. */
export const discoveryFile = (path: string): string => `discovery${path}`;

/** The version is part of the path prefix (HTTP specification, section 9). */
export const apiPrefix = '/api/v1';

export const articlePath = (slug: string): string => `${apiPrefix}/articles/${slug}`;
export const pagePath = (slug: string, language?: Language): string =>
  `${language === undefined ? '' : `/${language}`}/articles/${slug}`;
export const domainPath = (domain: string, language?: Language): string =>
  `${language === undefined ? '' : `/${language}`}/domains/${domain}`;
export const guidePath = (slug: string, language?: Language): string =>
  `${language === undefined ? '' : `/${language}`}/docs/${slug}`;
/** The page on trust, and the page of changes between editions. */
export const trustPath = '/trust';
export const changesPath = '/changes';
export const markdownPagePath = (slug: string): string => `/articles/${slug}.md`;
/** The Markdown twin of a page; the home page, whose path ends with `/`, has `index.md`. */
export const twinPath = (page: string): string => (page.endsWith('/') ? `${page}index.md` : `${page}.md`);

/** The index for agents (llmstxt.org), and all articles in one text. */
export const llmsPath = '/llms.txt';
export const llmsFullPath = '/llms-full.txt';
/** A part of the index, when it does not fit in one file. */
export const llmsPartPath = (name: string): string => `/llms/${name}.txt`;
export const sitemapPath = '/sitemap.xml';
export const sitemapPartPath = (number: number): string => `/sitemaps/${number}.xml`;
export const robotsPath = '/robots.txt';
export const apiCatalogPath = '/.well-known/api-catalog';
export const openApiDocumentPath = `${apiPrefix}/openapi.json`;

/** The address of one representation of an article, as path with query. */
export function representationPath(slug: string, format: 'json' | 'markdown', choice: LanguageChoice = 'both'): string {
  return `${articlePath(slug)}?format=${format}${choice === 'both' ? '' : `&lang=${choice}`}`;
}

/** The address of one section of an article in one language, as Markdown; `…` stands for any. */
export function sectionPath(slug: string, language: Language, anchor: string): string {
  return `${representationPath(slug, 'markdown', language)}&section=${anchor === '…' ? anchor : sectionId(anchor)}`;
}

/**
 * The name of a section in a request: its anchor, or, if that needs percent-encoding, a dot and the first 8 hexadecimal digits of
 * its SHA-256. No anchor of a heading contains a dot.
 */
export const sectionId = (anchor: string): string =>
  /^[\w.~-]+$/.test(anchor) ? anchor : `.${sha256(anchor).slice(0, 8)}`;

/** The addresses of a server besides pages: exact paths, and prefixes that end with `/`. */
const serviceAddresses = [
  `${apiPrefix}/`,
  '/assets/',
  '/.well-known/',
  '/mcp',
  '/healthz',
  '/readyz',
  '/metrics',
  llmsPath,
  llmsFullPath,
  '/llms/',
  robotsPath,
  sitemapPath,
  '/sitemaps/',
];

/** True for a path that every server answers, regardless of the pages of its edition. */
export function isServicePath(path: string): boolean {
  return serviceAddresses.some((known) => (known.endsWith('/') ? path.startsWith(known) : path === known));
}

export interface PageName {
  kind: 'home' | 'docs' | 'article' | 'domain' | 'guide' | 'trust' | 'changes';
  /** A slug or a domain; empty for unique pages. */
  name: string;
}

/** The page that a path would name, with or without a language prefix; only an edition knows whether it exists. */
export function pageNamedBy(path: string): PageName | undefined {
  const own = path.replace(/^\/(?:zh|en)(?=\/|$)/, '').replace(/(?:\/index\.md|\.md|\/)$/, '');
  if (own === '') return { kind: 'home', name: '' };
  if (own === '/docs') return { kind: 'docs', name: '' };
  if (own === trustPath) return { kind: 'trust', name: '' };
  if (own === changesPath) return { kind: 'changes', name: '' };
  const article = /^\/articles\/([^/]+)(?:\/parallel)?$/.exec(own)?.[1];
  if (article !== undefined) return { kind: 'article', name: article };
  const [, folder, name = ''] = /^\/(domains|docs)\/([^/]+)$/.exec(own) ?? [];
  if (folder === undefined) return undefined;
  return { kind: folder === 'domains' ? 'domain' : 'guide', name };
}

// The parts of an article's representations with absolute addresses. An edition has none: they are created once the server knows
// its public address.

export interface Addressed {
  slug: string;
  domain: string;
}

/** The `links` of an article's JSON representation. `origin` is the public address without a trailing slash. */
export function articleLinksOf({ slug, domain }: Addressed, origin: string): Record<string, string> {
  return {
    html: `${origin}${pagePath(slug)}`,
    json: `${origin}${representationPath(slug, 'json')}`,
    markdown: `${origin}${representationPath(slug, 'markdown')}`,
    search: `${origin}${apiPrefix}/search?domain=${domain}`,
  };
}

/** For an earlier text: the further part of its addresses, and whether its article still has a page. */
export interface Earlier {
  /** `&digest=…` */
  query: string;
  hasPage: boolean;
}

/** The last section of an article's Markdown representation (HTTP specification, section 2.5, part 8). */
export function apiAccessSection(
  { slug, domain }: Addressed,
  choice: LanguageChoice,
  origin: string,
  { query, hasPage }: Earlier = { query: '', hasPage: true },
): string {
  const json = `${origin}${representationPath(slug, 'json', choice)}${query}`;
  const markdown = `${origin}${representationPath(slug, 'markdown', choice)}${query}`;
  const search = `${origin}${apiPrefix}/search?domain=${domain}`;
  const page = `Page: ${origin}${pagePath(slug)} · Markdown: ${origin}${markdownPagePath(slug)}\n\n`;
  return `## API Access

| What | Request |
| --- | --- |
| Article as JSON | \`GET ${json}\` |
| Article as Markdown | \`GET ${markdown}\` |
| Search | \`GET ${search}\` |

${hasPage ? page : ''}\`\`\`bash
curl '${json}'
curl '${markdown}'
curl '${search}'
\`\`\`
`;
}
