// Puts an edition together from articles that passed every rule: bodies into packs, the index, facets, pages, manifest.
// Pure: the same articles give the same bytes, in whatever order they come.

import { openArticleJson, searchItemOf } from './bodies/article-json.ts';
import { articleMarkdownOf } from './bodies/article-markdown.ts';
import type { PublishedArticle } from './bodies/published-article.ts';
import { publish } from './bodies/published-article.ts';
import { analyse, analyserHash, analyserVersion } from './edition/analysis.ts';
import type { BodyLocation, BodyName, CatalogueRow, Facets } from './edition/catalogue.ts';
import { byCodeUnit, fingerprint, sha256 } from './edition/hash.ts';
import {
  assetFile,
  catalogueFile,
  facetsFile,
  makingFile,
  manifestFile,
  packFile,
  pagesFile,
  searchIndexFile,
} from './edition/locations.ts';
import {
  fileTable,
  formatVersion,
  type Manifest,
  type ManifestContent,
  manifestText,
  sealManifest,
} from './edition/manifest.ts';
import { exportIndex } from './edition/search-index.ts';
import { domains, languageChoices, languages, riskLevels, verificationStatuses } from './edition/vocabulary.ts';
import { fieldsOf } from './indexing/fields.ts';
import { impactsOf } from './indexing/impacts.ts';
import { renderArticlePage } from './pages/article-page.tsx';
import { renderRow } from './pages/badges.tsx';
import { renderSitePages } from './pages/site-pages.tsx';
import { inBoth, type SourceArticle, type SourceGuide } from './source/article.ts';
import type { Asset } from './source/entry.ts';

export interface Edition {
  buildId: string;
  manifest: Manifest;
  /** Path → content, the manifest included. */
  files: Map<string, Uint8Array>;
}

export interface EditionInput {
  articles: readonly SourceArticle[];
  guides: readonly SourceGuide[];
  assets: readonly Asset[];
}

/** A pack holds about this many articles, so that one edit rewrites little and a start reads few files. */
const articlesPerPack = 64;

export function assemble({ articles, guides, assets }: EditionInput): Edition {
  const published = inListingOrder(publish(articles));
  const files = new Map<string, Uint8Array>();
  const assetPaths = addAssets(assets, files);
  const rows = addBodies(published, assetPaths.styles, files);
  addJson(catalogueFile, { articles: rows }, files);
  addJson(facetsFile, facetsOf(rows), files);
  addJson(
    pagesFile,
    renderSitePages({ articles: published, guides: inGuideOrder(guides), styles: assetPaths.styles }),
    files,
  );
  addSearchIndex(published, files);
  const making: Omit<ManifestContent, 'files'> = {
    formatVersion,
    analyser: { version: analyserVersion, hash: analyserHash() },
    articles: rows.length,
    canary: canaryOf(published),
  };
  // Listed among the files, so that the edition's name covers it too.
  addJson(makingFile, making, files);
  const manifest = sealManifest({ ...making, files: fileTable(files) });
  files.set(manifestFile, Buffer.from(manifestText(manifest)));
  return { buildId: manifest.buildId, manifest, files };
}

/** Newest first, then by id: the order of a listing and the positions of the articles. */
function inListingOrder(articles: readonly PublishedArticle[]): PublishedArticle[] {
  return [...articles].sort((left, right) => {
    const [a, b] = [left.source.fields, right.source.fields];
    return Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || byCodeUnit(a.id, b.id);
  });
}

function inGuideOrder(guides: readonly SourceGuide[]): SourceGuide[] {
  return [...guides].sort((left, right) => left.fields.order - right.fields.order || byCodeUnit(left.slug, right.slug));
}

function addJson(path: string, value: unknown, files: Map<string, Uint8Array>): void {
  files.set(path, Buffer.from(JSON.stringify(value)));
}

/** Assets carry a fingerprint in their name, so that browsers may keep them for ever. */
function addAssets(assets: readonly Asset[], files: Map<string, Uint8Array>): { styles: string } {
  const paths = new Map<string, string>();
  for (const { name, bytes } of assets) {
    const dot = name.lastIndexOf('.');
    const unique = `${name.slice(0, dot)}.${fingerprint(bytes)}${name.slice(dot)}`;
    files.set(assetFile(unique), bytes);
    paths.set(name, `/${assetFile(unique)}`);
  }
  const styles = paths.get('site.css');
  if (styles === undefined) throw new Error('the assets lack site.css');
  return { styles };
}

/** Renders every body, lays them into packs and returns the catalogue's rows. */
function addBodies(
  articles: readonly PublishedArticle[],
  styles: string,
  files: Map<string, Uint8Array>,
): CatalogueRow[] {
  const shards = shardCount(articles.length);
  const packs = Array.from({ length: shards }, () => ({ pieces: [] as Buffer[], bytes: 0 }));
  const rows = articles.map((article): CatalogueRow => {
    const { fields, slug, domain } = article.source;
    const shard = Number.parseInt(sha256(fields.id).slice(0, 8), 16) % shards;
    const pack = packs[shard] ?? { pieces: [], bytes: 0 };
    const bodies = Object.fromEntries(
      bodiesOf(article, styles).map(([name, text]) => {
        const bytes = Buffer.from(text);
        const location: BodyLocation = [pack.bytes, bytes.length, fingerprint(bytes)];
        pack.pieces.push(bytes);
        pack.bytes += bytes.length;
        return [name, location];
      }),
    ) as CatalogueRow['bodies'];
    return {
      id: fields.id,
      slug,
      aliases: fields.aliases,
      domain,
      verificationStatus: article.trust.status,
      confidenceScore: article.trust.score,
      riskLevel: fields.riskLevel,
      updatedAt: fields.updatedAt,
      shard,
      bodies,
    };
  });
  packs.forEach(({ pieces }, shard) => {
    files.set(packFile(shard), Buffer.concat(pieces));
  });
  return rows;
}

/** A power of two, so that an edition twice as large splits its packs instead of shuffling them. */
function shardCount(articles: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, articles / articlesPerPack)));
}

function bodiesOf(article: PublishedArticle, styles: string): [BodyName, string][] {
  return [
    ...languageChoices.flatMap((choice): [BodyName, string][] => [
      [`item.${choice}`, JSON.stringify(searchItemOf(article, choice))],
      [`json.${choice}`, openArticleJson(article, choice)],
      [`markdown.${choice}`, articleMarkdownOf(article, choice)],
    ]),
    ...languages.flatMap((language): [BodyName, string][] => [
      [`page.${language}`, renderArticlePage({ article, language, styles })],
      [`row.${language}`, renderRow(article, language)],
    ]),
  ];
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

function addSearchIndex(articles: readonly PublishedArticle[], files: Map<string, Uint8Array>): void {
  const impacts = impactsOf(articles.map(({ source }) => inBoth((language) => fieldsOf(source, language))));
  exportIndex(impacts).forEach((part, number) => {
    addJson(searchIndexFile(number), part, files);
  });
}

/** The first article's own title, unless it has no searchable word. */
function canaryOf(articles: readonly PublishedArticle[]): Manifest['canary'] {
  for (const { source } of articles) {
    const query = source.texts.title.zh;
    if (analyse(query).length > 0) return { query, slug: source.slug };
  }
  return null;
}
