// A library is an edition that is opened, verified and ready to answer. It is immutable: a new edition is a new library. The error for a
// file in a wrong format names the file. Bodies, pages and discovery texts stay in packs and are read on demand.
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { analyserHash, analyserVersion } from '../build/edition/analysis.ts';
import {
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
  siteFile,
} from '../build/edition/locations.ts';
import { importPart, newIndex, type SearchIndex } from '../build/edition/search-index.ts';
import { type SiteSettings, siteSettings } from '../build/edition/site-settings.ts';
import { EditionError, type EditionFiles, parseFile, readEdition } from './edition-files.ts';
import { type History, noHistory, readHistory } from './history/history.ts';
import type { Log } from './logger.ts';
import type { Pack } from './packs.ts';
import { fullBitset, has } from './search/bitset.ts';
import { type Collection, openCollection } from './search/collection.ts';
import { type Having, openFilters } from './search/filters.ts';
import { openRanking, type Rank } from './search/ranking.ts';

export interface Library {
  buildId: string;
  /** The site's names and texts. */
  site: SiteSettings;
  /** The number of articles. */
  size: number;
  collection: Collection;
  rank: Rank;
  /** The articles in listing order. The index of an article in this list is called its position. */
  articles: readonly CatalogueRow[];
  positionOfSlug: ReadonlyMap<string, number>;
  /** Former slugs and ids → position. */
  positionOfOtherName: ReadonlyMap<string, number>;
  facets: Facets;
  /** Returns the articles that pass the given filters. */
  having: Having;
  /** Returns a body of an article. Throws a DamagedPack when its file has changed since the edition was opened. */
  body(position: number, name: BodyName): Buffer;
  /** A short hash of a body, for its entity tag. */
  bodyTag(position: number, name: BodyName): string;
  /** Path → HTML page or its Markdown version, with slots that each request fills. Every access reads the page from the pack. */
  pages: Readonly<Record<string, string>>;
  assets: ReadonlyMap<string, Buffer>;
  /** Path → text of llms.txt, of the sitemap, or of a part of either. */
  discovery: ReadonlyMap<string, SiteText>;
  /** The earlier editions that the edition folder still keeps. */
  history: History;
}

/** A text that is served at its own path. */
interface SiteText {
  /** A short hash of the text, for its entity tag. */
  tag: string;
  /** The text, with slots that each request fills. */
  content(): Buffer;
}

/** Makes a library from the verified files of an edition. Throws an EditionError when this version of the program cannot serve them. */
export async function openLibrary(edition: EditionFiles): Promise<Library> {
  const { manifest, files, packs } = edition;
  const { version, hash } = manifest.analyser;
  if (version !== analyserVersion || hash !== analyserHash()) {
    throw new EditionError(
      `${manifestFile} names another text analyser than this server's; build the edition again with this version`,
    );
  }
  const articles = rowsIn(files);
  const pages = parseFile(files.get(pagesFile), pagesFile, pagePlaces);
  expectPacks({ articles, pages }, packs);
  const found = parseFile(files.get(facetsFile), facetsFile, facets);
  const collection = await readCollection(edition, articles);
  const packOf: Pack[] = [];
  for (const { shard } of articles) packOf[shard] ??= packAt(packs, packFile(shard));
  const library: Library = {
    buildId: manifest.buildId,
    site: parseFile(files.get(siteFile), siteFile, siteSettings),
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
    discovery: siteTextsIn(edition),
    history: noHistory,
  };
  checkCanary(library, manifest.canary);
  return library;
}

const indexPart = z.strictObject({ key: z.string(), entries: z.custom<unknown[]>(Array.isArray) });

/** Imports the FlexSearch index part by part. After each part, the event loop answers waiting requests. */
async function importIndex(edition: EditionFiles): Promise<SearchIndex> {
  const index = newIndex();
  for await (const [path, content] of edition.indexParts()) {
    const part = parseFile(content, path, indexPart);
    refusedByName(path, () => importPart(index, part, edition.manifest.articles));
    await setImmediate();
  }
  return index;
}

async function readCollection(edition: EditionFiles, articles: readonly CatalogueRow[]): Promise<Collection> {
  const tables = edition.files.get(searchTablesFile);
  if (tables === undefined) throw new EditionError(`${searchTablesFile} is not part of the edition`);
  const index = await importIndex(edition);
  return refusedByName(searchTablesFile, () => openCollection({ index, tables, tieRank: tieRankOf(articles) }));
}

/** Turns the error of a reader into an EditionError that begins with the name of the file. */
function refusedByName<Read>(path: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw new EditionError(`${path}: ${error instanceof Error ? error.message : 'the file cannot be read'}`);
  }
}

function rowsIn(files: EditionFiles['files']): CatalogueRow[] {
  const parts = cataloguePaths(files.keys()).map((path) => parseFile(files.get(path), path, catalogue).articles);
  const rows = parts.flat();
  // The schema has already checked that no two articles within one part have the same slug.
  if (parts.length > 1 && new Set(rows.map(({ slug }) => slug)).size !== rows.length)
    throw new EditionError(`${catalogueFile} has two articles with the same slug`);
  return rows;
}

function siteTextsIn({ manifest, packs }: EditionFiles): Map<string, SiteText> {
  const folder = discoveryFile('/');
  return new Map(
    [...packs].flatMap(([path, pack]): [string, SiteText][] => {
      if (!path.startsWith(folder)) return [];
      const tag = fingerprintOf(manifest.files[path]?.sha256 ?? '');
      return [[path.slice(folder.length - 1), { tag, content: () => pack.body([0, pack.bytes, tag]) }]];
    }),
  );
}

function pagesIn(pack: Pack, places: PagePlaces): Library['pages'] {
  const pages: Record<string, string> = {};
  for (const [name, place] of Object.entries(places)) {
    Object.defineProperty(pages, name, { enumerable: true, get: () => pack.body(place).toString('utf8') });
  }
  return pages;
}

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
  for (const [name, [offset, length]] of Object.entries(pages)) {
    if (offset + length > bytes)
      throw new EditionError(`${pagesFile} places ${name} beyond the end of ${pagesPackFile}`);
  }
  for (const { shard, slug, bodies } of articles) {
    const path = packFile(shard);
    if (endOfBodies(bodies) > packAt(packs, path).bytes)
      throw new EditionError(`${catalogueFile} places a body of ${slug} beyond the end of ${path}`);
  }
}

/** Position of an article → its rank among articles with an equal score in a search: the highest confidence first, then by id. */
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

/** Runs a query with a known result. An index that was built with another encoder finds nothing and raises no error. */
function checkCanary(library: Library, canary: EditionFiles['manifest']['canary']): void {
  if (canary === null) return;
  const { everywhere, evidence } = library.rank(canary.query, fullBitset(library.size));
  const { frequencies } = library.collection;
  const isHeld = evidence.some(({ alternatives }) => alternatives.some(({ term }) => (frequencies[term] ?? 0) > 0));
  if (!isHeld || !has(everywhere, library.positionOfSlug.get(canary.slug) ?? library.size)) {
    throw new EditionError(`the search index does not find the article ${canary.slug} by its own title`);
  }
}

/**
 * Opens an edition and its history. Throws an EditionError with the reason why the edition cannot be served. `warn` logs which kept
 * editions cannot be compared with it.
 */
export async function openEdition(editionFolder: string, buildId: string, warn?: Log['warn']): Promise<Library> {
  const edition = await readEdition(editionFolder, buildId);
  const library = await openLibrary(edition);
  try {
    const history = await readHistory(editionFolder, library);
    const editions = history.incomparable;
    if (editions.length > 0)
      warn?.(
        { editions },
        'some kept editions cannot be compared with the served one; changes since them are not known',
      );
    return { ...library, history };
  } catch (err) {
    // The edition is served even if its history cannot be read.
    warn?.({ err }, 'the kept editions cannot be read; changes between them are not known');
    return library;
  }
}
