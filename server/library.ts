// A library: an edition opened, verified and ready to answer. Immutable; a new edition is a new library. A file that holds something
// else than the format allows is refused by its name. Pages and other texts of no article lie in packs, and are read when asked for.
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
import { EditionError, type EditionFiles, readEdition } from './edition-files.ts';
import { type History, noHistory, readHistory } from './history/history.ts';
import type { Pack } from './packs.ts';
import { fullBitset, has } from './search/bitset.ts';
import { type Collection, openCollection } from './search/collection.ts';
import { type Having, openFilters } from './search/filters.ts';
import { openRanking, type Rank } from './search/ranking.ts';

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

export interface OpenedEdition {
  /** With its history. */
  library: Library;
  /** Why the kept editions cannot be read, when they cannot. */
  historyFault?: unknown;
}

/** Throws an EditionError that names what is wrong with an edition that cannot be served. */
export async function openEdition(editionFolder: string, buildId: string): Promise<OpenedEdition> {
  const edition = await readEdition(editionFolder, buildId);
  const library = await openLibrary(edition);
  // Nothing about earlier editions keeps this one from being served.
  let history: History = noHistory;
  let historyFault: unknown;
  try {
    history = await readHistory(editionFolder, edition.manifest, library);
  } catch (error) {
    historyFault = error;
  }
  return { library: { ...library, history }, historyFault };
}

/** Reads a file of tables. Throws an EditionError that names it. */
export function readTables<Read>(files: EditionFiles['files'], path: string, read: (file: Buffer) => Read): Read {
  const file = files.get(path);
  if (file === undefined) throw new EditionError(`${path} is not part of the edition`);
  try {
    return read(file);
  } catch (error) {
    throw new EditionError(`${path} ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/** A file of JSON in its shape. Throws an EditionError that names it. */
export function parseFile<Schema extends z.ZodType>(
  files: EditionFiles['files'],
  path: string,
  schema: Schema,
): z.infer<Schema> {
  const content = files.get(path);
  if (content === undefined) throw new EditionError(`${path} is not part of the edition`);
  const parsed = parseJson(content, path);
  const checked = schema.safeParse(parsed);
  if (!checked.success)
    throw new EditionError(`${path} does not have its shape: ${z.prettifyError(checked.error).slice(0, 200)}`);
  return checked.data;
}

function parseJson(content: Buffer, path: string): unknown {
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw new EditionError(`${path} is not JSON`);
  }
}

/** Path → whole HTML page or its Markdown twin, with slots. */
export type Pages = Readonly<Record<string, string>>;

/** A text that is served at a path of its own. */
export interface SiteText {
  /** A short hash of it, for its entity tag. */
  tag: string;
  /** With slots. */
  content(): Buffer;
}

/** Where such a text lies. Data alone, so that one thread can tell another. */
export interface SiteTextPlace {
  /** The file in the edition, which holds it alone. */
  path: string;
  bytes: number;
  tag: string;
}

/** Each page is read whenever it is looked at. */
export function pagesIn(pack: Pack, places: PagePlaces): Pages {
  const pages: Record<string, string> = {};
  for (const [name, place] of Object.entries(places)) {
    Object.defineProperty(pages, name, { enumerable: true, get: () => pack.body(place).toString('utf8') });
  }
  return pages;
}

export function textsIn(
  packs: ReadonlyMap<string, Pack>,
  places: ReadonlyMap<string, SiteTextPlace>,
): ReadonlyMap<string, SiteText> {
  return new Map(
    [...places].flatMap(([servedAt, { path, bytes, tag }]): [string, SiteText][] => {
      const pack = packs.get(path);
      const whole: BodyLocation = [0, bytes, tag];
      return pack === undefined ? [] : [[servedAt, { tag, content: () => pack.body(whole) }]];
    }),
  );
}
