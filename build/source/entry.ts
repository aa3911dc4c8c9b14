// What the reading module found in a content folder, as plain data, so that the compiler itself touches no disk.
import { sha256 } from '../edition/hash.ts';

/** One entry of the content folder. `path` is relative to it, with `/`. */
export interface SourceEntry {
  path: string;
  /** A symbolic link or a device is reported, never followed or opened; `missing` is what its own name does not lead to. */
  kind: 'file' | 'symlink' | 'special' | 'missing';
  /** The content of a file that is not too large to be an article; empty otherwise. */
  bytes: Uint8Array;
  /** How large a file is on disk, where that is known: more than `bytes` holds when it was not read. */
  size?: number;
}

const hashes = new WeakMap<SourceEntry, string>();

/**
 * SHA-256 of the content, in hexadecimal. Worked out once for each entry: it is asked for several times, and bytes that wait on a
 * disk are read each time. `content` are the bytes, where they are at hand.
 */
export function contentHash(entry: SourceEntry, content?: Uint8Array): string {
  const known = hashes.get(entry);
  if (known !== undefined) return known;
  const hash = sha256(content ?? entry.bytes);
  hashes.set(entry, hash);
  return hash;
}

/** The size of the largest article. */
export const articleBytesMax = 256 * 1024;

/** A file that pages need besides the articles, such as the style sheet. */
export interface Asset {
  name: string;
  bytes: Uint8Array;
}

export interface Sources {
  entries: readonly SourceEntry[];
  assets: readonly Asset[];
  /**
   * The present time, in milliseconds since 1970, for what must not lie in the future; without it nobody judges that. It
   * decides about messages alone: no byte of an edition follows from it.
   */
  now?: number | undefined;
}

export const guidesFolder = 'guides';
/** At the top of the content folder. */
export const siteFileName = 'site.yaml';

/** The folder and the file name of an entry; folder is empty for an entry at the top. */
export function splitPath(path: string): { folder: string; name: string } {
  const slash = path.lastIndexOf('/');
  return { folder: slash === -1 ? '' : path.slice(0, slash), name: path.slice(slash + 1) };
}

const decoder = new TextDecoder('utf-8');

/** The text of a file: LF line ends, no byte order mark. */
export function decoded(bytes: Uint8Array): string {
  // TextDecoder drops one byte order mark at the start.
  return decoder.decode(bytes).replace(/\r\n?/g, '\n');
}

export const isMarkdown = (path: string): boolean => path.endsWith('.md');

/** The slug that a file's name stands for. */
export const slugOf = (path: string): string => splitPath(path).name.replace(/\.md$/, '');
