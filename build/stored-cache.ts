// The cache as files: an index and the blobs it names by their SHA-256. Pure. Whatever is not exactly what was written is
// no cache at all: reading gives nothing then, and the build does its work anew.
import type { CacheFiles } from './cache-files.ts';
import type { CompilationCache } from './compilation-cache.ts';
import type { CompiledArticle, CompiledFile } from './compiled-file.ts';
import { sha256 } from './edition/hash.ts';
import { Vocabulary } from './indexing/occurrences.ts';
import type { ArticleSearch } from './indexing/search-files.ts';
import { bodiesIn, makePack, type Pack, type PackedMember, type PackMember, packKey } from './packs.ts';

/** The cache to be written: `index` names every blob. */
export interface StoredCache {
  index: string;
  /** SHA-256 → content. */
  blobs: Map<string, Uint8Array>;
}

/** An article without what lies in blobs; `numbers` are the lengths of its tables among all numbers. */
type StoredArticle = Omit<CompiledArticle, 'bodies' | 'search'> & { numbers: number[] };
type StoredOutput = { article: StoredArticle } | Exclude<CompiledFile['output'], { article: CompiledArticle }>;
type StoredFile = Omit<CompiledFile, 'output'> & { output?: StoredOutput };

interface StoredIndex {
  assets?: string;
  files: [key: string, file: StoredFile][];
  packs: [key: string, pack: Omit<Pack, 'content'>][];
  /** Blobs: the vocabulary as JSON; the tables of all articles as 32-bit numbers, one after the other. */
  terms: string;
  numbers: string;
}

export function storeCache({ files, packs, vocabulary, assets }: CompilationCache): StoredCache {
  const blobs = new Map<string, Uint8Array>();
  const addBlob = (content: Uint8Array, hash = sha256(content)): string => {
    blobs.set(hash, content);
    return hash;
  };
  const kept = new Map([...packs, ...loosePacks(files, packs)]);
  const tables: Uint32Array[] = [];
  const storedFiles = [...files].map(([key, file]): [string, StoredFile] => {
    const article = articleOf(file);
    if (article === undefined) return [key, file as StoredFile];
    const { bodies: _, search, ...rest } = article;
    const own = tablesOf(search);
    tables.push(...own);
    return [key, { ...file, output: { article: { ...rest, numbers: own.map(({ length }) => length) } } }];
  });
  const index: StoredIndex = {
    ...(assets !== undefined && { assets }),
    files: storedFiles,
    packs: [...kept].map(([key, { content, ...pack }]) => [key, { ...pack, sha256: addBlob(content, pack.sha256) }]),
    terms: addBlob(Buffer.from(JSON.stringify(vocabulary.terms))),
    numbers: addBlob(
      Buffer.concat(tables.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
    ),
  };
  const text = JSON.stringify(index);
  return { index: `${sha256(text)}\n${text}`, blobs };
}

/**
 * Reads a cache back; undefined when anything is missing or not as it was written. The blobs are known to be what their names
 * say.
 */
export function readStoredCache({ index: indexText, blobs }: CacheFiles): CompilationCache | undefined {
  const lineEnd = indexText.indexOf('\n');
  const text = indexText.slice(lineEnd + 1);
  if (sha256(text) !== indexText.slice(0, lineEnd)) return undefined;
  const index = JSON.parse(text) as StoredIndex;
  const [terms, numbers] = [blobs.get(index.terms), blobs.get(index.numbers)];
  if (terms === undefined || numbers === undefined) return undefined;
  const packs = index.packs.flatMap(([key, pack]): [string, Pack][] => {
    const content = blobs.get(pack.sha256);
    return content === undefined ? [] : [[key, { ...pack, content }]];
  });
  if (packs.length < index.packs.length) return undefined;
  return {
    files: filesFrom(index, packs, numbers),
    packs: new Map(packs),
    vocabulary: new Vocabulary(JSON.parse(terms.toString('utf8')) as string[]),
    assets: index.assets,
  };
}

function filesFrom(
  { files }: StoredIndex,
  packs: readonly [string, Pack][],
  stored: Buffer,
): Map<string, CompiledFile> {
  const places = new Map<string, { content: Buffer; member: PackedMember }>(
    packs.flatMap(([, { content, members }]) => members.map((member) => [member.key, { content, member }])),
  );
  // A copy begins where 32-bit numbers may; a view of the file's buffer might not.
  const numbers = new Uint32Array(new Uint8Array(stored).buffer);
  let start = 0;
  return new Map(
    files.map(([key, file]): [string, CompiledFile] => {
      const { output } = file;
      if (!output || !('article' in output)) return [key, { ...file, output }];
      const { numbers: lengths, ...article } = output.article;
      const search = searchFrom(
        lengths.map((length) => {
          start += length;
          return numbers.subarray(start - length, start);
        }),
      );
      const place = places.get(key);
      if (place === undefined) return [key, { ...file, output: undefined }];
      const bodies = bodiesIn(place.content, place.member);
      return [key, { ...file, output: { article: { ...article, bodies, search } } }];
    }),
  );
}

/** The tables of one article, in the order in which they are stored. */
function tablesOf({ occurrences: { terms, entries }, headlines, parallels }: ArticleSearch): Uint32Array[] {
  return [terms, entries, headlines, parallels];
}

function searchFrom(tables: readonly Uint32Array[]): ArticleSearch {
  const [terms = none, entries = none, headlines = none, parallels = none] = tables;
  return { occurrences: { terms, entries }, headlines, parallels };
}

const none = new Uint32Array();

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
  return groups.map((members) => [packKey(members), makePack(members)]);
}
