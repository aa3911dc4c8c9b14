// Puts an edition together from files that passed every rule: bodies into packs, the index, facets, pages, manifest.
// Pure: the same articles give the same bytes, in whatever order they come and whatever was kept from earlier builds.
import type { OtherArticles, RelatedArticle } from './bodies/article.ts';
import type { CompiledArticle } from './compiled-file.ts';
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
} from './edition/locations.ts';
import {
  fileTable,
  formatVersion,
  type Manifest,
  type ManifestContent,
  manifestText,
  sealManifest,
} from './edition/manifest.ts';
import { piecesOf } from './edition/pieces.ts';
import { domains, riskLevels, verificationStatuses } from './edition/vocabulary.ts';
import { EditionContents } from './edition-contents.ts';
import { searchFilesOf } from './indexing/search-files.ts';
import { bodiesIn, makePack, type Pack, type PackMember, packKey, packPages, storedPack } from './packs.ts';
import type { ListedArticle } from './pages/article-row.tsx';
import type { PublishedAssets } from './pages/assets.ts';
import type { CompiledGuide } from './pages/docs-pages.tsx';
import { renderSitePages } from './pages/site-pages.tsx';
import type { BuildStorage } from './storage.ts';

export interface Edition {
  buildId: string;
  manifest: Manifest;
  /** Path → content, the manifest included. */
  files: ReadonlyMap<string, Uint8Array>;
}

/** An article and the name of the compiled file it comes from. */
export interface KeyedArticle {
  key: string;
  article: CompiledArticle;
}

export interface EditionInput {
  articles: readonly KeyedArticle[];
  guides: readonly CompiledGuide[];
  assets: PublishedAssets;
  /** The terms that occurrences refer to by number. */
  terms: readonly string[];
  /** Packs of an earlier build by their keys; afterwards those of this one. */
  packs: Map<string, Pack>;
  /** Where files wait until they are written. */
  storage: BuildStorage | undefined;
  most: FileLimits | undefined;
}

/** What one file holds at most; without a number what an edition usually has. */
export interface FileLimits {
  /** Of the catalogue. */
  rows?: number;
  /** Of a table for the search. */
  pieceBytes?: number;
}

/** A pack holds about this many articles, so that one edit rewrites little and a start reads few files. */
const articlesPerPack = 64;

export function assemble(input: EditionInput): Edition {
  const { articles: given, guides, assets, terms, packs, storage, most = {} } = input;
  const articles = inListingOrder(given);
  const files = new EditionContents(storage);
  for (const [path, content] of assets.files) files.set(path, content);
  const rows = addBodies(articles, packs, { files, storage });
  for (const [path, text] of catalogueTexts(rows, most.rows)) files.set(path, Buffer.from(text));
  addJson(facetsFile, facetsOf(rows), files);
  const listed = articles.map(listedOf);
  const pages = packPages(renderSitePages({ articles: listed, guides, assets: assets.addresses }));
  addJson(pagesFile, pages.places, files);
  files.set(pagesPackFile, pages.content);
  for (const [path, text] of [...llmsFiles(listed, guides), ...sitemapFiles(listed, guides)]) {
    files.set(discoveryFile(path), Buffer.from(text));
  }
  const search = searchFilesOf(
    articles.map(({ article }) => article.search),
    terms,
  );
  let number = 0;
  search.eachPart((part) => files.set(searchIndexFile(number++), part));
  for (const [path, piece] of piecesOf(searchTablesFile, search.tables, most.pieceBytes)) files.set(path, piece);
  const making: Omit<ManifestContent, 'files'> = {
    formatVersion,
    analyser: { version: analyserVersion, hash: analyserHash() },
    articles: rows.length,
    canary: canaryOf(articles),
  };
  // Listed among the files, so that the edition's name covers it too.
  addJson(makingFile, making, files);
  const manifest = sealManifest({ ...making, files: fileTable(files, files.rows) });
  files.set(manifestFile, Buffer.from(manifestText(manifest)));
  return { buildId: manifest.buildId, manifest, files };
}

/** Newest first, then by id: the order of a listing and the positions of the articles. */
function inListingOrder(articles: readonly KeyedArticle[]): KeyedArticle[] {
  return [...articles].sort((left, right) => {
    const [a, b] = [left.article.row, right.article.row];
    return Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || byCodeUnit(a.id, b.id);
  });
}

function addJson(path: string, value: unknown, files: EditionContents): void {
  files.set(path, Buffer.from(JSON.stringify(value)));
}

function listedOf({ article: { row, title, summary, checks, rowHtml } }: KeyedArticle): ListedArticle {
  return { row, title, summary, checks, html: rowHtml };
}

/** Lays the bodies of all articles into packs and returns the catalogue's rows. */
function addBodies(
  articles: readonly KeyedArticle[],
  packs: Map<string, Pack>,
  { files, storage }: { files: EditionContents; storage: BuildStorage | undefined },
): CatalogueRow[] {
  const others = othersOf(articles.map(({ article }) => article));
  const shards = shardCount(articles.length);
  const shelves = Array.from({ length: shards }, (): { member: PackMember; article: CompiledArticle }[] => []);
  const shardOf = ({ row }: CompiledArticle): number => Number.parseInt(sha256(row.id).slice(0, 8), 16) % shards;
  for (const { key, article } of articles) {
    shelves[shardOf(article)]?.push({ member: { key, bodies: article.bodies, others: others(article) }, article });
  }
  const used = new Map<string, Pack>();
  const locations = new Map<CompiledArticle, Pick<CatalogueRow, 'shard' | 'bodies'>>();
  shelves.forEach((shelf, shard) => {
    const members = shelf.map(({ member }) => member);
    const key = packKey(members);
    const known = packs.get(key);
    const made = known ?? makePack(members);
    const packed = made.members;
    // Kept in memory, the pack holds the bodies from here on, and nothing else need hold them too.
    const holdsBodies = known === undefined && storage === undefined;
    const pack = known === undefined && storage !== undefined ? storedPack(made, storage) : made;
    used.set(key, pack);
    files.setKept(packFile(shard), { sha256: pack.sha256, bytes: pack.bytes }, () => pack.content);
    shelf.forEach(({ article }, at) => {
      const member = packed[at];
      if (member === undefined) throw new Error('a pack has fewer members than articles');
      if (holdsBodies) article.bodies = bodiesIn(pack, member);
      locations.set(article, { shard, bodies: member.bodies });
    });
  });
  packs.clear();
  for (const [key, pack] of used) packs.set(key, pack);
  return articles.flatMap(({ article }) => {
    const location = locations.get(article);
    return location === undefined ? [] : [{ ...article.row, ...location }];
  });
}

/** The articles that one names: the related ones, and its neighbours in the list of its domain. `articles` are in listing order. */
function othersOf(articles: readonly CompiledArticle[]): (article: CompiledArticle) => OtherArticles {
  const named = new Map(articles.map((article) => [article.row.id, relatedOf(article)]));
  const neighbours = new Map(
    domains.flatMap((domain) => {
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

/** A power of two, so that an edition twice as large splits its packs instead of shuffling them. */
function shardCount(articles: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, articles / articlesPerPack)));
}

function facetsOf(rows: readonly CatalogueRow[]): Facets {
  const positions = (matches: (row: CatalogueRow) => boolean): number[] =>
    rows.flatMap((row, position) => (matches(row) ? [position] : []));
  const facet = <Value extends string>(values: readonly Value[], of: (row: CatalogueRow) => Value) =>
    Object.fromEntries(values.map((value) => [value, positions((row) => of(row) === value)]));
  return {
    domain: facet(domains, ({ domain }) => domain),
    verificationStatus: facet(verificationStatuses, ({ verificationStatus }) => verificationStatus),
    riskLevel: facet(riskLevels, ({ riskLevel }) => riskLevel),
  };
}

/** The first article's own title, unless it has no searchable word. */
function canaryOf(articles: readonly KeyedArticle[]): Manifest['canary'] {
  for (const { article } of articles) {
    const query = article.title.zh;
    if (analyse(query).length > 0) return { query, slug: article.row.slug };
  }
  return null;
}
