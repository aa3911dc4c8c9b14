// Assembles an edition from files that passed every rule: the prebuilt representations of articles (bodies) in packs, the search
// index, facets, pages and the manifest. It is pure: the same articles give the same bytes, in any input order and with any cache.
import type { OtherArticles, RelatedArticle } from './bodies/published-article.ts';
import type { BuildCache } from './cache.ts';
import { type CompiledArticle, searchOf } from './compiled-file.ts';
import { llmsFiles } from './discovery/llms.ts';
import { sitemapFiles } from './discovery/sitemap.ts';
import { analyse, analyserHash, analyserVersion } from './edition/analysis.ts';
import { type CatalogueRow, catalogueTexts, type Facets } from './edition/catalogue.ts';
import { byCodeUnit, sha256 } from './edition/hash.ts';
import {
  discoveryFile,
  facetsFile,
  makingFile,
  manifestFile,
  packFile,
  pagesFile,
  pagesPackFile,
  searchIndexFile,
  searchTablesFile,
  siteFile,
} from './edition/locations.ts';
import {
  type FileTable,
  formatVersion,
  type Manifest,
  type ManifestContent,
  manifestText,
  piecesOf,
  sealManifest,
} from './edition/manifest.ts';
import { domainIds, type SiteSettings } from './edition/site-settings.ts';
import { riskLevels, verificationStatuses } from './edition/vocabulary.ts';
import { searchFilesOf } from './indexing/search-files.ts';
import { type PackMember, packContent, packOf, packPages } from './packs.ts';
import type { PageBase, PublishedAssets } from './pages/assets.ts';
import type { CompiledGuide } from './pages/docs-pages.tsx';
import { renderSitePages } from './pages/site-pages.tsx';

export interface Edition {
  buildId: string;
  manifest: Manifest;
  /** All files of the edition, including the manifest. */
  files: EditionFiles;
}

/**
 * The files of an edition: path → content. The content of a pack is computed anew on each read, because all packs together may
 * exceed memory.
 */
export class EditionFiles implements Iterable<[path: string, content: Uint8Array]> {
  readonly #contents = new Map<string, () => Uint8Array>();
  readonly #table = new Map<string, FileTable[string]>();

  set(path: string, content: Uint8Array): void {
    this.setLater(path, { sha256: sha256(content), bytes: content.length }, () => content);
  }

  setLater(path: string, row: FileTable[string], content: () => Uint8Array): void {
    this.#contents.set(path, content);
    this.#table.set(path, row);
  }

  get(path: string): Uint8Array | undefined {
    return this.#contents.get(path)?.();
  }

  keys(): Iterable<string> {
    return this.#contents.keys();
  }

  *[Symbol.iterator](): Generator<[string, Uint8Array]> {
    for (const [path, content] of this.#contents) yield [path, content()];
  }

  /** The table of files, sorted by the code units of their paths, as the manifest lists them. */
  table(): FileTable {
    return Object.fromEntries([...this.#table].sort(([left], [right]) => byCodeUnit(left, right)));
  }
}

/** A compiled article with the key of its file in the cache. */
export interface KeyedArticle extends CompiledArticle {
  key: string;
}

export interface EditionInput {
  articles: readonly KeyedArticle[];
  /** Sorted by the field `order`. */
  guides: readonly CompiledGuide[];
  assets: PublishedAssets;
  base: PageBase;
  settings: SiteSettings;
  /** Must contain the bodies and the search data of the articles. */
  cache: BuildCache;
}

/**
 * The target number of articles per pack. An edit rewrites a whole pack, so packs are small; a starting server opens every pack,
 * so packs are few.
 */
const articlesPerPack = 64;

export function assemble({ articles: given, guides, assets, base, settings, cache }: EditionInput): Edition {
  const articles = inListingOrder(given);
  const files = new EditionFiles();
  for (const [path, content] of assets.files) files.set(path, content);
  const rows = addBodies(articles, files, { cache, settings });
  for (const [path, text] of catalogueTexts(rows)) files.set(path, Buffer.from(text));
  addJson(siteFile, settings, files);
  addJson(facetsFile, facetsOf(rows, settings), files);
  const pages = packPages(renderSitePages({ articles, guides, base, settings }));
  addJson(pagesFile, pages.places, files);
  files.set(pagesPackFile, pages.content);
  const { domains } = settings;
  const texts = [...llmsFiles(articles, guides, settings), ...sitemapFiles(articles, { guides, domains })];
  for (const [path, text] of texts) {
    files.set(discoveryFile(path), Buffer.from(text));
  }
  const search = searchFilesOf(
    articles.map(
      ({ key }) =>
        () =>
          searchOf(cache, key),
    ),
  );
  let number = 0;
  search.eachPart((part) => files.set(searchIndexFile(number++), part));
  for (const [path, piece] of piecesOf(searchTablesFile, search.tables)) files.set(path, piece);
  const making: Omit<ManifestContent, 'files'> = {
    formatVersion,
    analyser: { version: analyserVersion, hash: analyserHash() },
    articles: rows.length,
    canary: canaryOf(articles),
  };
  // The versions of the format and the analyser are also written as a file. The `buildId` is the hash of the table of files, so it
  // changes with these versions.
  addJson(makingFile, making, files);
  const manifest = sealManifest({ ...making, files: files.table() });
  files.set(manifestFile, Buffer.from(manifestText(manifest)));
  return { buildId: manifest.buildId, manifest, files };
}

/** Sorts articles into listing order: newest first, then by id. An article's index in this order is its position. */
function inListingOrder(articles: readonly KeyedArticle[]): KeyedArticle[] {
  return [...articles].sort(
    ({ row: a }, { row: b }) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || byCodeUnit(a.id, b.id),
  );
}

function addJson(path: string, value: unknown, files: EditionFiles): void {
  files.set(path, Buffer.from(JSON.stringify(value)));
}

/** Puts the bodies of all articles into packs. Returns the rows of the catalogue. */
function addBodies(
  articles: readonly KeyedArticle[],
  files: EditionFiles,
  { cache, settings }: Pick<EditionInput, 'cache' | 'settings'>,
): CatalogueRow[] {
  const others = othersOf(articles, settings);
  const shards = shardCount(articles.length);
  const groups = Array.from({ length: shards }, (): KeyedArticle[] => []);
  for (const article of articles) {
    groups[Number.parseInt(sha256(article.row.id).slice(0, 8), 16) % shards]?.push(article);
  }
  const locations = new Map<KeyedArticle, Pick<CatalogueRow, 'shard' | 'bodies'>>();
  groups.forEach((group, shard) => {
    const members = group.map(
      (article): PackMember => ({ key: article.key, age: article.age, others: others(article) }),
    );
    const { places, ...row } = packOf(members, cache);
    files.setLater(packFile(shard), row, () => packContent(members, cache));
    group.forEach((article, at) => {
      locations.set(article, { shard, bodies: places[at] ?? '' });
    });
  });
  return articles.flatMap((article) => {
    const location = locations.get(article);
    return location === undefined ? [] : [{ ...article.row, ...location }];
  });
}

/**
 * Returns a function that gives the other articles mentioned by an article: its related articles, and its neighbours in the list
 * of its domain. `articles` must be in listing order.
 */
function othersOf(
  articles: readonly CompiledArticle[],
  settings: SiteSettings,
): (article: CompiledArticle) => OtherArticles {
  const named = new Map(articles.map((article) => [article.row.id, relatedOf(article)]));
  const neighbours = new Map(
    domainIds(settings).flatMap((domain) => {
      const own = articles.filter(({ row }) => row.domain === domain).map(({ row }) => named.get(row.id));
      return own.map((article, at) => [article?.id, { previous: own[at - 1], next: own[at + 1] }] as const);
    }),
  );
  return ({ row, related }) => ({
    related: related.flatMap((id) => named.get(id) ?? []),
    ...neighbours.get(row.id),
  });
}

function relatedOf({ row, title }: CompiledArticle): RelatedArticle {
  return { id: row.id, slug: row.slug, title };
}

/**
 * The number of packs is a power of two. When an edition doubles in size, each pack splits in two and articles do not move
 * elsewhere.
 */
function shardCount(articles: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, articles / articlesPerPack)));
}

function facetsOf(rows: readonly CatalogueRow[], settings: SiteSettings): Facets {
  const positions = (matches: (row: CatalogueRow) => boolean): number[] =>
    rows.flatMap((row, position) => (matches(row) ? [position] : []));
  const facet = <Value extends string>(values: readonly Value[], of: (row: CatalogueRow) => Value) =>
    Object.fromEntries(values.map((value) => [value, positions((row) => of(row) === value)]));
  return {
    domain: facet(domainIds(settings), ({ domain }) => domain),
    verificationStatus: facet(verificationStatuses, ({ verificationStatus }) => verificationStatus),
    riskLevel: facet(riskLevels, ({ riskLevel }) => riskLevel),
  };
}

/** The query with which a server tests its index: the title of the first article whose title has a searchable word. */
function canaryOf(articles: readonly KeyedArticle[]): Manifest['canary'] {
  for (const { title, row } of articles) {
    if (analyse(title.zh).length > 0) return { query: title.zh, slug: row.slug };
  }
  return null;
}
