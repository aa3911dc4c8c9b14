// The cache read back from its files (`stored-cache.ts`). Pure. Whatever is not exactly what was written is no cache at all: nothing
// comes of it then, and the build does its work anew.
import type { CacheFiles } from './cache-files.ts';
import type { CompilationCache } from './compilation-cache.ts';
import type { CompiledFile } from './compiled-file.ts';
import { sha256 } from './edition/hash.ts';
import { Vocabulary } from './indexing/occurrences.ts';
import type { ArticleSearch } from './indexing/search-files.ts';
import { bodiesIn, type Pack, type PackedMember } from './packs.ts';
import { settingTablesAside } from './set-aside.ts';
import type { BuildStorage } from './storage.ts';
import type { KeyedFile, StoredFile, StoredIndex, StoredPack } from './stored-cache.ts';

/**
 * Reads a cache back, one blob after the other; undefined when anything is missing or not as it was written. Of packs that is found
 * out when they are asked for. Tables for the search are put into the storage, where there is one.
 */
export async function readStoredCache(
  { index: indexText, blob, packs: there, readPack }: CacheFiles,
  storage?: BuildStorage,
): Promise<CompilationCache | undefined> {
  const lineEnd = indexText.indexOf('\n');
  const text = indexText.slice(lineEnd + 1);
  if (sha256(text) !== indexText.slice(0, lineEnd)) return undefined;
  const index = JSON.parse(text) as StoredIndex;
  const blobs = readAhead([index.terms, ...index.packs, ...index.groups.map(([, name]) => name)], blob);
  const nextJson = async (): Promise<unknown> => {
    const content = await blobs();
    return content && JSON.parse(content.toString('utf8'));
  };
  const terms = (await nextJson()) as string[] | undefined;
  const packs = new Map<string, Pack>();
  const stored = {
    groups: new Map<number, { files: CompiledFile[]; blob: string }>(),
    packs: new WeakMap<Pack, string>(),
  };
  for (const name of index.packs) {
    const [key, rest] = ((await nextJson()) ?? []) as Partial<StoredPack>;
    if (key === undefined || rest === undefined || !there.has(rest.sha256)) return undefined;
    const pack: Pack = {
      ...rest,
      get content() {
        return readPack(rest.sha256);
      },
    };
    packs.set(key, pack);
    stored.packs.set(pack, name);
  }
  const reading = { places: placesIn([...packs.values()]), setAside: storage && settingTablesAside(storage) };
  const files = new Map<string, CompiledFile>();
  for (const [number, name] of index.groups) {
    const content = await blobs();
    if (content === undefined) return undefined;
    const group = filesFrom(content, reading);
    for (const [key, file] of group) files.set(key, file);
    stored.groups.set(number, { files: group.map(([, file]) => file), blob: name });
  }
  return terms && { files, packs, vocabulary: new Vocabulary(terms), assets: index.assets, stored };
}

/** So many blobs are asked for before they are needed: another thread may be reading them. */
const blobsAhead = 4;

/** Gives the blobs in the order of their names, one each time that it is called. */
function readAhead(names: readonly string[], read: CacheFiles['blob']): () => ReturnType<CacheFiles['blob']> {
  const asked: ReturnType<CacheFiles['blob']>[] = [];
  let next = 0;
  return async () => {
    for (; next < names.length && asked.length < blobsAhead; next += 1) asked.push(read(names[next] as string));
    return await asked.shift();
  };
}

interface GroupReading {
  places: Places;
  setAside: ReturnType<typeof settingTablesAside> | undefined;
}

type Places = ReadonlyMap<string, { pack: Pack; member: PackedMember }>;

function placesIn(packs: readonly Pack[]): Places {
  return new Map(packs.flatMap((pack) => pack.members.map((member) => [member.key, { pack, member }])));
}

function filesFrom(stored: Buffer, { places, setAside }: GroupReading): KeyedFile[] {
  const end = 4 + stored.readUInt32LE(0);
  const files = JSON.parse(stored.toString('utf8', 4, end)) as [string, StoredFile][];
  const numbers = numbersFrom(stored.subarray(end));
  let start = 0;
  return files.map(([key, file]): KeyedFile => {
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
    const bodies = bodiesIn(place.pack, place.member);
    return [key, { ...file, output: { article: { ...article, bodies, search: setAside?.(search) ?? search } } }];
  });
}

/** A copy only where the buffer begins at no place of a number: it would be as large as all that is kept. */
function numbersFrom(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

function searchFrom(tables: readonly Uint32Array[]): ArticleSearch {
  const [terms = none, entries = none, headlines = none, parallels = none] = tables;
  return { occurrences: { terms, entries }, headlines, parallels };
}

const none = new Uint32Array();
