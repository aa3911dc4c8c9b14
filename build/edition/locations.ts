// Paths of the files of an edition and of the folders around it, and the addresses that a server answers. Reads no files.
import { sha256 } from './hash.ts';
import type { Language, LanguageChoice } from './vocabulary.ts';

/** The folder that holds the editions, and the file that names the served edition. Both are relative to the output folder. */
export const editionsFolder = 'editions';
export const pointerFile = 'current';

export const manifestFile = 'manifest.json';
export const catalogueFile = 'catalogue.json';
/** The path of one part of the catalogue, when the catalogue does not fit into one file. */
export const cataloguePart = (part: number): string => `catalogue/${String(part).padStart(4, '0')}.json`;
/** Whether a file is the catalogue, or a part of it. */
export const isCatalogue = (path: string): boolean => path === catalogueFile || path.startsWith('catalogue/');
/**
 * The versions of the software that made the edition. The manifest lists this file, so that an edition made with another analyser
 * has another buildId.
 */
export const makingFile = 'making.json';
/** The site settings. */
export const siteFile = 'site.json';
export const facetsFile = 'facets.json';
/** The location of each page in the pack of pages. */
export const pagesFile = 'pages.json';
export const pagesPackFile = 'pages.pack';

/** A pack contains the bodies of some articles one after the other. The catalogue tells where each body lies. */
export const packFile = (shard: number): string => `bodies/${String(shard).padStart(4, '0')}.pack`;
/**
 * Whether a server reads ranges of the file on demand instead of loading the file. Files for crawlers count too: they are seldom
 * requested.
 */
export const isPackFile = (path: string): boolean => path.endsWith('.pack') || path.startsWith('discovery/');
export const searchIndexFile = (part: number): string => `search/${String(part).padStart(4, '0')}.json`;
/** Whether a file is a part of the FlexSearch index. */
export const isIndexPart = (path: string): boolean => /^search\/.*\.json$/.test(path);
/** The search data that FlexSearch does not hold: headlines and translations. */
export const searchTablesFile = 'search/tables.bin';
export const assetFile = (name: string): string => `assets/${name}`;
/** A file for agents and crawlers, such as `/llms.txt`. It is stored under the path of its address. */
export const discoveryFile = (path: string): string => `discovery${path}`;

/** The path prefix of the API, which contains its version (HTTP specification, section 9). */
export const apiPrefix = '/api/v1';

export const articlePath = (slug: string): string => `${apiPrefix}/articles/${slug}`;
export const pagePath = (slug: string, language?: Language): string =>
  `${language === undefined ? '' : `/${language}`}/articles/${slug}`;
export const domainPath = (domain: string, language?: Language): string =>
  `${language === undefined ? '' : `/${language}`}/domains/${domain}`;
export const guidePath = (slug: string, language?: Language): string =>
  `${language === undefined ? '' : `/${language}`}/docs/${slug}`;
/** The pages on trust and on changes between editions. */
export const trustPath = '/trust';
export const changesPath = '/changes';
export const markdownPagePath = (slug: string): string => `/articles/${slug}.md`;
/** The path of the Markdown version of a page. The home page, whose path ends with `/`, has `index.md`. */
export const twinPath = (page: string): string => (page.endsWith('/') ? `${page}index.md` : `${page}.md`);

/** The index for agents (llmstxt.org), and the text of all articles in one file. */
export const llmsPath = '/llms.txt';
export const llmsFullPath = '/llms-full.txt';
/** The path of one part of the index, when the index does not fit in one file. */
export const llmsPartPath = (name: string): string => `/llms/${name}.txt`;
export const sitemapPath = '/sitemap.xml';
export const sitemapPartPath = (number: number): string => `/sitemaps/${number}.xml`;
export const robotsPath = '/robots.txt';
export const apiCatalogPath = '/.well-known/api-catalog';
export const openApiDocumentPath = `${apiPrefix}/openapi.json`;

/** The path with query that requests one representation of an article. */
export function representationPath(slug: string, format: 'json' | 'markdown', choice: LanguageChoice = 'both'): string {
  return `${articlePath(slug)}?format=${format}${choice === 'both' ? '' : `&lang=${choice}`}`;
}

/**
 * The path with query that requests one section of an article in one language, as Markdown. With the anchor `…`, a pattern for
 * any section.
 */
export function sectionPath(slug: string, language: Language, anchor: string): string {
  return `${representationPath(slug, 'markdown', language)}&section=${anchor === '…' ? anchor : sectionId(anchor)}`;
}

/**
 * The value of the parameter `section` for an anchor: the anchor itself, or, if the anchor would need percent-encoding, a dot and
 * the first 8 hexadecimal digits of its SHA-256. The two forms never collide, because no anchor of a heading contains a dot.
 */
export const sectionId = (anchor: string): string =>
  /^[\w.~-]+$/.test(anchor) ? anchor : `.${sha256(anchor).slice(0, 8)}`;

/** The addresses of a server that are not pages: exact paths, and prefixes that end with `/`. */
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

/** True for a path that every server answers, whichever edition it serves. */
export function isServicePath(path: string): boolean {
  return serviceAddresses.some((known) => (known.endsWith('/') ? path.startsWith(known) : path === known));
}

export interface PageName {
  kind: 'home' | 'docs' | 'article' | 'domain' | 'guide' | 'trust' | 'changes';
  /** A slug or a domain. Empty for pages that exist once, such as the home page. */
  name: string;
}

/** Parses the path of a page, with or without a language prefix. Whether the page exists depends on the edition. */
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

// The functions below make the parts of an article that contain absolute addresses. An edition does not hold these parts. The
// server makes them, because only the server knows its public address.

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

/** An earlier text of an article: its links carry a digest, and the article may have been removed since. */
export interface Earlier {
  /** The suffix of the query in the links of the earlier text: `&digest=…`. */
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
