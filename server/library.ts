// A library: an edition loaded, verified and ready to answer. Immutable; a new edition is a new library.
import { z } from 'zod';
import { analyserHash, analyserVersion } from '../build/edition/analysis.ts';
import {
  type BodyName,
  type CatalogueRow,
  catalogue,
  type Facets,
  facets,
  type Pages,
  pages,
} from '../build/edition/catalogue.ts';
import { byCodeUnit } from '../build/edition/hash.ts';
import {
  catalogueFile,
  discoveryFile,
  facetsFile,
  manifestFile,
  packFile,
  pagesFile,
  searchTablesFile,
} from '../build/edition/locations.ts';
import { type IndexPart, importIndex, type SearchIndex, termsOf } from '../build/edition/search-index.ts';
import { EditionError, type EditionFiles } from './edition-files.ts';
import { type History, noHistory } from './history.ts';
import { fullBitset, has } from './search/bitset.ts';
import { type Collection, openCollection } from './search/collection.ts';
import { type Having, openFilters } from './search/filters.ts';
import { openRanking, type Rank } from './search/ranking.ts';
import { frequencyOf } from './search/terms.ts';

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
  body(position: number, name: BodyName): Buffer;
  /** A short hash of a body, for its entity tag. */
  bodyTag(position: number, name: BodyName): string;
  pages: Readonly<Pages>;
  assets: ReadonlyMap<string, Buffer>;
  /** The index for agents and the sitemap, with their parts: path → text with slots. */
  discovery: ReadonlyMap<string, Buffer>;
  /** What the other kept editions were; read beside the edition itself. */
  history: History;
}

/** What a library is made of, read and checked. */
export interface LibraryContents
  extends Pick<Library, 'buildId' | 'articles' | 'facets' | 'pages' | 'collection' | 'assets' | 'discovery'> {
  /** The files that hold the bodies, by their numbers. */
  packs: ReadonlyMap<number, Buffer>;
}

/** Makes a library of verified files. Throws an EditionError when they cannot be served by this program. */
export const openLibrary = (edition: EditionFiles): Library => readLibrary(edition).library;

/** Does all that takes long about a library, and gives what another thread needs to make the same one at once. */
export function readLibrary(edition: EditionFiles): { library: Library; contents: LibraryContents } {
  const contents = readContents(edition);
  const library = libraryOf(contents);
  checkCanary(library, edition.manifest.canary);
  return { library, contents };
}

function readContents({ manifest, files }: EditionFiles): LibraryContents {
  const { version, hash } = manifest.analyser;
  if (version !== analyserVersion || hash !== analyserHash()) {
    throw new EditionError(
      `${manifestFile} names another text analyser than this server's; build the edition again with this version`,
    );
  }
  const articles = parseFile(files, catalogueFile, catalogue).articles;
  return {
    buildId: manifest.buildId,
    articles,
    facets: parseFile(files, facetsFile, facets),
    collection: openSearch(files, tieRankOf(articles)),
    packs: packsOf(articles, files),
    pages: parseFile(files, pagesFile, pages),
    assets: filesIn('assets/', 'assets/', files),
    discovery: filesIn(discoveryFile('/'), '', files),
  };
}

/** Makes a library of what was checked before. Takes little time. */
export function libraryOf({ packs, ...contents }: LibraryContents): Library {
  const { articles, collection } = contents;
  return {
    ...contents,
    size: articles.length,
    positionOfSlug: new Map(articles.map(({ slug }, position) => [slug, position])),
    positionOfOtherName: new Map(
      articles.flatMap(({ id, aliases }, position) => [id, ...aliases].map((name) => [name, position])),
    ),
    rank: openRanking(collection),
    having: openFilters(articles, contents.facets),
    body(position, name) {
      const row = articles[position];
      if (row === undefined) throw new RangeError(`no article at position ${position}`);
      const [offset, length] = row.bodies[name];
      return (packs.get(row.shard) ?? Buffer.alloc(0)).subarray(offset, offset + length);
    },
    bodyTag: (position, name) => articles[position]?.bodies[name][2] ?? '',
    history: noHistory,
  };
}

/** The files of a folder by the path that each is served at; the folder keeps its name there, or has another. */
function filesIn(folder: string, servedAs: string, files: EditionFiles['files']): Map<string, Buffer> {
  return new Map(
    [...files].flatMap(([path, content]): [string, Buffer][] =>
      path.startsWith(folder) ? [[`/${servedAs}${path.slice(folder.length)}`, content]] : [],
    ),
  );
}

function parseFile<Schema extends z.ZodType>(
  files: EditionFiles['files'],
  path: string,
  schema: Schema,
): z.infer<Schema> {
  const content = files.get(path);
  if (content === undefined) throw new EditionError(`${path} is not part of the edition`);
  const checked = schema.safeParse(parseJson(content, path));
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

const indexPart = z.strictObject({ key: z.string(), entries: z.custom<unknown[]>(Array.isArray) });

function indexParts(files: EditionFiles['files']): IndexPart[] {
  const paths = [...files.keys()].filter((path) => /^search\/.*\.json$/.test(path)).sort(byCodeUnit);
  return paths.map((path) => parseFile(files, path, indexPart));
}

function openSearch(files: EditionFiles['files'], tieRank: Uint32Array): Collection {
  const parts = indexParts(files);
  const tables = files.get(searchTablesFile);
  if (tables === undefined) throw new EditionError(`${searchTablesFile} is not part of the edition`);
  try {
    return openCollection({ index: openIndex(parts), names: termsOf(parts), tables, tieRank });
  } catch (error) {
    if (error instanceof EditionError) throw error;
    throw new EditionError(`${searchTablesFile} ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

function openIndex(parts: readonly IndexPart[]): SearchIndex {
  try {
    return importIndex(parts);
  } catch {
    // FlexSearch reads the parts without checking them.
    throw new EditionError('search/ does not hold an index that FlexSearch can import');
  }
}

function packsOf(articles: readonly CatalogueRow[], files: EditionFiles['files']): Map<number, Buffer> {
  const packs = new Map<number, Buffer>();
  for (const { shard, slug, bodies } of articles) {
    const pack = packs.get(shard) ?? files.get(packFile(shard));
    if (pack === undefined) throw new EditionError(`${packFile(shard)} is not part of the edition`);
    packs.set(shard, pack);
    for (const [offset, length] of Object.values(bodies)) {
      // A buffer cut short would be answered as if it were whole.
      if (offset + length > pack.length)
        throw new EditionError(`${catalogueFile} looks for a body of ${slug} beyond the end of ${packFile(shard)}`);
    }
  }
  return packs;
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
  const { terms } = library.collection;
  const isHeld = evidence.some(({ alternatives }) => alternatives.some(({ term }) => frequencyOf(terms, term) > 0));
  if (!isHeld || !has(everywhere, library.positionOfSlug.get(canary.slug) ?? library.size)) {
    throw new EditionError(`the search index does not find the article ${canary.slug} by its own title`);
  }
}
