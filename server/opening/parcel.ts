// What one thread hands to another of an edition that it opened. Bytes and tables of numbers change hands without being
// copied; what consists of many small values travels as a few texts and is read again a little at a time.
import type { CatalogueRow } from '../../build/edition/catalogue.ts';
import { refusalOf } from '../edition-files.ts';
import type { History } from '../history.ts';
import { type Library, type LibraryContents, libraryOf } from '../library.ts';
import { type KeptBodies, keptBodies, type Pack, PackFile, type PackPlace } from '../packs.ts';
import { type CollectionTables, collectionOf } from '../search/collection.ts';

/** Holds nothing that the structured clone algorithm (HTML Standard, section 2.7) leaves out. */
export interface Parcel extends Pick<LibraryContents, 'buildId' | 'facets' | 'pages' | 'discovery'> {
  /** JSON: some rows of the catalogue each, in order. */
  articles: string[];
  /** JSON: some names of terms each, in order. */
  names: string[];
  collection: Omit<CollectionTables, 'terms'> & { terms: Omit<CollectionTables['terms'], 'names'> };
  /** A thread opens the packs that it reads from: descriptors go with the thread that opened them. */
  packs: Map<string, PackPlace>;
  assets: Map<string, Uint8Array>;
  history: History;
  historyFault: unknown;
}

/** So many are read again without a pause; it takes about a millisecond. */
const rowsTogether = 100;
const namesTogether = 2_000;

export interface Packed {
  parcel: Parcel;
  /** What changes hands; this thread has it no longer afterwards. */
  transfer: ArrayBuffer[];
}

export function packLibrary(contents: LibraryContents, history: History, historyFault?: unknown): Packed {
  const { buildId, articles, facets, pages, discovery, collection } = contents;
  const { numberOf: _own, dictionary: _words, terms, ...tables } = collection;
  const parcel: Parcel = {
    ...{ buildId, facets, pages, discovery, history, historyFault },
    articles: inTexts(articles, rowsTogether),
    names: inTexts(terms.names, namesTogether),
    collection: { ...tables, terms: { starts: terms.starts, positions: terms.positions, slots: terms.slots } },
    packs: new Map([...contents.packs].map(([path, pack]) => [path, placeOf(pack)])),
    assets: ownBytes(contents.assets),
  };
  return { parcel, transfer: [...buffersIn(parcel)] };
}

function placeOf(pack: Pack): PackPlace {
  if (pack instanceof PackFile) return pack.place;
  throw new TypeError('a pack in memory cannot be opened by another thread');
}

/**
 * Reads a parcel. It may be interrupted wherever it yields. Throws an EditionError when a pack is no longer there: old editions
 * are pruned meanwhile.
 */
export function* unpackLibrary(parcel: Parcel): Generator<void, Library> {
  const articles: CatalogueRow[] = [];
  for (const text of parcel.articles) {
    articles.push(...(JSON.parse(text) as CatalogueRow[]));
    yield;
  }
  const names: string[] = [];
  const numbers = new Map<string, number>();
  for (const text of parcel.names) {
    for (const name of JSON.parse(text) as string[]) numbers.set(name, names.push(name) - 1);
    yield;
  }
  const { buildId, facets, pages, discovery, history } = parcel;
  const packs = new Map<string, Pack>();
  const kept = keptBodies();
  for (const [path, place] of parcel.packs) {
    packs.set(path, openedAgain(place, kept));
    yield;
  }
  const made: CollectionTables = { ...parcel.collection, terms: { ...parcel.collection.terms, names } };
  const collection = collectionOf(made, numbers);
  yield;
  const library = libraryOf({
    ...{ buildId, articles, facets, pages, discovery, collection },
    packs,
    assets: asBuffers(parcel.assets),
  });
  return { ...library, history };
}

function openedAgain(place: PackPlace, kept: KeptBodies): Pack {
  try {
    return new PackFile(place, kept);
  } catch (error) {
    throw refusalOf(error, place.path);
  }
}

function inTexts(values: readonly unknown[], together: number): string[] {
  const texts: string[] = [];
  for (let at = 0; at < values.length; at += together) texts.push(JSON.stringify(values.slice(at, at + together)));
  return texts;
}

/** Small buffers lie together in memory that others use, too, and stays in its thread. */
function ownBytes<Key>(files: ReadonlyMap<Key, Buffer>): Map<Key, Uint8Array> {
  return new Map(
    [...files].map(([key, content]) => [
      key,
      content.byteLength === content.buffer.byteLength ? content : Uint8Array.from(content),
    ]),
  );
}

function asBuffers<Key>(files: ReadonlyMap<Key, Uint8Array>): Map<Key, Buffer> {
  return new Map(
    [...files].map(([key, { buffer, byteOffset, byteLength }]) => [key, Buffer.from(buffer, byteOffset, byteLength)]),
  );
}

/** The memory of every view in a value of records and maps. */
function* buffersIn(value: unknown, met: Set<unknown> = new Set()): Generator<ArrayBuffer> {
  if (typeof value !== 'object' || value === null || met.has(value)) return;
  met.add(value);
  if (ArrayBuffer.isView(value)) {
    const { buffer } = value;
    if (buffer instanceof ArrayBuffer && !met.has(buffer)) yield buffer;
    met.add(buffer);
    return;
  }
  // Lists are long, and hold names and numbers.
  if (Array.isArray(value)) return;
  for (const member of value instanceof Map ? value.values() : Object.values(value)) yield* buffersIn(member, met);
}
