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
import { type IndexPart, importIndex, postingsOf, type SearchIndex, termsOf } from '../build/edition/search-index.ts';
import { EditionError, type EditionFiles } from './edition-files.ts';
import { type History, noHistory } from './history.ts';
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

/** Makes a library of verified files. Throws an EditionError when they cannot be served by this program. */
export function openLibrary({ manifest, files }: EditionFiles): Library {
  const { version, hash } = manifest.analyser;
  if (version !== analyserVersion || hash !== analyserHash()) {
    throw new EditionError(
      `${manifestFile} names another text analyser than this server's; build the edition again with this version`,
    );
  }
  const articles = parseFile(files, catalogueFile, catalogue).articles;
  const size = articles.length;
  const facetPositions = parseFile(files, facetsFile, facets);
  const collection = openSearch(files, tieRankOf(articles));
  const packs = packsOf(articles, files);
  const library: Library = {
    buildId: manifest.buildId,
    size,
    articles,
    positionOfSlug: new Map(articles.map(({ slug }, position) => [slug, position])),
    positionOfOtherName: new Map(
      articles.flatMap(({ id, aliases }, position) => [id, ...aliases].map((name) => [name, position])),
    ),
    facets: facetPositions,
    collection,
    rank: openRanking(collection),
    having: openFilters(articles, facetPositions),
    body(position, name) {
      const row = articles[position];
      if (row === undefined) throw new RangeError(`no article at position ${position}`);
      const [offset, length] = row.bodies[name];
      return (packs.get(row.shard) ?? Buffer.alloc(0)).subarray(offset, offset + length);
    },
    bodyTag: (position, name) => articles[position]?.bodies[name][2] ?? '',
    pages: parseFile(files, pagesFile, pages),
    assets: filesIn('assets/', 'assets/', files),
    discovery: filesIn(discoveryFile('/'), '', files),
    history: noHistory,
  };
  checkCanary(library, manifest.canary);
  return library;
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

const indexPart = z.strictObject({ key: z.string(), entries: z.array(z.unknown()) });

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
  const { index, terms } = library.collection;
  const isHeld = evidence.some(({ alternatives }) =>
    alternatives.some(({ term }) => postingsOf(index, terms.names[term] ?? '').length > 0),
  );
  if (!isHeld || !has(everywhere, library.positionOfSlug.get(canary.slug) ?? library.size)) {
    throw new EditionError(`the search index does not find the article ${canary.slug} by its own title`);
  }
}
