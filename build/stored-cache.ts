// The cache as files: an index that names blobs and packs by their SHA-256. Compiled files lie in groups, so that an edit rewrites
// one group. Pure.
import { packNamed } from './cache-files.ts';
import type { CompilationCache } from './compilation-cache.ts';
import type { CompiledArticle, CompiledFile } from './compiled-file.ts';
import { sha256 } from './edition/hash.ts';
import type { ArticleSearch } from './indexing/search-files.ts';
import { makePack, type Pack, type PackMember, packKey } from './packs.ts';

/** A file of the cache: its name, and its content, made when it is asked for: what is there already need not be. */
export type CacheFile = [name: string, content: () => Uint8Array];

/** An article without what lies in packs; `numbers` are the lengths of its tables among those of its group. */
type StoredArticle = Omit<CompiledArticle, 'bodies' | 'search'> & { numbers: number[] };
type StoredOutput = { article: StoredArticle } | Exclude<CompiledFile['output'], { article: CompiledArticle }>;
export type StoredFile = Omit<CompiledFile, 'output'> & { output?: StoredOutput };
export type KeyedFile = readonly [key: string, file: CompiledFile];

/** Names of blobs: the vocabulary as JSON; groups by their numbers; what is known of packs besides their content, as JSON. */
export interface StoredIndex {
  assets?: string;
  terms: string;
  groups: [number: number, blob: string][];
  packs: string[];
}

export type StoredPack = [key: string, pack: Omit<Pack, 'content'>];

/** The files of the cache one after the other, so that nobody holds all of them; returns the index, which names every one. */
export function* storeCache({
  files,
  packs,
  vocabulary,
  assets,
  stored,
}: CompilationCache): Generator<CacheFile, string> {
  const named = (content: Uint8Array): CacheFile => [sha256(content), () => content];
  const index: StoredIndex = { ...(assets !== undefined && { assets }), terms: '', groups: [], packs: [] };
  const terms = named(Buffer.from(JSON.stringify(vocabulary.terms)));
  index.terms = terms[0];
  yield terms;
  for (const [number, group] of groupsOf(files)) {
    const known = stored.groups.get(number);
    const isKnown = known !== undefined && isSame(known.files, group);
    const file: CacheFile = isKnown ? [known.blob, () => groupBlob(group)] : named(groupBlob(group));
    index.groups.push([number, file[0]]);
    yield file;
  }
  for (const [key, pack] of [...packs, ...loosePacks(files, packs)]) {
    yield [packNamed(pack.sha256), () => pack.content];
    const { bytes, sha256: hash, members } = pack;
    const known = stored.packs.get(pack);
    const blob = (): Buffer =>
      Buffer.from(JSON.stringify([key, { bytes, sha256: hash, members }] satisfies StoredPack));
    const file: CacheFile = known === undefined ? named(blob()) : [known, blob];
    index.packs.push(file[0]);
    yield file;
  }
  const text = JSON.stringify(index);
  return `${sha256(text)}\n${text}`;
}

/** Files per group, about. */
const groupFiles = 64;

/** By their paths, so that a file stays in its group when it changes. */
function groupsOf(files: ReadonlyMap<string, CompiledFile>): [number: number, files: KeyedFile[]][] {
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, files.size / groupFiles)));
  const groups = new Map<number, KeyedFile[]>();
  for (const [key, file] of files) {
    const number = Number.parseInt(sha256(file.path).slice(0, 8), 16) % count;
    const group = groups.get(number) ?? [];
    groups.set(number, group);
    group.push([key, file]);
  }
  return [...groups].sort(([left], [right]) => left - right);
}

/** Compiled files are never changed: what is another is another object. */
const isSame = (files: readonly CompiledFile[], group: readonly KeyedFile[]): boolean =>
  files.length === group.length && group.every(([, file], at) => file === files[at]);

/** How long the JSON is, the JSON, and the tables of all articles as 32-bit numbers, one after the other, where such numbers may be. */
function groupBlob(group: readonly KeyedFile[]): Buffer {
  const tables: Uint32Array[] = [];
  const storedFiles = group.map(([key, file]): [string, StoredFile] => {
    const article = articleOf(file);
    if (article === undefined) return [key, file as StoredFile];
    const { bodies: _, search, ...rest } = article;
    const own = tablesOf(search);
    // Copies: those of the next article may be read into their place.
    tables.push(...own.map((table) => table.slice()));
    return [key, { ...file, output: { article: { ...rest, numbers: own.map(({ length }) => length) } } }];
  });
  const text = Buffer.from(JSON.stringify(storedFiles));
  const json = Buffer.concat([text, Buffer.alloc(-text.length & 3, ' ')]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([
    length,
    json,
    ...tables.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ]);
}

/** The tables of one article, in the order in which they are stored. */
function tablesOf({ occurrences: { terms, entries }, headlines, parallels }: ArticleSearch): Uint32Array[] {
  return [terms, entries, headlines, parallels];
}

function articleOf({ output }: CompiledFile): CompiledArticle | undefined {
  return output && 'article' in output ? output.article : undefined;
}

/** Articles per pack that is only kept. */
const looseMembers = 64;

/** Packs of the articles that lie in none, because an error elsewhere kept their edition from being made. */
function loosePacks(files: ReadonlyMap<string, CompiledFile>, packs: ReadonlyMap<string, Pack>): [string, Pack][] {
  const packed = new Set([...packs.values()].flatMap(({ members }) => members.map(({ key }) => key)));
  const loose = [...files].flatMap(([key, file]): PackMember[] => {
    const article = articleOf(file);
    return article === undefined || packed.has(key) ? [] : [{ key, bodies: article.bodies, others: { related: [] } }];
  });
  const groups = Array.from({ length: Math.ceil(loose.length / looseMembers) }, (_, at) =>
    loose.slice(at * looseMembers, (at + 1) * looseMembers),
  );
  return groups.map((members) => {
    const { content: _, ...pack } = makePack(members);
    // Made again when it is asked for: all of them together are as large as an edition.
    return [
      packKey(members),
      {
        ...pack,
        get content() {
          return makePack(members).content;
        },
      },
    ];
  });
}
