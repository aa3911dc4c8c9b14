// A library: an edition loaded, verified and ready to answer. Immutable; a new edition is a new library.
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { analyserHash, analyserVersion } from '../build/edition/analysis.ts';
import {
  type BodyLocation,
  type BodyName,
  type CatalogueRow,
  catalogue,
  cataloguePaths,
  endOfBodies,
  type Facets,
  facets,
  type PagePlaces,
  pagePlaces,
  placeOf,
  tagIn,
} from '../build/edition/catalogue.ts';
import { byCodeUnit, fingerprintOf } from '../build/edition/hash.ts';
import {
  catalogueFile,
  discoveryFile,
  facetsFile,
  manifestFile,
  packFile,
  pagesFile,
  pagesPackFile,
  searchTablesFile,
} from '../build/edition/locations.ts';
import { importPart, newIndex, type SearchIndex } from '../build/edition/search-index.ts';
import { EditionError, type EditionFiles } from './edition-files.ts';
import { parseFile, readTables } from './file-contents.ts';
import { type History, noHistory } from './history/history.ts';
import type { Pack } from './packs.ts';
import { fullBitset, has } from './search/bitset.ts';
import { type Collection, openCollection } from './search/collection.ts';
import { type Having, openFilters } from './search/filters.ts';
import { openRanking, type Rank } from './search/ranking.ts';
import { type Pages, pagesIn, type SiteText, type SiteTextPlace, textsIn } from './site-texts.ts';

export interface Library {
  buildId: string;
  /** How many articles there are. */
  size: number;
  /** What the ranking knows of the articles. */
  collection: Collection;
  rank: Rank;
  /** In listing order: an article's index is its position. */
  articles: readonly CatalogueRow[];
  positionOfSlug: ReadonlyMap<string, number>;
  /** Former slugs and ids → position. */
  positionOfOtherName: ReadonlyMap<string, number>;
  facets: Facets;
  /** The articles that pass filters. */
  having: Having;
  /** Throws a DamagedPack when it no longer lies on disk as it did when the edition was built. */
  body(position: number, name: BodyName): Buffer;
  /** A short hash of a body, for its entity tag. */
  bodyTag(position: number, name: BodyName): string;
  pages: Pages;
  assets: ReadonlyMap<string, Buffer>;
  /** The index for agents and the sitemap, with their parts, by path. */
  discovery: ReadonlyMap<string, SiteText>;
  /** What the other kept editions were; read beside the edition itself. */
  history: History;
}

/** Makes a library of verified files. Throws an EditionError when they cannot be served by this program. */
export async function openLibrary(edition: EditionFiles): Promise<Library> {
  const { manifest, files, packs } = edition;
  const { version, hash } = manifest.analyser;
  if (version !== analyserVersion || hash !== analyserHash()) {
    throw new EditionError(
      `${manifestFile} names another text analyser than this server's; build the edition again with this version`,
    );
  }
  const articles = rowsIn(files);
  const pages = parseFile(files, pagesFile, pagePlaces);
  expectPacks({ articles, pages }, packs);
  const found = parseFile(files, facetsFile, facets);
  const index = await importIndex(edition);
  const collection = readTables(files, searchTablesFile, (tables) =>
    openCollection({ index, tables, tieRank: tieRankOf(articles) }),
  );
  const packOf: Pack[] = [];
  for (const { shard } of articles) packOf[shard] ??= packAt(packs, packFile(shard));
  const library: Library = {
    buildId: manifest.buildId,
    articles,
    size: articles.length,
    facets: found,
    collection,
    rank: openRanking(collection),
    having: openFilters(articles, found),
    positionOfSlug: new Map(articles.map(({ slug }, position) => [slug, position])),
    positionOfOtherName: new Map(
      articles.flatMap(({ id, aliases }, position) => [id, ...aliases].map((name) => [name, position])),
    ),
    body(position, name) {
      const row = articles[position];
      if (row === undefined) throw new RangeError(`no article at position ${position}`);
      return (packOf[row.shard] as Pack).body(placeOf(row.bodies, name));
    },
    bodyTag: (position, name) => tagIn(articles[position]?.bodies ?? '', name),
    pages: pagesIn(packAt(packs, pagesPackFile), pages),
    assets: new Map(
      [...files].flatMap(([path, content]) => (path.startsWith('assets/') ? [[`/${path}`, content]] : [])),
    ),
    discovery: textsIn(packs, discoveryPlaces(manifest)),
    history: noHistory,
  };
  checkCanary(library, manifest.canary);
  return library;
}

const indexPart = z.strictObject({ key: z.string(), entries: z.custom<unknown[]>(Array.isArray) });

/** The FlexSearch index, imported part by part; requests are answered between two parts. */
async function importIndex(edition: EditionFiles): Promise<SearchIndex> {
  const index = newIndex();
  for await (const [path, content] of edition.indexParts()) {
    const part = parseFile(new Map([[path, content]]), path, indexPart);
    try {
      importPart(index, part, edition.manifest.articles);
    } catch (error) {
      throw new EditionError(`${path} ${error instanceof Error ? error.message : 'cannot be imported'}`);
    }
    await setImmediate();
  }
  return index;
}

function rowsIn(files: EditionFiles['files']): CatalogueRow[] {
  const parts = cataloguePaths(files.keys()).map((path) => parseFile(files, path, catalogue).articles);
  const rows = parts.flat();
  // Within a part its shape says so.
  if (parts.length > 1 && new Set(rows.map(({ slug }) => slug)).size !== rows.length)
    throw new EditionError(`${catalogueFile} has two articles of one slug`);
  return rows;
}

function discoveryPlaces({ files }: EditionFiles['manifest']): Map<string, SiteTextPlace> {
  const folder = discoveryFile('/');
  return new Map(
    Object.entries(files).flatMap(([path, { bytes, sha256 }]): [string, SiteTextPlace][] =>
      path.startsWith(folder) ? [[path.slice(folder.length - 1), { path, bytes, tag: fingerprintOf(sha256) }]] : [],
    ),
  );
}

const endOf = ([offset, length]: BodyLocation = [0, 0, '']): number => offset + length;

function packAt(packs: ReadonlyMap<string, Pack>, path: string): Pack {
  const pack = packs.get(path);
  if (pack === undefined) throw new EditionError(`${path} is not part of the edition`);
  return pack;
}

function expectPacks(
  { articles, pages }: { articles: readonly CatalogueRow[]; pages: PagePlaces },
  packs: ReadonlyMap<string, Pack>,
): void {
  const { bytes } = packAt(packs, pagesPackFile);
  const lost = Object.keys(pages).find((name) => endOf(pages[name]) > bytes);
  if (lost !== undefined) throw new EditionError(`${pagesFile} looks for ${lost} beyond the end of ${pagesPackFile}`);
  for (const { shard, slug, bodies } of articles) {
    const path = packFile(shard);
    // A buffer cut short would be answered as if it were whole.
    if (endOfBodies(bodies) > packAt(packs, path).bytes)
      throw new EditionError(`${catalogueFile} looks for a body of ${slug} beyond the end of ${path}`);
  }
}

/** Ties are broken by confidence, then by id. */
function tieRankOf(articles: readonly CatalogueRow[]): Uint32Array {
  const order = articles.map((_, position) => position);
  order.sort((left, right) => {
    const [a, b] = [articles[left], articles[right]];
    return (b?.confidenceScore ?? 0) - (a?.confidenceScore ?? 0) || byCodeUnit(a?.id ?? '', b?.id ?? '');
  });
  const ranks = new Uint32Array(articles.length);
  order.forEach((position, place) => {
    ranks[position] = place;
  });
  return ranks;
}

/** An index imported under another encoder finds nothing and says nothing; this query makes it speak. */
function checkCanary(library: Library, canary: EditionFiles['manifest']['canary']): void {
  if (canary === null) return;
  const { everywhere, evidence } = library.rank(canary.query, fullBitset(library.size));
  const { frequencies } = library.collection;
  const isHeld = evidence.some(({ alternatives }) => alternatives.some(({ term }) => (frequencies[term] ?? 0) > 0));
  if (!isHeld || !has(everywhere, library.positionOfSlug.get(canary.slug) ?? library.size)) {
    throw new EditionError(`the search index does not find the article ${canary.slug} by its own title`);
  }
}
