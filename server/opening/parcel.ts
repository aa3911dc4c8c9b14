// What one thread hands to another of an edition that it opened. Bytes and tables of numbers change hands without being
// copied; what consists of many small values travels as a few texts and is read again a little at a time.
import type { CatalogueRow } from '../../build/edition/catalogue.ts';
import type { History } from '../history.ts';
import { type Library, type LibraryContents, libraryOf } from '../library.ts';
import { type CollectionTables, collectionOf } from '../search/collection.ts';

/** Holds nothing that the structured clone algorithm (HTML Standard, section 2.7) leaves out. */
export interface Parcel extends Pick<LibraryContents, 'buildId' | 'facets' | 'pages'> {
  /** JSON: some rows of the catalogue each, in order. */
  articles: string[];
  /** JSON: some names of terms each, in order. */
  names: string[];
  collection: Omit<CollectionTables, 'terms'> & { terms: Omit<CollectionTables['terms'], 'names'> };
  packs: Map<number, Uint8Array>;
  assets: Map<string, Uint8Array>;
  discovery: Map<string, Uint8Array>;
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
  const { buildId, articles, facets, pages, collection } = contents;
  const { numberOf: _own, dictionary: _words, terms, ...tables } = collection;
  const parcel: Parcel = {
    ...{ buildId, facets, pages, history, historyFault },
    articles: inTexts(articles, rowsTogether),
    names: inTexts(terms.names, namesTogether),
    collection: { ...tables, terms: { starts: terms.starts, positions: terms.positions, slots: terms.slots } },
    packs: ownBytes(contents.packs),
    assets: ownBytes(contents.assets),
    discovery: ownBytes(contents.discovery),
  };
  return { parcel, transfer: [...buffersIn(parcel)] };
}

/** Reads a parcel. It may be interrupted wherever it yields. */
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
  const { buildId, facets, pages, history } = parcel;
  const made: CollectionTables = { ...parcel.collection, terms: { ...parcel.collection.terms, names } };
  const collection = collectionOf(made, numbers);
  yield;
  const library = libraryOf({
    ...{ buildId, articles, facets, pages, collection },
    packs: asBuffers(parcel.packs),
    assets: asBuffers(parcel.assets),
    discovery: asBuffers(parcel.discovery),
  });
  return { ...library, history };
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
