// What a build keeps of a compiled file in memory, and what it sets aside: bodies and tables for the search are most of an
// article, and needed one article after the other.
import type { CompiledFile, OpenBodies } from './compiled-file.ts';
import { bodyNames } from './edition/catalogue.ts';
import type { ArticleSearch } from './indexing/search-files.ts';
import type { BuildStorage, Reader } from './storage.ts';

/**
 * A compiled file that keeps nothing else alive. What was cut out of a text holds all of that text for as long as it is there
 * itself, which would be every source and every page of a build; a copy does not.
 */
export function ofItsOwn({ output, ...file }: CompiledFile, setAside?: SetAside): CompiledFile {
  if (!output || !('article' in output)) return structuredClone({ ...file, output });
  const { bodies, search, ...article } = output.article;
  const large = { bodies, search };
  return {
    ...structuredClone(file),
    output: { article: { ...structuredClone(article), ...(setAside?.(large) ?? large) } },
  };
}

interface Large {
  bodies: OpenBodies;
  search: ArticleSearch;
}

/** Gives the same, read from where it lies whenever it is asked for. */
export type SetAside = (large: Large) => Large;

export function settingAside(storage: BuildStorage): SetAside {
  const [readBodies, setTablesAside] = [rememberingLast(), settingTablesAside(storage)];
  return ({ bodies, search }) => {
    const joined = joinedBodies(bodies);
    return { bodies: bodiesAt(storage.put(joined.content), joined.ends, readBodies), search: setTablesAside(search) };
  };
}

/**
 * The same of the tables alone, which are good until those of another article are asked for: they are read for every article
 * several times, and memory for each would have all of the memory looked through again and again for what is free.
 */
export function settingTablesAside(storage: BuildStorage): (search: ArticleSearch) => ArticleSearch {
  let longest = 0;
  let room = new Uint8Array();
  const readTables = rememberingLast((read) => {
    if (room.length < longest) room = new Uint8Array(longest);
    return read(room);
  });
  return (search) => {
    const { content, ends } = joinedTables(search);
    longest = Math.max(longest, content.length);
    return searchAt(storage.put(content), ends, readTables);
  };
}

/** Whoever asks for one part of an article asks for the others next. */
function rememberingLast(readWith = (read: Reader) => read()): (read: Reader) => Uint8Array {
  let last: { read: Reader; content: Uint8Array } | undefined;
  return (read) => {
    if (last?.read !== read) last = { read, content: readWith(read) };
    return last.content;
  };
}

/** All bodies one after the other; `ends` are where each of them has its gap, and where it ends. */
export interface JoinedBodies {
  content: Uint8Array;
  ends: Uint32Array;
}

export function joinedBodies(bodies: OpenBodies): JoinedBodies {
  const pieces = bodyNames.flatMap((name) => {
    const { before, after } = bodies(name);
    return [before, after];
  });
  return { content: Buffer.concat(pieces), ends: endsOf(pieces) };
}

export const openBodies = ({ content, ends }: JoinedBodies): OpenBodies =>
  bodiesAt(
    () => content,
    ends,
    (read) => read(),
  );

/** A function of its own, so that what it returns keeps nothing alive but these. */
function bodiesAt(read: Reader, ends: Uint32Array, readArticle: (read: Reader) => Uint8Array): OpenBodies {
  return (name) => {
    const content = readArticle(read);
    const at = 2 * bodyNames.indexOf(name);
    return {
      before: content.subarray(ends[at - 1] ?? 0, ends[at]),
      after: content.subarray(ends[at], ends[at + 1]),
    };
  };
}

/** All tables one after the other; ends in numbers. */
function joinedTables({ occurrences, headlines, parallels }: ArticleSearch): {
  content: Uint8Array;
  ends: Uint32Array;
} {
  const tables = [occurrences.terms, occurrences.entries, headlines, parallels];
  const ends = endsOf(tables);
  if (areJoined(tables)) {
    const { buffer, byteOffset } = occurrences.terms;
    return { content: new Uint8Array(buffer, byteOffset, 4 * (ends.at(-1) ?? 0)), ends };
  }
  const joined = new Uint32Array(ends.at(-1) ?? 0);
  tables.forEach((table, at) => {
    joined.set(table, ends[at - 1] ?? 0);
  });
  return { content: new Uint8Array(joined.buffer), ends };
}

/** Whether they lie one after the other already, as those of a stored article do. */
const areJoined = (tables: readonly Uint32Array[]): boolean =>
  tables.every(({ buffer, byteOffset }, at) => {
    const before = tables[at - 1];
    return before === undefined || (buffer === before.buffer && byteOffset === before.byteOffset + before.byteLength);
  });

function searchAt(read: Reader, ends: Uint32Array, readArticle: (read: Reader) => Uint8Array): ArticleSearch {
  const table = (at: number): Uint32Array => {
    const { buffer, byteOffset, byteLength } = readArticle(read);
    return new Uint32Array(buffer, byteOffset, byteLength / 4).subarray(ends[at - 1] ?? 0, ends[at]);
  };
  return {
    occurrences: {
      get terms() {
        return table(0);
      },
      get entries() {
        return table(1);
      },
    },
    get headlines() {
      return table(2);
    },
    get parallels() {
      return table(3);
    },
  };
}

function endsOf(pieces: readonly { length: number }[]): Uint32Array {
  let end = 0;
  return Uint32Array.from(pieces, ({ length }) => {
    end += length;
    return end;
  });
}
